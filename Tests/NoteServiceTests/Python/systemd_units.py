# SPDX-License-Identifier: MIT
# The units of the package under a systemd of their own, a user's instance: started by the first client, told
# to reload, watched, restarted, ended. scripts/test-systemd makes the surroundings.

import os
import select
import signal
import socket
import stat
import subprocess
import tempfile
import time

from daemon_client import Client, Gone

NOTEKITD, UNITS = os.path.abspath(os.environ["NOTEKITD"]), os.environ["UNITS"]
PATIENCE = 60


class UserManager:
    """systemd --user, with folders of its own."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("runtime", "config/systemd/user", "state", "vault"):
            os.makedirs(f"{folder}/{name}", mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": f"{folder}/runtime",
            "XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state",
        }
        for unit in ("notekitd.service", "notekitd.socket"):
            # The program is where it was built.
            text = open(f"{UNITS}/{unit}").read().replace("/usr/bin/notekitd", NOTEKITD)
            open(f"{folder}/config/systemd/user/{unit}", "w").write(text)
        os.makedirs(f"{folder}/config/systemd/user/notekitd.service.d")
        with open(f"{folder}/config/systemd/user/notekitd.service.d/short.conf", "w") as file:
            file.write("[Service]\nWatchdogSec=2\nTimeoutAbortSec=1\nRestartSec=0\n")
        # What systemd tells the journal comes here: there is no other in these surroundings.
        os.makedirs("/run/systemd/journal", exist_ok=True)
        self.journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.journal.bind("/run/systemd/journal/socket")
        self.text = b""
        self.process = subprocess.Popen(
            ["/lib/systemd/systemd", "--user", "--log-target=journal"], env=self.environment)
        self.hear("Startup finished")

    def systemctl(self, *words, fails=True):
        done = subprocess.run(["systemctl", "--user", *words], env=self.environment, capture_output=True, text=True)
        assert fails or done.returncode == 0, (words, done.stderr, self.text[-4000:])
        return done

    def show(self, name):
        return self.systemctl("show", "notekitd.service", "--property", name, "--value", fails=False).stdout.strip()

    def hear(self, words):
        """Reads what systemd says up to some words."""
        end = time.monotonic() + PATIENCE
        while words.encode() not in self.text:
            left = end - time.monotonic()
            if left > 0 and select.select([self.journal], [], [], left)[0]:
                self.text += self.journal.recv(1 << 16)
                continue
            raise AssertionError(f"systemd never said: {words}\n{self.text[-4000:].decode()}")
        self.text = self.text.partition(words.encode())[2]

    def end(self):
        # SIGRTMIN+24: leave at once, with the units. See systemd(1), "Signals".
        self.process.send_signal(signal.SIGRTMIN + 24)
        self.process.wait(PATIENCE)


def main():
    with tempfile.TemporaryDirectory(prefix="notekit-systemd-") as folder:
        manager = UserManager(folder)
        try:
            walk(manager, folder)
        finally:
            manager.end()


def walk(manager, folder):
    door = f"{folder}/runtime/notekit/notekitd.sock"
    vault = f"{folder}/vault"
    with open(f"{vault}/note.md", "w") as file:
        file.write("one\n")

    manager.systemctl("start", "notekitd.socket", fails=False)
    assert manager.show("ActiveState") == "inactive"
    assert stat.S_IMODE(os.stat(door).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.dirname(door)).st_mode) == 0o700

    # The first client has it started, and a note is written under the service's hardening, its mode kept.
    os.chmod(f"{vault}/note.md", 0o640)
    client = Client(door)
    name = client.ask("vault/open", path=vault)["vault"]
    opened = client.ask("note/open", vault=name, path="note.md")
    edit = {"start": 0, "end": 3, "text": "two"}
    client.ask("note/edit", session=opened["session"], revision=opened["revision"], edits=[edit])
    client.ask("note/save", session=opened["session"])
    assert open(f"{vault}/note.md").read() == "two\n"
    assert stat.S_IMODE(os.stat(f"{vault}/note.md").st_mode) == 0o640
    manager.hear("Started notekitd.service")
    first = int(manager.show("MainPID"))
    assert manager.show("StatusText"), "systemd was told no status"
    assert manager.show("NoNewPrivileges") == "yes"

    # It reads its configuration again and goes on.
    manager.systemctl("reload", "notekitd.service", fails=False)
    manager.hear("Reloaded notekitd.service")
    assert int(manager.show("MainPID")) == first
    client.ask("vault/list")

    # What stands still is ended by the watchdog, and started again.
    os.kill(first, signal.SIGSTOP)
    manager.hear("Watchdog timeout")
    manager.hear("Started notekitd.service")
    second = int(manager.show("MainPID"))
    assert second != first
    assert manager.show("NRestarts") == "1", manager.show("NRestarts")

    # So is what was killed; an edit that was acknowledged comes back.
    client = Client(door)
    name = client.ask("vault/open", path=vault)["vault"]
    opened = client.ask("note/open", vault=name, path="note.md")
    edit = {"start": 0, "end": 3, "text": "three"}
    client.ask("note/edit", session=opened["session"], revision=opened["revision"], edits=[edit])
    os.kill(second, signal.SIGKILL)
    manager.hear("Started notekitd.service")
    client = Client(door)
    name = client.ask("vault/open", path=vault)["vault"]
    assert client.ask("note/open", vault=name, path="note.md")["text"] == "three\n"

    # The end saves; the socket stays, and the next client has the service started once more.
    manager.systemctl("stop", "notekitd.service", fails=False)
    assert open(f"{vault}/note.md").read() == "three\n"
    assert manager.show("Result") == "success", manager.show("Result")
    try:
        while True:
            client.read()
    except Gone:
        pass
    assert Client(door).info
    manager.hear("Started notekitd.service")
    manager.systemctl("stop", "notekitd.socket", "notekitd.service", fails=False)
    assert not os.path.exists(door)
    print("the units: socket, readiness, reload, watchdog, restart, end")


main()
