# SPDX-License-Identifier: MIT
# notekit status, conflicts, diff, resolve and daemon: with a daemon, and after it is gone.

import hashlib
import json
import os
import pty
import re
import signal
import shutil
import stat
import subprocess
import tempfile

from daemon_client import Daemon, refused

NOTEKIT = os.path.join(os.path.dirname(os.environ["NOTEKITD"]), "notekit")


def run(daemon, *words, code=0, stdin="", **environment):
    done = subprocess.run(
        [NOTEKIT, *words], cwd=daemon.vault, env={**daemon.environment, "LC_ALL": "C.UTF-8", **environment},
        input=stdin, capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done
    return done


def answer(daemon, *words, **options):
    return json.loads(run(daemon, *words, "--json", **options).stdout)


def tear(daemon, client, vault, name="torn.md"):
    """Brings a note into conflict, and answers its session."""
    daemon.write(name, "\ufeffone\r\ntwo\r\nthree\r\n")
    session = client.ask("note/open", vault=vault, path=name)
    client.ask("note/edit", session=session["session"], revision=session["revision"],
               edits=[{"start": 0, "end": 3, "text": "mine"}])
    daemon.replace(name, "\ufefftheirs\r\ntwo\r\nthree\r\n")
    refused("conflict", client.ask, method="note/save", session=session["session"])
    # It is told once it is remembered.
    client.wait("conflict/changed", lambda news: not news["isOver"])
    return session


DIFFERENCE = """--- torn.md (base)
+++ torn.md (mine)
@@ -1,3 +1,3 @@
-one
+mine
 two
 three
--- torn.md (base)
+++ torn.md (theirs)
@@ -1,3 +1,3 @@
-one
+theirs
 two
 three
"""
BOTH = {"mine": b"\xef\xbb\xbfmine\r\ntwo\r\nthree\r\n", "theirs": b"\xef\xbb\xbftheirs\r\ntwo\r\nthree\r\n"}
CHOICES = [
    (["--mine"], "", BOTH["mine"], "saved"), (["--theirs"], "", BOTH["theirs"], "unchanged"),
    (["--both"], "", BOTH["mine"], "saved"),
    (["--merged", "../merged"], "", "\ufeffall\r\nof it\r\n".encode(), "saved"),
    (["--merged", "-"], "typed\n", "\ufefftyped\r\n".encode(), "saved"),
]


def token(*sides):
    """What names two sides, whoever shows them."""
    return hashlib.sha256(b"".join(
        b"\0" if side is None else b"\1" + hashlib.sha256(side).digest() for side in sides)).hexdigest()


def look(daemon, is_open):
    """What is said of the conflict is the same, whoever knows of it."""
    conflicts = answer(daemon, "conflicts", ".", code=1)
    assert [{**each, "since": 0} for each in conflicts] == [
        {"path": "torn.md", "since": 0, "isOpen": is_open, "isDeletion": False}], conflicts
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d  torn\.md\n", run(daemon, "conflicts", code=1).stdout)
    status = answer(daemon, "status", ".", code=1)
    assert status["vaults"][0]["conflicts"] == conflicts, status
    assert "\nconflict  torn.md\n" in run(daemon, "status", ".", code=1).stdout
    assert run(daemon, "diff", "torn.md", code=1).stdout == DIFFERENCE
    assert answer(daemon, "diff", "torn.md", code=1) == {
        "base": "one\ntwo\nthree\n", "mine": "mine\ntwo\nthree\n", "theirs": "theirs\ntwo\nthree\n",
        "isDeletion": False, "token": token(BOTH["mine"], BOTH["theirs"])}


def settled(daemon, words, stdin, expected, status):
    """Resolves it, and demands that nothing of either side is lost."""
    done = answer(daemon, "resolve", "torn.md", *words, stdin=stdin)
    assert daemon.text("torn.md") == expected, (words, daemon.text("torn.md"))
    assert done["status"] == status and done["kept"] is None, done
    assert done["digest"] == subprocess.run(
        ["sha256sum", daemon.path("torn.md")], capture_output=True, text=True).stdout[:64], done
    assert answer(daemon, "conflicts") == []
    assert run(daemon, "diff", "torn.md").stderr == "notekit: 'torn.md' is in no conflict.\n"
    assert answer(daemon, "resolve", "torn.md", *words, stdin=stdin, code=1)["error"]["code"] == "no-conflict"
    kept = set()
    for version in answer(daemon, "history", "list", "torn.md"):
        kept.add(run(daemon, "history", "show", "torn.md", version["id"]).stdout)
    beside = {daemon.text(name).decode() for name in os.listdir(daemon.vault) if name.startswith("torn")}
    everything = kept | beside
    for side in BOTH.values():
        text = side.decode().replace("\r\n", "\n")
        assert text in {each.replace("\r\n", "\n") for each in everything}, (words, everything)
    if words == ["--both"]:
        assert done["beside"] == ["torn 1.md"] and daemon.text("torn 1.md") == BOTH["theirs"], done
        assert "'torn 1.md'" in done["message"], done
    assert (len([name for name in os.listdir(daemon.vault) if name.startswith("torn")]) == 2) == (words == ["--both"])
    return done


outcomes = {}
for words, stdin, expected, status in CHOICES:
    # With a daemon that has the note open, with one that has only the vault open, and without one; and where nobody but
    # the store remembers, since the journal is lost, the same.
    for way in ("open", "vault", "killed", "ended", "stored", "stored, served"):
        with Daemon() as daemon:
            with open(os.path.join(daemon.folder, "merged"), "w") as file:
                file.write("all\nof it\n")
            client = daemon.client()
            vault = client.ask("vault/open", path=daemon.vault)["vault"]
            session = tear(daemon, client, vault)
            if way == "open":
                look(daemon, True)
            elif way == "vault":
                daemon.end(signal.SIGKILL)
                daemon.start()
                client = daemon.client()
                client.ask("vault/open", path=daemon.vault)
                look(daemon, True)
            else:
                daemon.end(signal.SIGTERM if way == "ended" else signal.SIGKILL)
                if way.startswith("stored"):
                    shutil.rmtree(os.path.join(daemon.environment["XDG_STATE_HOME"], "notekit/journal"))
                if way == "stored, served":
                    daemon.start()
                    client = daemon.client()
                    client.ask("vault/open", path=daemon.vault)
                look(daemon, False)
            done = settled(daemon, words, stdin, expected, status)
            assert outcomes.setdefault(tuple(words), done) == done, (way, outcomes[tuple(words)], done)
            if way == "open":
                # Who has it open sees what was chosen.
                facts = client.ask("note/save", session=session["session"])
                assert not facts["isUnsaved"] and facts["digest"] == done["digest"], facts
                # By its own session of the daemon nothing stays open.
                client.ask("note/close", session=session["session"])
                assert answer(daemon, "status")["vaults"][0]["open"] == 0

with Daemon() as daemon:
    client = daemon.client(name="editor")
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    tear(daemon, client, vault)
    daemon.write("free.md", "free\n")
    free = client.ask("note/open", vault=vault, path="free.md")
    client.ask("note/edit", session=free["session"], revision=free["revision"],
               edits=[{"start": 0, "end": 0, "text": "typed "}])

    status = answer(daemon, "status", code=1)
    assert status["daemon"]["process"] == daemon.process.pid and status["daemon"]["clients"] == ["editor"], status
    [facts] = status["vaults"]
    assert facts["path"] == os.path.realpath(daemon.vault) and facts["isServed"] and facts["notes"] == 2, facts
    assert facts["open"] == 2 and facts["unsaved"] == ["free.md", "torn.md"] and facts["degraded"] == [], facts
    text = run(daemon, "status", code=1).stdout
    assert text == (
        f"notekitd {status['daemon']['version']} runs (process {daemon.process.pid}), with 1 client: editor.\n"
        f"{facts['path']}: 2 notes, 2 open\nconflict  torn.md\nedited    free.md\n"), text
    # A vault that it does not have open is nothing to it, and stays so.
    with tempfile.TemporaryDirectory() as other:
        status = answer(daemon, "status", other)
        assert status["vaults"] == [{"path": os.path.realpath(other), "isServed": False, "notes": None, "open": None,
                                     "unsaved": [], "conflicts": [], "degraded": []}], status
    assert len(answer(daemon, "status", code=1)["vaults"]) == 1
    for command in ("status", "conflicts"):
        assert answer(daemon, command, "nowhere", code=2)["error"]["code"] == "missing"
    assert answer(daemon, "diff", "none.md", code=2)["error"]["code"] == "missing"
    assert answer(daemon, "diff", "none/none.md", code=2)["error"]["code"] == "missing"
    assert answer(daemon, "resolve", "none/none.md", "--mine", code=2)["error"]["code"] == "missing"
    assert run(daemon, "resolve", "torn.md", code=2).stderr.startswith("notekit: --mine or --theirs")

    # In colour on a terminal, and nowhere else.
    def on_terminal(**environment):
        first, second = pty.openpty()
        process = subprocess.Popen(
            [NOTEKIT, "diff", "torn.md"], cwd=daemon.vault, stdout=second, stdin=subprocess.DEVNULL,
            env={**daemon.environment, "TERM": "xterm", **environment})
        os.close(second)
        text = b""
        while True:
            try:
                piece = os.read(first, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
        os.close(first)
        assert process.wait() == 1
        return text.decode().replace("\r\n", "\n")

    coloured = on_terminal()
    assert "\x1b[31m-one\x1b[m\n" in coloured and "\x1b[32m+mine\x1b[m\n" in coloured, coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == DIFFERENCE
    assert on_terminal(NO_COLOR="1") == DIFFERENCE == on_terminal(TERM="dumb")

    # The other side deleted the note.
    os.remove(daemon.path("torn.md"))
    # It is believed a moment later: some programs save so.
    while not client.ask("conflict/show", vault=vault, path="torn.md")["isDeletion"]:
        client.wait("conflict/changed")
    assert "(theirs: deleted)" in run(daemon, "diff", "torn.md", code=1).stdout
    assert answer(daemon, "conflicts", code=1)[0]["isDeletion"]

    # One that stands still may know more than the store: nothing is chosen without it.
    daemon.process.send_signal(signal.SIGSTOP)
    assert answer(daemon, "resolve", "torn.md", "--mine", code=2)["error"]["code"] == "unreachable"
    assert answer(daemon, "daemon", "status", code=2)["error"]["code"] == "unreachable"
    daemon.process.send_signal(signal.SIGCONT)
    assert answer(daemon, "conflicts", code=1) != []

    # The end: what could not be saved is named.
    done = answer(daemon, "daemon", "stop", code=1)
    assert [each["path"] for each in done["unsaved"]] == [os.path.realpath(daemon.vault) + "/torn.md"], done
    assert daemon.process.wait(1) == 0
    assert daemon.text("free.md") == b"typed free\n"
    assert answer(daemon, "daemon", "status", code=1) == {
        "running": False, "process": None, "version": None, "log": None}
    assert answer(daemon, "daemon", "stop") == {
        "running": False, "process": None, "version": None, "log": None, "unsaved": []}

    # Whoever started it, it is told where its log goes.
    daemon.start()
    assert answer(daemon, "daemon", "status")["log"] == os.path.realpath(daemon.log.name)
    answer(daemon, "daemon", "stop")
    reading, writing = os.pipe()
    facts = os.fstat(writing)
    for stream, word in [({}, None), ({"JOURNAL_STREAM": f"{facts.st_dev}:{facts.st_ino}"}, "journal")]:
        daemon.process = subprocess.Popen(
            [os.environ["NOTEKITD"]], env={**daemon.environment, **stream}, stderr=writing, start_new_session=True)
        daemon.wait_until_listening()
        assert answer(daemon, "daemon", "status")["log"] == word
        assert ("journalctl" in run(daemon, "daemon", "status").stdout) == (word == "journal")
        daemon.end()
    os.close(reading), os.close(writing)

    # The beginning: it is ready when the command returns, and lives on, and so does its log.
    log = os.path.realpath(os.path.join(daemon.environment["XDG_STATE_HOME"], "notekit/notekitd.log"))
    started = answer(daemon, "daemon", "start")
    try:
        assert started["running"] and os.path.realpath(f"/proc/{started['process']}/exe") == os.path.realpath(
            os.environ["NOTEKITD"]), started
        assert os.getsid(started["process"]) == started["process"], "it would end with the terminal"
        assert os.readlink(f"/proc/{started['process']}/cwd") == "/", "it would keep a file system busy"
        assert answer(daemon, "daemon", "start") == started
        assert answer(daemon, "daemon", "status") == started
        assert daemon.client().ask("vault/list")["vaults"] == []
        assert started["log"] == log and stat.S_IMODE(os.stat(log).st_mode) == 0o600, started
        assert f"Its log is '{log}'.\n" in run(daemon, "daemon", "status").stdout
        with open(log) as file:
            assert re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00 notekitd: .*\n)+", file.read())
    finally:
        assert answer(daemon, "daemon", "stop")["running"] is False
    assert not os.path.exists(f"/proc/{started['process']}/exe")

    # One that cannot start says why.
    daemon.configure(text="{\n nonsense")
    refusal = answer(daemon, "daemon", "start", code=2)["error"]
    assert refusal["code"] == "not-started" and "config.json" in refusal["message"], refusal
    # Those before it are of another start.
    assert refusal["message"].count("\n  notekitd: ") == 1 and "Ready" not in refusal["message"], refusal
    with open(log) as file:
        assert file.read().count("Ready") == 1
    # What is no file is no log, and nothing is started for it.
    os.rename(log, log + ".aside")
    os.symlink("elsewhere", log)
    assert answer(daemon, "daemon", "start", code=2)["error"]["code"] == "not-started"
    os.remove(log)
    assert answer(daemon, "daemon", "status", code=1)["running"] is False
    daemon.configure(pause=1000)

    # Where the socket of systemd is installed, systemd starts it, enabled or not.
    folder = os.path.join(daemon.folder, "bin")
    os.mkdir(folder)
    os.makedirs(os.path.join(daemon.runtime, "systemd"))
    open(os.path.join(daemon.runtime, "systemd/private"), "w").close()
    log = os.path.join(daemon.folder, "asked")
    script = os.path.join(folder, "systemctl")
    with open(script, "w") as file:
        file.write(f"#!/bin/sh\necho \"$@\" >> {log}\n"
                   f"case \"$*\" in *cat*) echo \"no such unit\" >&2; exit $MISSING;; esac\n"
                   f"[ $STARTS = 1 ] || exit 1\n"
                   f"setsid '{os.environ['NOTEKITD']}' > /dev/null 2>&1 < /dev/null &\n"
                   f"while [ ! -S '{daemon.socket}' ]; do :; done\n")
    os.chmod(script, stat.S_IRWXU)
    path = {"PATH": folder + ":" + os.environ["PATH"]}
    assert answer(daemon, "daemon", "start", code=2, **path, MISSING="0", STARTS="0")["error"]["code"] == "not-started"
    assert answer(daemon, "daemon", "start", **path, MISSING="0", STARTS="1")["running"]
    answer(daemon, "daemon", "stop")
    with open(log) as file:
        assert file.read().split("\n")[-2] == "--user start notekitd.socket notekitd.service"
    os.remove(log)
    assert answer(daemon, "daemon", "start", **path, MISSING="1", STARTS="0")["running"]
    answer(daemon, "daemon", "stop")
    with open(log) as file:
        assert file.read() == "--user cat notekitd.socket\n"

# Two notes whose names differ in their bytes alone: one is in conflict, the other is edited.
with Daemon() as daemon:
    client = daemon.client()
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    tear(daemon, client, vault, "caf\u00e9.md")
    daemon.write("cafe\u0301.md", "free\n")
    free = client.ask("note/open", vault=vault, path="cafe\u0301.md")
    client.ask("note/edit", session=free["session"], revision=free["revision"],
               edits=[{"start": 0, "end": 0, "text": "typed "}])
    text = run(daemon, "status", code=1).stdout
    assert text.endswith("\nconflict  caf\u00e9.md\nedited    cafe\u0301.md\n"), text
print("conflicts: fine")
