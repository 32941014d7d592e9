# SPDX-License-Identifier: MIT
# A daemon that stands still: no command waits for it without end, and a person may always leave before anything is
# written.

import json
import os
import signal
import socket
import subprocess
import tempfile

from daemon_client import PATIENCE, Client, Daemon, frame

NOTEKIT = os.path.join(os.path.dirname(os.environ["NOTEKITD"]), "notekit")


def start(environment, *words):
    return subprocess.Popen([NOTEKIT, *words], env={**environment, "LC_ALL": "C.UTF-8"}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def state(process, thread):
    with open(f"/proc/{process}/task/{thread}/stat") as facts:
        return facts.read().rsplit(")", 1)[1].split()[0]


def blocked(process, thread):
    """The signals that a thread does not take."""
    with open(f"/proc/{process}/task/{thread}/status") as facts:
        mask = int(next(line for line in facts if line.startswith("SigBlk")).split()[1], 16)
    return {number for number in range(1, 32) if mask >> (number - 1) & 1}


# Where the row of those who wait to be taken is full, connect(2) would wait for as long as the daemon stands.
with Daemon() as daemon:
    daemon.write("a.md", "a\n")
    daemon.process.send_signal(signal.SIGSTOP)
    # Each of its threads stops when it comes to it; until then it takes those who connect.
    while any(state(daemon.process.pid, thread) != "T" for thread in os.listdir(f"/proc/{daemon.process.pid}/task")):
        pass
    waiting = []
    while True:
        waiting.append(socket.socket(socket.AF_UNIX))
        waiting[-1].setblocking(False)
        try:
            waiting[-1].connect(daemon.socket)
        except BlockingIOError:
            break
    edit = start(daemon.environment, "edit", daemon.path("a.md"), "--append", "--with", "alone\n")
    _, words = edit.communicate(timeout=PATIENCE)
    assert edit.returncode == 0 and "Working without notekitd" in words, (edit.returncode, words)
    assert daemon.text("a.md") == b"a\nalone\n"
    status = start(daemon.environment, "status", "--json")
    answer, _ = status.communicate(timeout=PATIENCE)
    assert status.returncode == 2 and json.loads(answer)["error"]["code"] == "unreachable", answer
    # When it goes on it is spoken with again.
    for each in waiting:
        each.close()
    daemon.process.send_signal(signal.SIGCONT)
    daemon.wait_until_listening()
    status = start(daemon.environment, "status", "--json")
    answer, words = status.communicate(timeout=PATIENCE)
    assert status.returncode == 0 and json.loads(answer)["daemon"]["process"] == daemon.process.pid, (answer, words)

# An interrupt ends a command that waits for a daemon, and nothing is written.
FACTS = {"protocolVersion": 1, "serverInfo": {"name": "notekitd", "version": "1", "process": 1}, "offsets": "utf-8",
         "methods": ["vault/hold", "vault/release"], "largestMessage": 1 << 25}
for silent_at in ("initialize", "vault/hold"):
    for number in (signal.SIGINT, signal.SIGTERM):
        with tempfile.TemporaryDirectory(prefix="still-") as folder:
            os.mkdir(os.path.join(folder, "notekit"), 0o700)
            note = os.path.join(folder, "a.md")
            with open(note, "w") as file:
                file.write("a\n")
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(os.path.join(folder, "notekit", "notekitd.sock"))
            listener.listen()
            edit = start({"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder,
                          "XDG_STATE_HOME": os.path.join(folder, "state")},
                         "edit", note, "--append", "--with", "b\n")
            client = Client.__new__(Client)
            client.socket, client.buffer = listener.accept()[0], b""
            while (message := client.read())["method"] != silent_at:
                client.socket.sendall(frame({"jsonrpc": "2.0", "id": message["id"], "result": FACTS}))
            # It is the thread that waits, and goes on to write, that takes them: no other may end a write half way.
            for thread in os.listdir(f"/proc/{edit.pid}/task"):
                taken = number not in blocked(edit.pid, thread)
                assert taken == (int(thread) == edit.pid), (silent_at, thread, taken)
            edit.send_signal(number)
            _, words = edit.communicate(timeout=PATIENCE)
            with open(note) as file:
                assert edit.returncode == -number and file.read() == "a\n", (silent_at, edit.returncode, words)
            client.socket.close()
            listener.close()
print("a daemon that stands still: fine")
