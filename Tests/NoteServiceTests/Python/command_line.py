# SPDX-License-Identifier: MIT
# notekit beside a daemon: each command does what it does alone, and what others are typing is never in its way.

import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

from daemon_client import Client, Daemon, Gone, frame, refused

NOTEKIT = os.path.join(os.path.dirname(os.environ["NOTEKITD"]), "notekit")

NOTES = {
    "todo.md": "\ufeff# Todo\r\n\r\n- [ ] milk\r\n- [x] bread\r\n",
    "plan.md": "---\ntags: [a]\nstatus: open\n---\n# Plan\n\nsee [[todo]]\n\nblue\n",
    "links.md": "[[plan]], ![[plan]] and [p](plan.md)\n",
    "sub/deep.md": "[[plan]]\n",
    "mixed.md": b"one\rtwo\nthree\r\n",
    "wide.md": b"\xff\xfeT\x00",
    "photo.png": b"\x89PNG",
}


def make(vault):
    for name, text in NOTES.items():
        path = os.path.join(vault, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        os.utime(path, (1_700_000_000, 1_700_000_000 + len(name)))
    os.mkdir(os.path.join(vault, ".obsidian"))


def contents(vault):
    found = {}
    for folder, _, names in os.walk(vault):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, vault)] = file.read()
    return found


class Place:
    """A folder with a vault in it, and how notekit is run there."""

    def __init__(self, folder, environment):
        self.folder = folder
        self.environment = {**environment, "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def run(self, *words, stdin=b""):
        return subprocess.run(
            [NOTEKIT, *words], cwd=self.folder, env=self.environment, input=stdin, capture_output=True, timeout=120)


def plain(text):
    """An answer without what differs from one run to the next: moments, and the times in them."""
    text = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", b"MOMENT", text)
    text = re.sub(rb"\d{4}-\d\d-\d\d \d\d:\d\d", b"MINUTE", text)
    text = re.sub(rb"/[^']*/state/notekit/versions/([^/]*)-[0-9a-f]{16}/[0-9-]*", rb"KEPT/\1/", text)
    return re.sub(rb'econds":[0-9.e-]+|in [0-9.]+ (s|ms)\b', b"TIME", text)


DIGEST = "0" * 64
# Each row is done in a vault of its own, one command after the other. ID is the newest version that is listed.
TABLE = [
    [["edit", "v/todo.md", "--append", "--with", "end\n", "--json"]],
    [["edit", "v/todo.md", "--replace", "5:9", "--with", "Done"]],
    [["edit", "v/todo.md", "--replace", "0:1", "--with", "x", "--json"]],
    [["edit", "v/mixed.md", "--append", "--text-from", "-", "--json"]],
    [["edit", "v/todo.md", "--append", "--with", "x", "--base", DIGEST, "--json"]],
    [["edit", "v/wide.md", "--append", "--with", "x", "--json"]],
    [["edit", "v/gone.md", "--append", "--with", "x", "--json"]],
    [["edit", "v/todo.md", "--append", "--with", "", "--json"]],
    [["task", "toggle", "v/todo.md", "3", "--json"]],
    [["task", "toggle", "v/todo.md", "1", "--json"]],
    [["task", "toggle", "v/todo.md", "4", "--status", "/"]],
    [["property", "set", "v/plan.md", "status", "done", "--json"]],
    [["property", "append", "v/plan.md", "tags", "b"]],
    [["property", "remove", "v/plan.md", "nothing", "--json"]],
    [["property", "rename", "v/plan.md", "status", "state", "--json"]],
    [["search", "v", "PLAN", "--json"]],
    [["search", "v", "plan"]],
    [["search", "v", "pl.n", "--regex", "--in", "sub"]],
    [["rename", "v/plan.md", "Plan B", "--dry-run", "--json"]],
    [["rename", "v/plan.md", "Plan B", "--json"], ["rename", "--undo", "v", "--json"]],
    [["rename", "v/plan.md", "todo", "--json"]],
    [["rename", "v/plan.md", "a/b"]],
    [["move", "v/plan.md", "sub", "--json"], ["move", "--undo", "v"]],
    [["folder", "rename", "v", "sub", "deeper", "--json"], ["folder", "list", "v", "--json"]],
    [["folder", "delete", "v", "sub"]],
    [["attach", "add", "v/plan.md", "v/photo.png", "--json"], ["attach", "list", "v/plan.md", "--json"]],
    [["pin", "v/plan.md"], ["list", "v", "--json"]],
    [["edit", "v/plan.md", "--append", "--with", "more\n"], ["history", "list", "v/plan.md", "--json"],
     ["history", "show", "v/plan.md", "ID"], ["history", "diff", "v/plan.md", "ID"],
     ["history", "restore", "v/plan.md", "ID", "--json"], ["history", "restore", "v/plan.md", "ID"],
     ["history", "restore", "v/plan.md", "none", "--json"]],
    [["list", "v"]],
    [["links", "--back", "v/plan.md", "--json"]],
    [["check", "v", "--format", "json"]],
    [["check", "v", "--links", "--format", "json"]],
    [["search", "v", "milk", "--json"], ["search", "v", "P\u0141AN"], ["search", "v", "nowhere", "--json"]],
    [["search", "v", "see.*todo", "--regex"], ["search", "v", "(", "--regex"], ["search", "v", "", "--json"]],
    [["search", "v", "pla\u0301n", "--ignore-marks", "--json"], ["search", "v", "plan", "--in", "none", "--json"]],
    [["search", "v", "plan", "--in", "./sub/", "--json"], ["search", "v", "plan", "--in", "../v"]],
    [["search", "v/sub", "plan"], ["search", "none", "plan", "--json"], ["search", "v", "x"]],
    [["search", "v", "\n---\n# plan"], ["search", "v", "two\nthree", "--json"]],
    [["list", "v", "--find", "milk", "--json"], ["list", "v", "--find", "PLAN", "--in", "sub"],
     ["list", "v", "--find", "plan", "--in", "/"], ["list", "v", "--find", "plan", "--recent", "1"]],
    [["outline", "v", "--json"]], [["links", "v"]], [["tags", "v"]], [["tasks", "v/todo.md", "--json"]],
    [["scan", "v/plan.md"]], [["tree", "v/plan.md"]], [["blocks", "v/plan.md", "--json"]],
    [["sections", "v/plan.md"]], [["text", "v/plan.md"]], [["preview", "v/todo.md"]], [["regions", "v/plan.md"]],
    [["properties", "v/plan.md", "--json"], ["properties", "v/wide.md"]],
    [["export", "v/plan.md", "v/todo.md", "--to", "md", "-o", "."]],
    [["merge", "v/todo.md", "v/plan.md", "v/links.md"], ["merge", "v/todo.md", "v/todo.md", "v/links.md", "-o", "v/new.md"]],
    [["session", "v/plan.md", b'{"op":"edit","start":0,"end":0,"text":"x"}\n{"op":"save"}\n{"op":"close"}\n']],
    [["pin", "v/plan.md"], ["unpin", "v/plan.md"], ["unpin", "v/gone.md"], ["pin", "v/gone.md"],
     ["pin", "v/sub/deep.md", "--json"], ["unpin", "v/sub/deep.md", "--json"]],
    [["merge", "v/todo.md", "v/plan.md", "v/links.md", "--json"],
     ["merge", "v/todo.md", "v/plan.md", "v/links.md", "--json", "-o", "v/todo.md"]],
    [["conflicts", "v", "--json"], ["diff", "v/plan.md", "--json"], ["resolve", "v/plan.md", "--mine", "--json"]],
    [["manual"], ["completions", "bash"], ["help", "search"]],
]
# Of these nothing can be compared.
REASONS = {
    "watch": "it goes on until it is ended, and watches by itself",
    "status": "it tells of the daemon",
    "daemon": "it starts and ends the daemon",
    "mcp": "it serves on until its input ends; AgentProcessTests serve with a daemon and without one",
    "doctor": "it tells of the disk of the vault, of which there is another here; it opens no note",
}


def play(place, row):
    """What each command of a row comes to."""
    outcomes = []
    for words in row:
        if "ID" in words:
            listed = json.loads(place.run("history", "list", words[2], "--json").stdout)
            words = [listed[0]["id"] if word == "ID" else word for word in words]
        typed = words[-1] if isinstance(words[-1], bytes) else b"typed\n"
        done = place.run(*[word for word in words if isinstance(word, str)], stdin=typed)
        outcomes.append((words[:2], plain(done.stdout), plain(done.stderr), done.returncode))
    return outcomes


def beside(daemon):
    return Place(daemon.folder, daemon.environment)


def fresh(place):
    shutil.rmtree(os.path.join(place.folder, "v"), ignore_errors=True)
    os.mkdir(os.path.join(place.folder, "v"))
    make(os.path.join(place.folder, "v"))
    return os.path.join(place.folder, "v")


def alone(row, typed):
    """Does a row where no daemon is, with what is typed in the files."""
    with tempfile.TemporaryDirectory(prefix="alone-") as folder:
        place = Place(folder, {"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder,
                               "XDG_STATE_HOME": os.path.join(folder, "state")})
        vault = fresh(place)
        for name, text in typed.items():
            with open(os.path.join(vault, name), "wb") as file:
                file.write(text)
        return play(place, row), contents(vault)


def served(row, typing):
    """The same with a daemon that has the vault open, and with a client that types."""
    with Daemon() as daemon:
        place = beside(daemon)
        vault = fresh(place)
        client = daemon.client()
        id = client.ask("vault/open", path=vault)["vault"]
        sessions = {}
        for name, edits in typing.items():
            opened = sessions[name] = client.ask("note/open", vault=id, path=name)
            if edits:
                client.ask("note/edit", session=opened["session"], revision=opened["revision"], edits=edits)
        outcomes = play(place, row)
        # Nobody was put into a conflict; what was typed in other notes is written by their sessions.
        assert client.ask("conflict/list", vault=id)["conflicts"] == [], row
        for opened in sessions.values():
            saved = client.ask("note/save", session=opened["session"])
            assert not saved["isUnsaved"] and saved["status"] != "changedElsewhere", (row, saved)
        return outcomes, contents(vault)


commands = re.findall(r"^  ([a-z]+) ", subprocess.run(
    [NOTEKIT, "--help"], capture_output=True, text=True).stdout.split("Commands:")[1].split("Flags:")[0], re.M)
assert sorted(commands) == sorted({words[0] for row in TABLE for words in row} | set(REASONS)), commands

for row in TABLE:
    expected = alone(row, {})
    for typing in ({}, {"todo.md": [], "plan.md": [], "links.md": []}):
        found = served(row, typing)
        for one, other in zip(expected[0], found[0]):
            assert one == other, f"alone {one}\nbeside a daemon {other}"
        assert expected[1] == found[1], (row, expected[1], found[1])

# With edits that are typed and not saved: the same as where they were saved first. The history holds one version
# more, and what only reads the files has been compared.
MINE = {"todo.md": NOTES["todo.md"].replace("# Todo", "# My Todo").encode(),
        "plan.md": NOTES["plan.md"].replace("blue", "blue [[todo]]").encode()}
TYPING = {"todo.md": [{"start": 2, "end": 2, "text": "My "}],
          "plan.md": [{"start": 57, "end": 57, "text": " [[todo]]"}]}
assert NOTES["plan.md"].index("blue") + 4 == 57
for row in TABLE:
    if row[0][0] not in ("edit", "task", "property", "rename", "move", "folder", "attach") or "--dry-run" in row[0]:
        continue
    if any("history" in words for words in row) or row[0][1] in ("v/wide.md", "v/gone.md", "v/mixed.md"):
        continue
    expected, found = alone(row, MINE), served(row, TYPING)
    for one, other in zip(expected[0], found[0]):
        assert one == other, f"alone {one}\nwith what is typed {other}"
    assert expected[1] == found[1], (row, expected[1], found[1])

with Daemon() as daemon:
    place = beside(daemon)
    vault = fresh(place)
    a, b = daemon.client(), daemon.client()
    id = a.ask("vault/open", path=vault)["vault"]

    # Somebody types all the time in the note that is edited: both texts are whole, and nobody is in a conflict.
    typing = b.ask("note/open", vault=id, path="plan.md")
    typed, ended, failure = [], threading.Event(), []

    def type_on():
        try:
            revision = typing["revision"]
            while not ended.is_set():
                revision = b.ask("note/edit", session=typing["session"], revision=revision,
                                 edits=[{"start": 57, "end": 57, "text": "x"}])["revision"]
                typed.append(1)
        except BaseException as error:
            failure.append(error)

    typist = threading.Thread(target=type_on)
    typist.start()
    for number in range(20):
        done = place.run("edit", "v/plan.md", "--append", "--with", f"line {number}\n", "--json")
        assert done.returncode == 0, done
        assert json.loads(done.stdout)["receipt"]["proof"] in ("proven", "verified"), done
    ended.set()
    typist.join()
    assert not failure, failure
    b.ask("note/save", session=typing["session"])
    expected = NOTES["plan.md"].replace("blue", "blue" + "x" * len(typed)) + "".join(
        f"line {number}\n" for number in range(20))
    with open(os.path.join(vault, "plan.md")) as file:
        assert file.read() == expected, (len(typed), "what was typed, or what was appended, is not all there")
    assert a.ask("conflict/list", vault=id)["conflicts"] == []

    # An edit waits while its note is held still, however that ends.
    for release in (lambda hold: a.ask("vault/release", hold=hold), lambda hold: a.close()):
        note = os.path.join(vault, "plan.md")
        hold = a.ask("vault/hold", path=note)
        assert hold["notes"] == 1 and hold["unsaved"] == [], hold
        revision = b.ask("note/save", session=typing["session"])["revision"]
        number = b.send("note/edit", session=typing["session"], revision=revision,
                        edits=[{"start": 0, "end": 0, "text": ""}])
        assert not select.select([b.socket], [], [], 0.2)[0], "an edit went through a hold"
        release(hold["hold"])
        b.answer(number)
    a = daemon.client()
    assert a.ask("vault/release", hold=12345) == {"wasHeld": False}
    # A path is compared, and nothing is looked at.
    assert a.ask("vault/hold", path="/nowhere")["notes"] == 0
    assert a.ask("vault/hold", path=vault + "x")["notes"] == 0
    refused("invalid-params", a.ask, method="vault/hold", path="plan.md")

    # A note in conflict is nobody's to write: the text of the refused edit is kept, and both sides stay.
    torn = b.ask("note/open", vault=id, path="todo.md")
    b.ask("note/edit", session=torn["session"], revision=torn["revision"],
          edits=[{"start": 0, "end": 0, "text": "mine: "}])
    with open(os.path.join(vault, "new"), "w") as file:
        file.write("theirs [[plan]]\n")
    os.rename(os.path.join(vault, "new"), os.path.join(vault, "todo.md"))
    refused("conflict", b.ask, method="note/save", session=torn["session"])
    done = place.run("edit", "v/todo.md", "--append", "--with", "kept words\n", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 3 and answer["status"] == "conflict", done
    assert answer["error"]["code"] == "conflict" and "not saved" in answer["message"], answer
    with open(answer["kept"]) as file:
        assert file.read() == "kept words\n"
    done = place.run("rename", "v/plan.md", "other", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 3 and [each["path"] for each in answer["refused"]] == ["todo.md"], done
    with open(os.path.join(vault, "todo.md")) as file:
        assert file.read() == "theirs [[plan]]\n"

    # One that stands still: the command says so, and works without it.
    daemon.process.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    done = place.run("edit", "v/links.md", "--append", "--with", "alone\n", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["status"] == "saved", done
    assert b"Working without notekitd" in done.stderr, done
    assert time.monotonic() - began < 20
    daemon.process.send_signal(signal.SIGCONT)

    # A daemon that is gone leaves a socket; nobody speaks of it.
    daemon.process.kill()
    daemon.process.wait()
    done = place.run("edit", "v/links.md", "--append", "--with", "gone\n")
    assert done.returncode == 0 and done.stderr == b"", done


def everything(folder, name):
    return [os.path.join(place, each) for place, _, names in os.walk(folder) for each in names if each == name]


class Beside:
    """notekit beside a daemon, but with a state folder of its own: where it makes an index, it looked itself."""

    def __init__(self, daemon):
        self.state = os.path.join(daemon.folder, "own")
        os.mkdir(self.state)
        self.beside = Place(daemon.folder, {**daemon.environment, "XDG_STATE_HOME": self.state})
        self.alone = Place(daemon.folder, {**daemon.environment, "XDG_RUNTIME_DIR": self.state})

    def compare(self, isAsked, *words):
        """Demands the outcome of a command that works alone, and answers it."""
        expected = self.alone.run(*words)
        for index in everything(self.state, "index.sqlite"):
            os.remove(index)
        found = self.beside.run(*words)
        for one, other in [(expected.stdout, found.stdout), (expected.stderr, found.stderr)]:
            assert one == other, (words, one[:2000], other[:2000])
        assert expected.returncode == found.returncode, (words, expected, found)
        assert isAsked == (everything(self.state, "index.sqlite") == []), (words, "asked" if isAsked else "not asked")
        return found


with Daemon() as daemon:
    place = Beside(daemon)
    vault = fresh(place.beside)
    place.compare(False, "search", "v", "plan")
    client = daemon.client()
    client.ask("vault/open", path=vault)
    for words in [["plan"], ["plan", "--json"], ["nothing at all"], ["todo.*", "--regex"], ["plan", "--in", "sub"],
                  ["PLA\u0301N", "--ignore-marks"], ["see [[todo]]\n\nblue", "--json"]]:
        place.compare(True, "search", "v", *words)
    for words in [["plan"], ["plan", "--in", "sub"], ["plan", "--in", "/"], ["nothing"], ["plan", "--unfiled", "--json"]]:
        place.compare(True, "list", "v", "--find", *words)
    # No index helps; a folder in the vault is another vault.
    place.compare(False, "search", "v", "p")
    place.compare(False, "search", "v", "p.n", "--regex")
    place.compare(False, "search", "v/sub", "plan")
    os.symlink("v", os.path.join(daemon.folder, "w"))
    place.compare(True, "search", "w/", "plan")

    # What another program has just done is found, however it did it.
    def write(number):
        with open(os.path.join(vault, "fresh.md"), "w") as file:
            file.write(f"needle{number}\n")

    def replace(number):
        with open(os.path.join(vault, "sub/.new"), "w") as file:
            file.write(f"needle{number}\n")
        os.rename(os.path.join(vault, "sub/.new"), os.path.join(vault, "sub/deep.md"))

    def bring(number):
        os.makedirs(os.path.join(daemon.folder, "made/a/b"))
        with open(os.path.join(daemon.folder, "made/a/b/c.md"), "w") as file:
            file.write(f"needle{number}\n")
        os.rename(os.path.join(daemon.folder, "made"), os.path.join(vault, f"made{number}"))

    for number in range(60):
        [write, replace, bring][number % 3](number)
        found = place.beside.run("search", "v", f"needle{number}")
        assert found.stdout.count(b"\n") == 1 and found.stderr.count(b"\n") == 1, (number, found)
    assert everything(place.state, "index.sqlite") == []
    os.remove(os.path.join(vault, "fresh.md"))
    assert b"fresh" not in place.compare(True, "search", "v", "needle").stdout
    os.rename(os.path.join(vault, "sub"), os.path.join(vault, "below"))
    place.compare(True, "search", "v", "needle", "--json")
    # What is typed and not saved is in no file.
    session = client.ask("note/open", vault=client.ask("vault/list")["vaults"][0]["vault"], path="links.md")
    client.ask("note/edit", session=session["session"], revision=session["revision"],
               edits=[{"start": 0, "end": 0, "text": "unsaved words "}])
    assert place.compare(True, "search", "v", "unsaved words").stdout == b""

    # Names that are no text, lines that are too long, matches in the end of a line.
    with open(os.path.join(vault.encode(), b"\xff\\x.md"), "w") as file:
        file.write("long " + "word " * 1000 + "needle\r\nneedle\r\rneedle")
    for words in [["needle"], ["needle", "--json"], ["needle\r?$", "--regex", "--json"], ["needle.", "--regex"]]:
        place.compare(True, "search", "v", *words)
    # More than it is asked for, and just so much.
    for number in range(201):
        with open(os.path.join(vault, f"{number}.md"), "w") as file:
            file.write("common\n" * (number % 3 + 1))
    place.compare(False, "search", "v", "common")
    os.remove(os.path.join(vault, "7.md"))
    assert len(json.loads(place.compare(True, "search", "v", "common", "--json").stdout)) == 200
    # What a link out of the vault leads to is told to no client, and found by a command.
    os.mkdir(os.path.join(daemon.folder, "other"))
    with open(os.path.join(daemon.folder, "other/there.md"), "w") as file:
        file.write("outside\n")
    os.symlink(os.path.join(daemon.folder, "other"), os.path.join(vault, "out"))
    assert b"out/there.md:1:outside\n" == place.compare(False, "search", "v", "outside").stdout
    place.compare(True, "search", "v", "milk")
    # The reader goes away: both end as anything else does.
    for each in (place.alone, place.beside):
        process = subprocess.Popen([NOTEKIT, "search", "v", "common"], cwd=each.folder, env=each.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.close()
        assert process.wait() == -signal.SIGPIPE

    daemon.process.send_signal(signal.SIGSTOP)
    done = place.beside.run("search", "v", "milk")
    assert done.returncode == 0 and done.stdout == place.alone.run("search", "v", "milk").stdout, done
    assert b"Working without notekitd" in done.stderr, done
    daemon.process.send_signal(signal.SIGCONT)


# Where the tests run with interrupts ignored or blocked, the commands would not hear them either.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def pretend(answers, *words):
    """What a command comes to beside a daemon that answers as it is told, with None for a connection that ends, and
    ... for an interrupt while it is waited for. Without answers there is no daemon."""
    with tempfile.TemporaryDirectory(prefix="pretend-") as folder:
        os.mkdir(os.path.join(folder, "notekit"), 0o700)
        place = Place(folder, {"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder,
                               "XDG_STATE_HOME": os.path.join(folder, "state")})
        vault = fresh(place)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(folder, "notekit", "notekitd.sock"))
        listener.listen()
        asked = []

        if not answers:
            listener.close()
            done = place.run(*words, "--json")
            return done, json.loads(done.stdout), [], True

        def serve():
            peer, _ = listener.accept()
            client = Client.__new__(Client)
            client.socket, client.buffer = peer, b""
            for answer in answers:
                message = client.read()
                asked.append(message["method"])
                if answer is None:
                    break
                if answer is ...:
                    facts = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
                    os.kill(struct.unpack("3i", facts)[0], signal.SIGINT)
                    continue
                answer = json.loads(json.dumps(answer).replace("VAULTPATH", os.path.realpath(vault)))
                peer.sendall(frame({"jsonrpc": "2.0", "id": message["id"], **answer}))
            else:
                # It stays until it is left.
                try:
                    asked.append(client.read()["method"])
                except Gone:
                    pass
            peer.close()

        server = threading.Thread(target=serve)
        server.start()
        before = contents(vault)
        done = place.run(*words, "--json")
        server.join()
        listener.close()
        return done, json.loads(done.stdout or "null"), asked, contents(vault) == before


def works_without(answers):
    done, answer, _, _ = pretend(answers, "edit", "v/links.md", "--append", "--with", "more\n")
    assert done.returncode == 0 and answer["status"] == "saved", done
    assert b"Working without notekitd" in done.stderr, done
    return done.stderr


def looks_itself(answers, isTold):
    """A search beside a daemon that fails on the way is that of a command that works alone."""
    expected, _, _, _ = pretend([], "search", "v", "plan")
    done, _, asked, _ = pretend(answers, "search", "v", "plan")
    assert done.stdout == expected.stdout and done.returncode == 0, (answers, done)
    assert isTold == (b"Working without notekitd" in done.stderr), (answers, done)
    return asked


FACTS = {"protocolVersion": 1, "serverInfo": {"name": "notekitd", "version": "0.0.9", "process": 1},
         "offsets": "utf-8", "methods": [], "largestMessage": 1000}
HOLDING = {"result": {**FACTS, "methods": ["vault/hold"]}}
STRANGER = {"error": {"code": -32602, "message": "Version 1 is not spoken.", "data": {"code": "invalid-params"}}}
assert b"0.0.9" in works_without([{"result": FACTS}])
works_without([None])
works_without([HOLDING, None])
works_without([HOLDING, {"result": "nonsense"}])
works_without([STRANGER])
BUSY = {"error": {"code": -32001, "message": "Somebody else has it.", "data": {"code": "busy"}}}
assert b"Somebody else has it." in works_without([HOLDING, BUSY])

# Where edits did not wait until the note was written, that is told.
HELD = {"result": {"hold": 1, "notes": 1, "unsaved": []}}
for was_held in (True, False):
    done, answer, asked, _ = pretend(
        [HOLDING, HELD, {"result": {"wasHeld": was_held}}], "edit", "v/links.md", "--append", "--with", "more\n")
    assert done.returncode == 0 and answer["status"] == "saved" and asked[2] == "vault/release", (done, asked)
    assert (b"may be in conflict" in done.stderr) != was_held, done

VAULT = {"vault": "1", "path": "VAULTPATH", "notes": 1, "open": 1, "unsaved": [], "clock": "1", "degraded": []}
# A search asks, and goes on alone where the answer is not to be had.
LISTED = {"result": {"vaults": [VAULT], "clients": []}}
FOUND = {"results": [], "isCut": False, "outside": 0, "unreadable": 0, "firstUnreadable": None, "clock": "1", "degraded": []}
HIT = {"path": "plan.md", "title": "plan", "isInTitle": True, "matches": [], "count": 0}
done, answer, asked, _ = pretend([HOLDING, LISTED, {"result": {**FOUND, "results": [HIT]}}], "search", "v", "plan")
assert asked[:3] == ["initialize", "vault/list", "vault/search"] and len(asked) == 3, asked
assert [each["path"] for each in answer] == ["plan.md"] and done.stderr == b"", done
for answers, isTold in [
    ([None], True), ([STRANGER], False), ([HOLDING, None], True), ([HOLDING, {"result": 1}], True),
    ([HOLDING, {"result": {"vaults": [], "clients": []}}], False), ([HOLDING, LISTED, None], True),
    ([HOLDING, LISTED, {"result": {"results": []}}], True),
    ([HOLDING, LISTED, {"error": {"code": -32000, "message": "It ends.", "data": {"code": "ending"}}}], False),
    ([HOLDING, LISTED, {"result": {**FOUND, "isCut": True}}], False),
    ([HOLDING, LISTED, {"result": {**FOUND, "outside": 1}}], False),
    ([HOLDING, LISTED, {"result": {**FOUND, "degraded": [{"reason": "x", "detail": "x", "path": None}]}}], False),
    ([HOLDING, LISTED, {"result": {**FOUND, "results": [{**HIT, "path": "\\q"}]}}], False),
]:
    looks_itself(answers, isTold)
done, _, asked, _ = pretend([HOLDING, LISTED, ...], "search", "v", "plan")
assert (done.returncode, done.stdout, done.stderr, asked[-1]) == (-signal.SIGINT, b"", b"", "vault/search"), done

# A conflict may be known to the daemon alone, so none is ended without it: with one that cannot be asked nothing is
# done, and where its answer is lost nobody knows.
OPEN = {"session": 1, "revision": 0, "text": "x", "status": "changedElsewhere", "message": None, "digest": None,
        "isUnsaved": True, "recovered": False}
SHOWN = {"result": {"base": "x", "mine": "y", "theirs": "z", "merged": None, "isClean": False, "isDeletion": False,
                    "token": "0" * 64}}
for answers, code, word in [
    ([None], 2, "unreachable"), ([STRANGER], 2, "invalid-params"), ([HOLDING, None], 2, "unreachable"),
    ([HOLDING, LISTED, {"error": {"code": -32012, "message": "It is no text.", "data": {"code": "unreadable"}}}],
     4, "unreadable"),
    ([HOLDING, LISTED, None], 2, "unreachable"), ([HOLDING, LISTED, SHOWN, {"result": OPEN}, None], 5, "unknown"),
]:
    done, answer, asked, is_same = pretend(answers, "resolve", "v/links.md", "--mine")
    assert (done.returncode, answer["error"]["code"]) == (code, word), (answers, done)
    assert is_same and asked.count("note/resolve") <= 1, (answers, asked)
print("command line: fine")
