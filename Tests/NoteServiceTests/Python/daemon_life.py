# SPDX-License-Identifier: MIT
# How notekitd starts and ends: its socket, a second one, stale sockets, systemd, signals, the standard streams.

import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time

from daemon_client import Client, Daemon, Gone, Refused, frame, refused

NOTEKITD = os.environ["NOTEKITD"]


def started(daemon, **options):
    """Runs a second daemon to its end."""
    return subprocess.run(
        [NOTEKITD], env=daemon.environment, capture_output=True, timeout=60, text=True, **options)


def socket_is_private():
    with Daemon() as daemon:
        assert stat.S_IMODE(os.stat(daemon.socket).st_mode) == 0o600
        assert stat.S_IMODE(os.stat(os.path.dirname(daemon.socket)).st_mode) == 0o700
        second = started(daemon)
        assert second.returncode == 3 and "already running" in second.stderr, second
        # The first one was not touched.
        daemon.client().ask("vault/list")
        assert daemon.end() == 0 and not os.path.exists(daemon.socket)
        assert os.listdir(os.path.dirname(daemon.socket)) == []


def stale_socket_is_taken_over():
    with Daemon() as daemon:
        daemon.end(signal.SIGKILL)
        assert os.path.exists(daemon.socket)
        daemon.start()
        daemon.client().ask("vault/list")
        assert daemon.end() == 0


def other_things_are_left_alone():
    with Daemon() as daemon:
        daemon.end()
        with open(daemon.socket, "w") as file:
            file.write("mine")
        second = started(daemon)
        assert second.returncode == 2 and daemon.socket in second.stderr, second
        assert open(daemon.socket).read() == "mine"
        os.remove(daemon.socket)
        os.symlink("elsewhere", daemon.socket)
        second = started(daemon)
        assert second.returncode == 2 and daemon.socket in second.stderr, second
        assert os.readlink(daemon.socket) == "elsewhere"


def unsafe_folders_are_refused():
    with Daemon() as daemon:
        daemon.end()
        folder = os.path.dirname(daemon.socket)
        os.chmod(folder, 0o770)
        assert "Others may write" in started(daemon).stderr
        os.chmod(folder, 0o700)
        os.chmod(daemon.runtime, 0o777)
        assert "Others may write" in started(daemon).stderr
        os.chmod(daemon.runtime, 0o700)
        os.rename(folder, folder + "-real")
        os.symlink(folder + "-real", folder)
        second = started(daemon)
        assert second.returncode == 2 and "link" in second.stderr, second


def others_sockets_stay_at_the_end():
    with Daemon() as daemon:
        daemon.client().ask("vault/list")
        os.remove(daemon.socket)
        other = socket.socket(socket.AF_UNIX)
        other.bind(daemon.socket)
        assert daemon.end() == 0
        assert os.path.exists(daemon.socket)


def one_of_many_that_start_at_once():
    with Daemon() as daemon:
        daemon.end(signal.SIGKILL)
        many = [subprocess.Popen([NOTEKITD], env=daemon.environment, stderr=subprocess.PIPE) for _ in range(8)]
        daemon.process = None
        left = list(many)
        # Seven end; the one that stays is the daemon.
        while len(left) > 1:
            for process in list(left):
                try:
                    assert process.wait(0.05) == 3
                    left.remove(process)
                except subprocess.TimeoutExpired:
                    pass
        daemon.process = left[0]
        daemon.wait_until_listening()
        daemon.client().ask("vault/list")
        assert daemon.end() == 0
        for process in many:
            process.stderr.close()


def long_paths_are_met():
    for length in (107, 108, 150):
        with Daemon() as daemon:
            daemon.end()
            rest = length - len(daemon.runtime) - len("//notekit/notekitd.sock")
            daemon.runtime = os.path.join(daemon.runtime, "x" * rest)
            os.mkdir(daemon.runtime, 0o700)
            assert len(daemon.socket) == length
            daemon.environment["XDG_RUNTIME_DIR"] = daemon.runtime
            daemon.start()
            daemon.client().ask("vault/list")
            assert daemon.end() == 0 and not os.path.exists(daemon.socket)


def without_a_runtime_folder():
    with Daemon() as daemon:
        daemon.end()
        del daemon.environment["XDG_RUNTIME_DIR"]
        process = subprocess.Popen([NOTEKITD], env=daemon.environment, stderr=subprocess.PIPE, text=True)
        line = process.stderr.readline()
        assert "Ready" in line, line
        path = os.path.join(daemon.folder, "state/notekit/run/notekitd.sock")
        Client(path).ask("vault/list")
        process.terminate()
        assert process.wait(60) == 0
        process.stderr.close()


def termination_saves():
    with Daemon() as daemon:
        daemon.write("a.md", "a\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = client.ask("note/open", vault=vault, path="a.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 1, "text": "b"}])
        assert daemon.end(signal.SIGTERM) == 0
        assert daemon.text("a.md") == b"b\n"


def a_kill_loses_nothing():
    with Daemon() as daemon:
        daemon.write("a.md", "a\n")
        daemon.write("b.md", "b\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        notes = [client.ask("note/open", vault=vault, path=path) for path in ("a.md", "b.md", "new.md")]
        for note in notes:
            client.ask("note/edit", session=note["session"], revision=note["revision"],
                       edits=[{"start": 0, "end": 0, "text": "typed "}])
        daemon.end(signal.SIGKILL)
        daemon.write("b.md", "other\n")
        daemon.start()
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        # Saved when the vault was opened, or in conflict, which stays.
        assert daemon.text("a.md") == b"typed a\n" and daemon.text("new.md") == b"typed "
        assert daemon.text("b.md") == b"other\n"
        assert [each["path"] for each in client.ask("conflict/list", vault=vault)["conflicts"]] == ["b.md"]
        shown = client.ask("conflict/show", vault=vault, path="b.md")
        assert (shown["base"], shown["mine"], shown["theirs"]) == ("b\n", "typed b\n", "other\n"), shown
        note = client.ask("note/open", vault=vault, path="b.md")
        assert note["status"] == "changedElsewhere" and note["recovered"]
        client.resolve(vault, "b.md", note["session"], "both")
        assert daemon.text("b.md") == b"typed b\n" and daemon.text("b 1.md") == b"other\n"
        assert daemon.end() == 0


def a_kill_and_folders_that_move_lose_nothing():
    with Daemon() as daemon:
        notes = ["a.md", "f/b.md", "f/deep/c.md", "gone/d.md", "stays/e.md", "empty/new.md"]
        os.makedirs(daemon.path("empty"))
        for path in notes[:-1]:
            daemon.write(path, "old\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        for path in notes:
            note = client.ask("note/open", vault=vault, path=path)
            client.ask("note/edit", session=note["session"], revision=note["revision"],
                       edits=[{"start": 0, "end": 0, "text": "typed "}])
        daemon.end(signal.SIGKILL)
        # The vault gets another name, and folders in it, one of them out of another; one is gone, one is made again.
        os.rename(daemon.path("f/deep"), daemon.path("top"))
        os.rename(daemon.path("f"), daemon.path("g"))
        os.rename(daemon.path("empty"), daemon.path("still empty"))
        shutil.rmtree(daemon.path("gone"))
        daemon.write("f/b.md", "another note\n")
        moved = daemon.vault + " of another name"
        os.rename(daemon.vault, moved)
        daemon.vault = moved
        daemon.start()
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        for path in ("a.md", "g/b.md", "top/c.md", "stays/e.md"):
            assert daemon.text(path) == b"typed old\n", (path, daemon.text(path), daemon.words())
        assert daemon.text("still empty/new.md") == b"typed "
        assert daemon.text("f/b.md") == b"another note\n"
        assert client.ask("conflict/list", vault=vault)["conflicts"] == []
        # Nobody can open the note in the folder that is gone with a vault of another name.
        assert len(os.listdir(os.path.join(daemon.folder, "state/notekit/journal"))) == 1
        assert daemon.end() == 0

    with Daemon() as daemon:
        daemon.write("gone/d.md", "old\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = client.ask("note/open", vault=vault, path="gone/d.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 0, "text": "typed "}])
        daemon.end(signal.SIGKILL)
        shutil.rmtree(daemon.path("gone"))
        daemon.start()
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        assert "What was unsaved of the note is a version of it now." in daemon.words(), daemon.words()
        assert os.listdir(os.path.join(daemon.folder, "state/notekit/journal")) == []
        versions = client.ask("note/history", vault=vault, path="gone/d.md")["versions"]
        kept = [each for each in versions if each["reason"] == "recovered"]
        assert len(kept) == 1, versions
        shown = client.ask("note/read", vault=vault, path="gone/d.md", version=kept[0]["id"])
        assert shown["text"] == "typed old\n", shown
        assert daemon.end() == 0


def a_client_that_goes_leaves_its_edits():
    with Daemon() as daemon:
        daemon.write("a.md", "a\n")
        client, other = daemon.client(), daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        other.ask("vault/open", path=daemon.vault)
        note = client.ask("note/open", vault=vault, path="a.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 1, "text": "mine"}])
        daemon.replace("a.md", "theirs\n")
        try:
            client.ask("note/save", session=note["session"])
        except Refused as refusal:
            assert refusal.word == "conflict"
        client.close()
        other.wait("conflict/changed")
        assert other.ask("conflict/show", vault=vault, path="a.md")["mine"] == "mine\n"
        note = other.ask("note/open", vault=vault, path="a.md")
        assert note["status"] == "changedElsewhere" and note["text"] == "mine\n", note
        other.resolve(vault, "a.md", note["session"], "mine")
        assert daemon.text("a.md") == b"mine\n"


def an_end_in_conflict_keeps_both_sides():
    with Daemon() as daemon:
        daemon.write("a.md", "a\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = client.ask("note/open", vault=vault, path="a.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 1, "text": "mine"}])
        daemon.replace("a.md", "theirs\n")
        refused("conflict", client.ask, method="note/save", session=note["session"])
        assert daemon.end() == 0 and "unsaved edits" in daemon.words()
        assert daemon.text("a.md") == b"theirs\n"
        daemon.start()
        client = daemon.client()
        assert client.ask("vault/open", path=daemon.vault)["vault"] == vault
        shown = client.ask("conflict/show", vault=vault, path="a.md")
        assert (shown["mine"], shown["theirs"]) == ("mine\n", "theirs\n"), shown


def nobody_who_reads_nothing_is_waited_for_twice():
    with Daemon() as daemon:
        daemon.write("big.md", "x" * 3_000_000)
        vault = daemon.client().ask("vault/open", path=daemon.vault)["vault"]
        silent = daemon.client()
        silent.socket.settimeout(2)
        try:
            for _ in range(400):
                silent.send("note/read", vault=vault, path="big.md")
        except TimeoutError:
            # The daemon reads no more of somebody who takes no answers.
            pass
        start = time.monotonic()
        assert daemon.end() == 0
        assert time.monotonic() - start < 9.5


def other_users_are_refused():
    # Only root can be somebody else.
    if os.geteuid() != 0:
        return
    with Daemon() as daemon:
        # As if the modes protected nothing.
        for path in (daemon.folder, daemon.runtime, os.path.dirname(daemon.socket)):
            os.chmod(path, 0o755)
        os.chmod(daemon.socket, 0o666)
        child = os.fork()
        if child == 0:
            os.setgid(65534)
            os.setuid(65534)
            try:
                stranger = Client(daemon.socket, initialize=False)
                stranger.send("initialize", protocolVersion=1)
                stranger.read()
                os._exit(1)
            except (Gone, ConnectionError):
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        # The log is written by a thread of its own.
        while "user 65534 was refused" not in daemon.words():
            select.select([], [], [], 0.01)
        daemon.client().ask("vault/list")


def what_happens_is_shown():
    with Daemon() as daemon:
        daemon.end()
        daemon.write("a.md", "a\n")
        process = subprocess.Popen(
            [NOTEKITD, "--show", daemon.vault], env=daemon.environment, stdout=subprocess.PIPE,
            stderr=daemon.log, text=True)
        assert process.stdout.readline() == f"serving 1 note of '{daemon.vault}'\n"
        daemon.write("new.md", "new\n")
        assert process.stdout.readline() == "created  new.md\n"
        os.rename(daemon.path("new.md"), daemon.path("moved.md"))
        assert process.stdout.readline() == "moved    new.md -> moved.md\n"
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = client.ask("note/open", vault=vault, path="a.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 1, "text": "mine"}])
        daemon.replace("a.md", "theirs\n")
        assert {process.stdout.readline() for _ in range(2)} == {"changed  a.md\n", "conflict a.md\n"}
        client.resolve(vault, "a.md", note["session"], "theirs")
        assert process.stdout.readline() == "settled  a.md\n"
        # What is undecided at the end is told at the next start.
        note = client.ask("note/open", vault=vault, path="moved.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 3, "text": "mine"}])
        daemon.replace("moved.md", "theirs\n")
        assert {process.stdout.readline() for _ in range(2)} == {"changed  moved.md\n", "conflict moved.md\n"}
        process.terminate()
        assert process.wait(60) == 0
        process.stdout.close()
        process = subprocess.Popen(
            [NOTEKITD, "--show", daemon.vault], env=daemon.environment, stdout=subprocess.PIPE,
            stderr=daemon.log, text=True)
        assert {process.stdout.readline() for _ in range(2)} == {
            f"serving 2 notes of '{daemon.vault}'\n", "conflict moved.md\n"}
        client = daemon.client()
        client.ask("vault/open", path=daemon.vault)
        # A reader who goes holds nothing up.
        process.stdout.close()
        daemon.write("b.md", "b\n")
        client.wait("vault/changed", lambda news: news["changes"][0]["path"] == "b.md")
        process.terminate()
        assert process.wait(60) == 0


def systemd_is_told():
    with Daemon() as daemon:
        daemon.end()
        daemon.write("a.md", "a\n")
        path = os.path.join(daemon.folder, "notify")
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(path)
        notify.settimeout(60)
        # A socket that systemd listens at, with a client who came before the daemon.
        listener = socket.socket(socket.AF_UNIX)
        place = os.path.join(daemon.folder, "activated.sock")
        listener.bind(place)
        listener.listen()
        early = Client(place, initialize=False)
        number = early.send("initialize", protocolVersion=1)
        script = 'import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ["LISTEN_PID"] = str(os.getpid()); ' \
            'os.environ["WATCHDOG_PID"] = str(os.getpid()); os.execv(sys.argv[2], sys.argv[2:])'
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(listener.fileno()), NOTEKITD, daemon.vault],
            env={**daemon.environment, "NOTIFY_SOCKET": path, "LISTEN_FDS": "1", "WATCHDOG_USEC": "200000"},
            pass_fds=[listener.fileno()], stderr=daemon.log)

        def told(word):
            while True:
                message = notify.recv(4096).decode()
                if word in message:
                    return message

        assert early.answer(number)["protocolVersion"] == 1
        told("READY=1")
        told("STATUS=1 vault, 1 client")
        told("WATCHDOG=1")
        told("WATCHDOG=1")
        process.send_signal(signal.SIGHUP)
        assert "MONOTONIC_USEC=" in told("RELOADING=1")
        told("READY=1")
        process.terminate()
        told("STOPPING=1")
        assert process.wait(60) == 0
        # It is systemd's.
        assert os.path.exists(place)
        assert not os.path.exists(daemon.socket), daemon.words()


def handed(daemon, listener, **environment):
    """Starts a daemon as systemd does, with a socket that listens."""
    script = 'import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ["LISTEN_PID"] = str(os.getpid()); ' \
        'os.execv(sys.argv[2], sys.argv[2:])'
    return subprocess.Popen(
        [sys.executable, "-c", script, str(listener.fileno()), NOTEKITD],
        env={**daemon.environment, "LISTEN_FDS": "1", **environment}, pass_fds=[listener.fileno()],
        stderr=subprocess.PIPE, text=True)


def a_daemon_that_lost_its_name_is_not_joined():
    with Daemon() as daemon:
        daemon.write("a.md", "a\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = client.ask("note/open", vault=vault, path="a.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 0, "text": "typed "}])
        # As systemd makes room for a socket of its own.
        os.unlink(daemon.socket)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(daemon.socket)
        listener.listen()
        second = handed(daemon, listener)
        assert second.wait(60) == 3, second.stderr.read()
        assert "runs" in (words := second.stderr.read()) and os.path.dirname(daemon.socket) in words, words
        # The first one has lost nothing but its name, and takes no other's with it.
        assert client.ask("note/save", session=note["session"])["isUnsaved"] is False
        assert daemon.end() == 0 and os.path.exists(daemon.socket)
        assert daemon.text("a.md") == b"typed a\n"
        # Then there is room; and one from a shell finds the folder taken.
        third = handed(daemon, listener)
        assert Client(daemon.socket).ask("vault/list")["vaults"] == []
        second = started(daemon)
        assert second.returncode == 3 and "already running" in second.stderr, second
        third.terminate()
        assert third.wait(60) == 0


def configuration_is_checked():
    with Daemon() as daemon:
        daemon.end()
        for text, words in [
            ('{\n "vaults": [],\n "log": "loud"\n}', "line 3: log"),
            ('{\n "limits": {\n  "clients": 0\n }\n}', "line 3: clients"),
            ('{"limits": {"client": 1}}', "line 1: client: there is no such limit"),
            ('{\n\n"vaults": ["here"]}', "line 3: vaults"),
            ('{\n "vaults": [}\n', "line 2"),
            ('{"pause": 0}', "line 1: pause"),
            ('{"vault": 1}', "there is no setting of this name"),
        ]:
            daemon.configure(text)
            second = started(daemon)
            assert second.returncode == 2 and words in second.stderr, (text, second)
        daemon.configure(vaults=[daemon.vault], limits={"clients": 2}, log="debug")
        daemon.write("a.md", "a\n")
        daemon.start()
        client = daemon.client()
        assert client.ask("vault/list")["vaults"][0]["notes"] == 1
        second = daemon.client()
        third = daemon.client(initialize=False)
        assert third.read()["error"]["data"]["code"] == "limit"
        try:
            third.read()
            raise AssertionError("a third client was taken")
        except Gone:
            pass
        second.ask("vault/list")


def standard_streams_serve():
    with Daemon() as daemon:
        daemon.end()
        daemon.write("a.md", "a\n")
        requests = b"".join(
            frame({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
            for number, (method, parameters) in enumerate([
                ("initialize", {"protocolVersion": 1}), ("vault/open", {"path": daemon.vault})]))
        done = subprocess.run(
            [NOTEKITD, "--stdio"], input=requests, env=daemon.environment, capture_output=True, timeout=60)
        assert done.returncode == 0 and done.stdout.count(b"Content-Length") == 2, done
        assert b'"notes":1' in done.stdout
        # From a file, which no epoll takes.
        with open(os.path.join(daemon.folder, "requests"), "w+b") as file:
            file.write(requests)
            file.seek(0)
            again = subprocess.run(
                [NOTEKITD, "--stdio"], stdin=file, env=daemon.environment, capture_output=True, timeout=60)
        assert again.returncode == 0 and again.stdout.count(b"Content-Length") == 2, again
        # No socket was made.
        assert not os.path.exists(daemon.socket), daemon.words()


def a_log_that_nobody_reads():
    with Daemon() as daemon:
        daemon.end()
        process = subprocess.Popen([NOTEKITD], env=daemon.environment, stderr=subprocess.PIPE)
        daemon.process = process
        daemon.wait_until_listening()
        good = daemon.client(name="good")
        # Each leaves a line when it goes, and a pipe takes 64 KB.
        for number in range(2000):
            other = daemon.client(name="x" * 64)
            other.close()
        assert good.ask("vault/list")["vaults"] == []
        process.terminate()
        assert process.wait(60) == 0
        process.stderr.close()


def few_descriptors():
    with Daemon() as daemon:
        daemon.end()
        script = 'import os, resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)); ' \
            'os.execv(sys.argv[1], sys.argv[1:])'
        daemon.program, daemon.arguments = sys.executable, ["-c", script, NOTEKITD]
        daemon.start()
        first = daemon.client()
        many = []
        for _ in range(60):
            many.append(socket.socket(socket.AF_UNIX))
            many[-1].connect(daemon.socket)
        while "No more connections" not in daemon.words():
            first.ask("vault/list")
        used = daemon.processor_time()
        select.select([], [], [], 3)
        assert daemon.processor_time() - used < 0.5, "it asks without end"
        assert daemon.words().count("No more connections") == 1, daemon.words()
        for each in many:
            each.close()
        daemon.client().ask("vault/list")


def vaults_that_nobody_uses_make_room():
    with Daemon() as daemon:
        daemon.end()
        daemon.configure(vaults=[daemon.vault], limits={"vaults": 3}, pause=3_600_000)
        daemon.start()
        folders = [os.path.join(daemon.folder, f"vault-{number}") for number in range(4)]
        for folder in folders:
            os.mkdir(folder)
        with open(os.path.join(folders[1], "a.md"), "w") as file:
            file.write("a\n")
        first = daemon.client()
        clock = first.ask("vault/open", path=folders[0])["clock"]
        vault = first.ask("vault/open", path=folders[1])["vault"]
        refused("limit", daemon.client().ask, method="vault/open", path=folders[2])
        refused("invalid-params", first.ask, method="vault/open", path="/")
        note = first.ask("note/open", vault=vault, path="a.md")
        first.ask("note/edit", session=note["session"], revision=note["revision"],
                  edits=[{"start": 0, "end": 1, "text": "b"}])
        with open(os.path.join(folders[1], "a.md"), "w") as file:
            file.write("theirs\n")
        first.wait("conflict/changed")
        first.close()
        # The configuration holds one and a conflict another; the third makes room as soon as its client is gone.
        other = daemon.client()
        while True:
            try:
                other.ask("vault/open", path=folders[2])
                break
            except Refused as refusal:
                assert refusal.word == "limit", refusal
        assert {each["path"] for each in other.ask("vault/list")["vaults"]} == \
            {daemon.vault, folders[1], folders[2]}
        refused("limit", other.ask, method="vault/open", path=folders[3])
        other.close()
        # A clock of before is none of now.
        again = daemon.client()
        while True:
            try:
                opened = again.ask("vault/open", path=folders[0])
                break
            except Refused as refusal:
                assert refusal.word == "limit", refusal
        assert again.ask("vault/changes", vault=opened["vault"], since=clock)["isFresh"]


def a_large_answer_is_refused_and_not_the_client():
    with Daemon() as daemon:
        daemon.end()
        daemon.configure(limits={"answers": 1 << 18})
        daemon.start()
        daemon.write("small.md", "a line of text\n" * 10_000)
        daemon.write("large.md", "a line of text\n" * 22_000)
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        refused("limit", client.ask, method="note/read", vault=vault, path="large.md")
        # Far more than the limit in all, asked for at once and read as fast as it comes.
        numbers = [client.send("note/read", vault=vault, path="small.md") for _ in range(20)]
        assert all(len(client.answer(number)["text"]) == 150_000 for number in numbers)


def what_is_sent_before_leaving_is_done():
    with Daemon() as daemon:
        daemon.write("a.md", "")
        watcher = daemon.client()
        vault = watcher.ask("vault/open", path=daemon.vault)["vault"]
        watcher.ask("note/open", vault=vault, path="a.md")
        length = 0
        for number in range(60):
            client = daemon.client()
            note = client.ask("note/open", vault=vault, path="a.md")
            client.send("note/edit", session=note["session"], revision=note["revision"],
                        edits=[{"start": 0, "end": 0, "text": "x"}])
            client.close()
        while length < 60:
            length += len(watcher.wait("note/changed")["changes"])


def a_reload_holds_up_nothing():
    with Daemon() as daemon:
        daemon.end()
        folder = os.path.join(daemon.folder, "many")
        for number in range(100):
            os.makedirs(f"{folder}/{number}")
            for note in range(100):
                with open(f"{folder}/{number}/{note}.md", "w") as file:
                    file.write("x\n")
        daemon.start()
        daemon.client().ask("vault/list")
        daemon.configure(vaults=[folder], pause=3_600_000)
        # More than any queue holds, and the end behind them.
        for _ in range(200):
            daemon.process.send_signal(signal.SIGHUP)
            select.select([], [], [], 0.001)
        assert daemon.end() == 0
        assert daemon.words().count("Ending") == 2, daemon.words()
        # While the first look goes on it says what it looks at, and reads its configuration again; the watchdog is fed,
        # and an end is heard.
        path = os.path.join(daemon.folder, "notify")
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(path)
        notify.settimeout(60)
        daemon.environment = {**daemon.environment, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"}
        daemon.start(wait=False)
        words = [notify.recv(4096).decode()]
        daemon.configure(vaults=[folder], pause=3_600_000, log="debug")
        daemon.process.send_signal(signal.SIGHUP)
        while not words[-1].startswith("READY=1"):
            words.append(notify.recv(4096).decode())
        assert "1 vault" in words[-1] and "looking" not in words[-1], words
        while notify.recv(4096) != b"WATCHDOG=1":
            pass
        assert daemon.end() == 0


def a_reload_says_what_has_to_wait():
    with Daemon() as daemon:
        daemon.end()
        daemon.configure(log="warning", pause=3_600_000, vaults=[daemon.vault])
        daemon.start()
        daemon.client().ask("vault/open", path=daemon.vault)
        said = len(daemon.words())
        daemon.configure(log="info", pause=5)
        daemon.process.send_signal(signal.SIGHUP)
        while "Ready" not in daemon.words()[said:]:
            select.select([], [], [], 0.005)
        assert "From the next start on hold: pause, vaults that were taken out." in daemon.words()[said:], daemon.words()


def asked_twice_it_ends_at_once():
    with Daemon() as daemon:
        daemon.write("a.md", "a\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = client.ask("note/open", vault=vault, path="a.md")
        client.ask("note/edit", session=note["session"], revision=note["revision"],
                   edits=[{"start": 0, "end": 0, "text": "mine "}])
        # A save waits for a program that is just writing the note.
        with open(daemon.path("a.md"), "r+") as writer:
            os.utime(daemon.path("a.md"))
            daemon.process.terminate()
            while "Ending" not in daemon.words():
                select.select([], [], [], 0.001)
            daemon.process.terminate()
            assert daemon.process.wait(60) == 5 and "Ended" not in daemon.words()
        daemon.start()
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        assert client.ask("note/open", vault=vault, path="a.md")["text"] == "mine a\n"


PARTS = [
    socket_is_private, stale_socket_is_taken_over, other_things_are_left_alone, unsafe_folders_are_refused,
    others_sockets_stay_at_the_end, one_of_many_that_start_at_once, long_paths_are_met,
    without_a_runtime_folder, termination_saves, an_end_in_conflict_keeps_both_sides, other_users_are_refused,
    a_kill_loses_nothing, a_kill_and_folders_that_move_lose_nothing, a_client_that_goes_leaves_its_edits,
    systemd_is_told, a_daemon_that_lost_its_name_is_not_joined, configuration_is_checked, standard_streams_serve,
    what_happens_is_shown, a_log_that_nobody_reads, few_descriptors, vaults_that_nobody_uses_make_room,
    a_large_answer_is_refused_and_not_the_client, what_is_sent_before_leaving_is_done, a_reload_holds_up_nothing,
    a_reload_says_what_has_to_wait, asked_twice_it_ends_at_once, nobody_who_reads_nothing_is_waited_for_twice,
]

if __name__ == "__main__":
    for part in PARTS:
        if len(sys.argv) < 2 or part.__name__ in sys.argv[1:]:
            part()
    print("life: fine")
