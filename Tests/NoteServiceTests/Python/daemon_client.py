# SPDX-License-Identifier: MIT
# A client of notekitd with the standard library alone, written from its documentation (Sources/NoteService/Protocol.md).

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 60


class Refused(Exception):
    """An answer with an error."""

    def __init__(self, error):
        super().__init__(f"{error['data']['code']}: {error['message']}")
        self.error = error
        self.word = error["data"]["code"]


class Gone(Exception):
    """The daemon closed the connection."""


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Client:
    """One connection."""

    def __init__(self, path, name="python", offsets=None, initialize=True):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        if len(path.encode()) > 107:
            folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
            self.socket.connect(f"/proc/self/fd/{folder}/{os.path.basename(path)}")
            os.close(folder)
        else:
            self.socket.connect(path)
        self.buffer = b""
        self.count = 0
        self.news = []
        self.answers = {}
        if initialize:
            parameters = {"protocolVersion": 1, "clientInfo": {"name": name}}
            if offsets:
                parameters["offsets"] = offsets
            self.info = self.ask("initialize", **parameters)

    def send(self, method, **parameters):
        self.count += 1
        self.socket.sendall(
            frame({"jsonrpc": "2.0", "id": self.count, "method": method, "params": parameters}))
        return self.count

    def notify(self, method, **parameters):
        """Says something that is not answered."""
        self.socket.sendall(frame({"jsonrpc": "2.0", "method": method, "params": parameters}))

    def read(self):
        """The next message."""
        while True:
            end = self.buffer.find(b"\r\n\r\n")
            if end >= 0:
                length = int(self.buffer[:end].split(b":")[1])
                if len(self.buffer) >= end + 4 + length:
                    body = self.buffer[end + 4:end + 4 + length]
                    self.buffer = self.buffer[end + 4 + length:]
                    return json.loads(body)
            try:
                piece = self.socket.recv(1 << 20)
            except ConnectionError:
                raise Gone()
            if not piece:
                raise Gone()
            self.buffer += piece

    def answer(self, number):
        """The answer to a request; news before it are put aside."""
        while number not in self.answers:
            message = self.read()
            if "method" in message:
                self.news.append(message)
            else:
                self.answers[message["id"]] = message
        message = self.answers.pop(number)
        if "error" in message:
            raise Refused(message["error"])
        return message["result"]

    def ask(self, method, **parameters):
        return self.answer(self.send(method, **parameters))

    def resolve(self, vault, path, session, choice, **more):
        """Ends a conflict on the sides that it has now."""
        token = self.ask("conflict/show", vault=vault, path=path)["token"]
        return self.ask("note/resolve", session=session, choice=choice, token=token, **more)

    def wait(self, method, condition=lambda params: True):
        """The next news of a kind that fulfil a condition."""
        position = 0
        while True:
            while position < len(self.news):
                message = self.news[position]
                if message["method"] == method and condition(message["params"]):
                    del self.news[position]
                    return message["params"]
                position += 1
            message = self.read()
            if "method" in message:
                self.news.append(message)
            else:
                self.answers[message["id"]] = message

    def close(self):
        self.socket.close()


class Daemon:
    """A daemon with folders of its own."""

    def __init__(self, program=None, folder=None, environment=None, arguments=(), wait=True,
                 pause=3_600_000):
        self.program = program or os.environ["NOTEKITD"]
        self.isOwner = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="notekitd-")
        for name in ("runtime", "state", "config", "vault"):
            os.makedirs(os.path.join(self.folder, name), mode=0o700, exist_ok=True)
        self.runtime = os.path.join(self.folder, "runtime")
        self.vault = os.path.join(self.folder, "vault")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "TZ": "UTC",
            "XDG_RUNTIME_DIR": self.runtime, "XDG_STATE_HOME": os.path.join(self.folder, "state"),
            "XDG_CONFIG_HOME": os.path.join(self.folder, "config"), **(environment or {}),
        }
        self.arguments = list(arguments)
        # Notes are saved when a test says so, however slow the machine is.
        if pause:
            self.configure(pause=pause)
        self.process = None
        self.start(wait)

    def configure(self, text=None, **settings):
        """Writes the configuration, as it stands or from settings."""
        folder = os.path.join(self.folder, "config/notekit")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "config.json"), "w") as file:
            file.write(text or json.dumps(settings))

    @property
    def socket(self):
        return os.path.join(self.runtime, "notekit", "notekitd.sock")

    def start(self, wait=True):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            [self.program, *self.arguments], env=self.environment, stderr=self.log,
            stdin=subprocess.DEVNULL, start_new_session=True)
        if wait:
            self.wait_until_listening()

    def wait_until_listening(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the daemon ended with {self.process.returncode}: {self.words()}")
            try:
                probe = socket.socket(socket.AF_UNIX)
                with probe:
                    folder = os.open(os.path.dirname(self.socket), os.O_RDONLY | os.O_DIRECTORY)
                    try:
                        probe.connect(f"/proc/self/fd/{folder}/{os.path.basename(self.socket)}")
                    finally:
                        os.close(folder)
                return
            except (FileNotFoundError, ConnectionRefusedError):
                select.select([], [], [], 0.005)
        raise AssertionError("the daemon does not listen")

    def processor_time(self):
        """How many seconds of processors the daemon has used."""
        with open(f"/proc/{self.process.pid}/stat") as facts:
            fields = facts.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def next_timer(self):
        """In how many seconds the first of its timers wakes the daemon; nothing where none is set."""
        folder = f"/proc/{self.process.pid}/fdinfo"
        due = []
        for name in os.listdir(folder):
            try:
                with open(os.path.join(folder, name)) as facts:
                    lines = facts.readlines()
            except FileNotFoundError:
                continue
            for line in lines:
                if line.startswith("it_value"):
                    seconds, nanoseconds = (int(each) for each in line.split("(")[1].rstrip(")\n").split(","))
                    due.append(seconds + nanoseconds / 1e9)
        return min((each for each in due if each > 0), default=None)

    def wait_until_at_rest(self):
        """Waits until no timer is about to wake the daemon."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            due = self.next_timer()
            if due is None or due > 2:
                return
            select.select([], [], [], 0.005)
        raise AssertionError(f"the daemon wakes in {self.next_timer()} seconds, though nobody asks anything")

    def client(self, **options):
        return Client(self.socket, **options)

    def words(self):
        with open(os.path.join(self.folder, "log"), errors="replace") as log:
            return log.read()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def path(self, name):
        return os.path.join(self.vault, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def replace(self, name, text):
        """As another program saves: a new file that is renamed over the old one."""
        path = self.path(name)
        with open(path + ".tmp", "wb") as file:
            file.write(text.encode())
        os.rename(path + ".tmp", path)

    def text(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()
        if self.isOwner:
            shutil.rmtree(self.folder, ignore_errors=True)


def refused(word, call, **parameters):
    """Demands that a request is refused with a word; answers the error."""
    try:
        answer = call(**parameters)
    except Refused as refusal:
        assert refusal.word == word, f"refused as {refusal}, not {word}"
        return refusal.error
    raise AssertionError(f"not refused as {word}: {answer}")


def check(shape, value, place="result"):
    """Demands that a value has the form that the schema gives."""
    if "anyOf" in shape:
        if value is None and {"type": "null"} in shape["anyOf"]:
            return
        return check(shape["anyOf"][0], value, place)
    if "enum" in shape:
        assert value in shape["enum"], f"{place} is {value!r}, not one of {shape['enum']}"
        return
    kinds = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
    if isinstance(shape["type"], list):
        assert isinstance(value, tuple(kinds[each] for each in shape["type"])), f"{place} is {value!r}"
        return
    kind = kinds[shape["type"]]
    assert isinstance(value, kind), f"{place} is {value!r}, not {shape['type']}"
    if shape["type"] == "integer":
        assert not isinstance(value, bool), f"{place} is {value!r}, not an integer"
    if shape["type"] == "array":
        for index, element in enumerate(value):
            check(shape["items"], element, f"{place}[{index}]")
    if shape["type"] == "object":
        for name in shape["required"]:
            assert name in value, f"{place} has no {name}: {value!r}"
        for name, member in value.items():
            assert name in shape["properties"], f"{place}.{name} is not in the schema"
            check(shape["properties"][name], member, f"{place}.{name}")


if __name__ == "__main__":
    sys.exit("to be imported")
