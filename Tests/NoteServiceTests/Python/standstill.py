# SPDX-License-Identifier: MIT
# Whose edits wait for a command, from when on and for how long, and who is in a conflict then.

import fcntl
import json
import os
import subprocess
import threading

from daemon_client import Daemon, refused

NOTEKIT = os.path.join(os.path.dirname(os.environ["NOTEKITD"]), "notekit")


def run(daemon, *words, **options):
    return subprocess.run([NOTEKIT, *words], cwd=daemon.vault, env=daemon.environment, capture_output=True,
                          text=True, timeout=120, **options)


def opened(client, vault, path):
    note = client.ask("note/open", vault=vault, path=path)
    return note["session"], note["revision"]


def type_in(client, note, text, at=0):
    return client.ask("note/edit", session=note[0], revision=note[1],
                      edits=[{"start": at, "end": at, "text": text}])


def held_open(process):
    """The paths of what a process has open."""
    folder = f"/proc/{process.pid}/fd"
    paths = []
    for name in os.listdir(folder):
        try:
            paths.append(os.readlink(os.path.join(folder, name)))
        except FileNotFoundError:
            pass
    return paths


def nobody_waits_for_the_lock_of_the_vault():
    with Daemon() as daemon:
        os.mkdir(daemon.path(".obsidian"))
        for name, text in {"a.md": "a\n", "b.md": "see [[a]]\n", "x.md": "x\n"}.items():
            daemon.write(name, text)
        assert run(daemon, "rename", "x.md", "y").returncode == 0
        locks = [os.path.join(folder, name) for folder, _, names in os.walk(daemon.folder + "/state")
                 for name in names if name == "operations.lock"]
        assert len(locks) == 1, locks
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = opened(client, vault, "b.md")
        # Another program changes the vault, and another command waits for it.
        lock = os.open(locks[0], os.O_RDWR)
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = subprocess.Popen([NOTEKIT, "rename", "a.md", "q"], cwd=daemon.vault, env=daemon.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # It is at the lock, or about to be.
        while locks[0] not in held_open(command):
            assert command.poll() is None, command.communicate()
        done = threading.Event()

        def type_on():
            type_in(client, note, "typed ")
            done.set()

        typist = threading.Thread(target=type_on)
        typist.start()
        assert done.wait(8), "an edit waits for a command that waits for another"
        assert command.poll() is None, command.communicate()
        os.close(lock)
        out, problems = command.communicate(timeout=60)
        typist.join()
        assert command.returncode == 0 and problems == "", (out, problems)
        assert daemon.text("b.md") == b"typed see [[q]]\n", daemon.text("b.md")
        assert client.ask("conflict/list", vault=vault)["conflicts"] == []


def a_note_in_conflict_is_left_by_changes_of_the_vault():
    with Daemon() as daemon:
        os.mkdir(daemon.path(".obsidian"))
        os.mkdir(daemon.path("d"))
        for name, text in {"a.md": "a\n", "b.md": "see [[a]]\n", "photo.png": "P"}.items():
            daemon.write(name, text)
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = opened(client, vault, "b.md")
        type_in(client, note, "mine ")
        daemon.replace("b.md", "theirs [a](a.md)\n")
        refused("conflict", client.ask, method="note/save", session=note[0])
        for words in (["move", "a.md", "d", "--json"], ["attach", "add", "b.md", "photo.png", "--json"]):
            done = run(daemon, *words)
            assert done.returncode == 3, (words, done)
            assert "b.md" in done.stdout, (words, done)
            assert daemon.text("b.md") == b"theirs [a](a.md)\n", (words, done)
        assert os.path.exists(daemon.path("d/a.md")) and os.path.exists(daemon.path("photo.png"))


def a_session_of_the_command_line_stands_beside():
    with Daemon() as daemon:
        os.mkdir(daemon.path(".obsidian"))
        daemon.write("a.md", "one\ntwo\n")
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = opened(client, vault, "a.md")
        type_in(client, note, "typed ")
        # It begins with what was typed.
        talk = subprocess.Popen([NOTEKIT, "session", "a.md", "--pause", "3600000"], cwd=daemon.vault,
                                env=daemon.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(**request):
            talk.stdin.write(json.dumps(request) + "\n")
            talk.stdin.flush()
            while True:
                answer = json.loads(talk.stdout.readline())
                if answer.get("op") == request["op"]:
                    return answer

        assert ask(op="text")["text"] == "typed one\ntwo\n"
        assert ask(op="edit", start=10, end=13, text="2").get("error") is None
        assert ask(op="save")["status"] == "saved"
        assert daemon.text("a.md") == b"typed one\n2\n"
        state = client.ask("note/save", session=note[0])
        assert client.ask("conflict/list", vault=vault)["conflicts"] == []
        # Both type: what was typed there is saved first, and the conflict is here.
        type_in(client, (note[0], state["revision"]), "more ")
        ask(op="edit", start=0, end=0, text="mine ")
        answer = ask(op="save")
        assert answer["error"]["code"] == "conflict", answer
        assert daemon.text("a.md") == b"more typed one\n2\n"
        assert client.ask("conflict/list", vault=vault)["conflicts"] == []
        assert ask(op="resolve", choice="merged", text="more mine typed one\n2\n")["status"] == "saved"
        client.ask("note/save", session=note[0])
        assert daemon.text("a.md") == b"more mine typed one\n2\n"
        # A note in conflict there is not written from here.
        state = client.ask("note/save", session=note[0])
        type_in(client, (note[0], state["revision"]), "torn ")
        daemon.replace("a.md", "theirs\n")
        refused("conflict", client.ask, method="note/save", session=note[0])
        while ask(op="text")["text"] != "theirs\n":
            pass
        ask(op="edit", start=0, end=0, text="x")
        answer = ask(op="save")
        assert answer.get("error") or answer["status"] == "failed", answer
        assert daemon.text("a.md") == b"theirs\n"
        token = client.ask("conflict/show", vault=vault, path="a.md")["token"]
        client.ask("note/resolve", session=note[0], choice="theirs", token=token)
        talk.stdin.close()
        talk.stdout.read()
        assert talk.wait(60) in (0, 3), talk.returncode
        assert client.ask("conflict/list", vault=vault)["conflicts"] == []


def a_merge_stands_beside():
    with Daemon() as daemon:
        os.mkdir(daemon.path(".obsidian"))
        for name, text in {"base": "1\n2\n3\n", "mine.md": "1\n2\n3\n", "theirs": "1\n2\nthree\n"}.items():
            daemon.write(name, text)
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        note = opened(client, vault, "mine.md")
        type_in(client, note, "typed ")
        done = run(daemon, "merge", "base", "mine.md", "theirs", "-o", "mine.md")
        assert done.returncode == 0, done
        assert daemon.text("mine.md") == b"typed 1\n2\nthree\n"
        state = client.ask("note/save", session=note[0])
        assert client.ask("conflict/list", vault=vault)["conflicts"] == []
        # One in conflict is not written; the merged text is kept.
        type_in(client, (note[0], state["revision"]), "mine ")
        daemon.replace("mine.md", "other\n")
        refused("conflict", client.ask, method="note/save", session=note[0])
        done = run(daemon, "merge", "base", "base", "theirs", "-o", "mine.md")
        assert done.returncode == 3 and "kept at" in done.stderr, done
        assert daemon.text("mine.md") == b"other\n"


for part in (nobody_waits_for_the_lock_of_the_vault, a_note_in_conflict_is_left_by_changes_of_the_vault,
             a_session_of_the_command_line_stands_beside, a_merge_stands_beside):
    part()
print("standstill: fine")
