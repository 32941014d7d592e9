# SPDX-License-Identifier: MIT
# Drives every method of notekitd, and checks each answer and each piece of news against the schema.

import hashlib
import json
import os
import subprocess

from daemon_client import Client, Daemon, check, refused

SCHEMA = json.loads(subprocess.check_output([os.environ["NOTEKITD"], "--schema"]))
asked = set()
heard = set()


class Checked(Client):
    def answer(self, number):
        result = super().answer(number)
        check(SCHEMA["methods"][self.methods.pop(number)]["result"], result)
        return result

    def send(self, method, **parameters):
        number = super().send(method, **parameters)
        if not hasattr(self, "methods"):
            self.methods = {}
        self.methods[number] = method
        if method in SCHEMA["methods"]:
            asked.add(method)
        return number

    def read(self):
        message = super().read()
        if "method" in message:
            heard.add(message["method"])
            check(SCHEMA["notifications"][message["method"]]["params"], message["params"], "params")
        return message


def digest(data):
    return hashlib.sha256(data).hexdigest()


with Daemon() as daemon:
    daemon.write("one.md", "one\r\ntwo\r\n")
    daemon.write("folder/deep.md", "# Deep\n\n- [ ] a task\n")
    daemon.write("bad.md", b"\xff\xfe")
    a = Checked(daemon.socket)
    b = Checked(daemon.socket, offsets=["utf-16"])
    assert a.info["offsets"] == "utf-8" and b.info["offsets"] == "utf-16"
    assert set(a.info["methods"]) == set(SCHEMA["methods"])
    refused("invalid-request", a.ask, method="initialize", protocolVersion=1)

    # Vaults.
    opened = a.ask("vault/open", path=daemon.vault)
    vault = opened["vault"]
    assert opened["notes"] == 3 and opened["degraded"] == []
    assert b.ask("vault/open", path=daemon.vault)["vault"] == vault
    refused("missing", a.ask, method="vault/open", path=daemon.folder + "/none")
    refused("missing", a.ask, method="vault/open", path="vault")
    assert [each["path"] for each in a.ask("vault/list")["vaults"]] == [os.path.realpath(daemon.vault)]
    report = a.ask("vault/check", vault=vault, workDoneToken="check")
    told = [each["params"] for each in a.news if each["method"] == "$/progress"]
    assert told[0] == {"token": "check", "value": {"kind": "begin", "title": "Checking the notes"}}, told
    assert told[-1] == {"token": "check", "value": {"kind": "end", "percentage": 100, "done": 3, "total": 3}}, told
    assert all(each["value"]["kind"] == "report" for each in told[1:-1]), told
    assert a.ask("vault/check", vault=vault)["notes"] == 3
    assert len(told) == len([each for each in a.news if each["method"] == "$/progress"])
    assert report["notes"] == 3 and report["failures"] == []
    assert report["unreadable"] == [{"path": "bad.md", "offset": 0, "encoding": "utf-16le"}], report
    fresh = a.ask("vault/changes", vault=vault)
    assert fresh["isFresh"]
    assert [each["path"] for each in fresh["changes"]] == ["bad.md", "folder/deep.md", "one.md"]
    daemon.write("new.md", "new\n")
    os.rename(daemon.path("folder/deep.md"), daemon.path("folder/moved.md"))
    since = a.ask("vault/changes", vault=vault, since=fresh["clock"])
    assert not since["isFresh"]
    assert {"type": "created", "path": "new.md"} in since["changes"], since
    assert {"type": "moved", "path": "folder/moved.md", "from": "folder/deep.md"} in since["changes"], since
    assert a.ask("vault/changes", vault=vault, since=since["clock"])["changes"] == []
    assert a.ask("vault/changes", vault=vault, since="nonsense")["isFresh"]
    a.wait("vault/changed", lambda news: any(each["path"] == "new.md" for each in news["changes"]))
    refused("unknown-vault", a.ask, method="vault/changes", vault="none")

    listed = a.ask("vault/notes", vault=vault, limit=1)
    names = [each["path"] for each in listed["notes"]]
    while listed["next"] is not None:
        listed = a.ask("vault/notes", vault=vault, limit=1, after=listed["next"])
        names += [each["path"] for each in listed["notes"]]
    everything = a.ask("vault/notes", vault=vault)
    assert names == sorted(names) == [each["path"] for each in everything["notes"]], names
    assert everything["count"] == len(names) and {"one.md", "folder/moved.md", "new.md"} <= set(names), names
    one = next(each for each in everything["notes"] if each["path"] == "one.md")
    assert one["title"] == "one" and one["size"] == 10, one
    os.utime(daemon.path("one.md"), (4_000_000_000, 4_000_000_000))
    newest = a.ask("vault/notes", vault=vault, order="modified", limit=2)
    assert newest["notes"][0]["path"] == "one.md", newest
    rest = a.ask("vault/notes", vault=vault, order="modified", after=newest["next"])["notes"]
    assert sorted([each["path"] for each in newest["notes"] + rest]) == names
    assert [each["path"] for each in a.ask("vault/notes", vault=vault, folder="folder")["notes"]] == ["folder/moved.md"]
    assert [each["path"] for each in a.ask("vault/notes", vault=vault, find="MOVED")["notes"]] == ["folder/moved.md"]
    refused("outside-vault", a.ask, method="vault/notes", vault=vault, folder="../x")
    refused("invalid-params", a.ask, method="vault/notes", vault=vault, after="nonsense")
    refused("invalid-params", a.ask, method="vault/notes", vault=vault, limit=0)

    # Reading.
    read = a.ask("note/read", vault=vault, path="one.md")
    assert read == {
        "text": "one\ntwo\n", "digest": digest(b"one\r\ntwo\r\n"), "size": 10, "isOpen": False,
        "start": 0, "end": 8, "length": 8}
    daemon.write("part.md", "\ufeffone \U0001F600\r\ntwo\r\nthree")
    for client, parts in (
        (a, [("one \U0001F600\n", 9), ("two\n", 4), ("thre", 4), ("e", 4)]),
        (b, [("one \U0001F600\n", 10), ("two\n", 8), ("three", 5)]),
    ):
        start = 0
        for text, limit in parts:
            told = client.ask("note/read", vault=vault, path="part.md", start=start, limit=limit)
            assert told["text"] == text and told["start"] == start, (text, told)
            start = told["end"]
        assert start == told["length"], told
    # A limit that is less than a character, and a start behind the end.
    assert a.ask("note/read", vault=vault, path="part.md", start=4, limit=1)["text"] == "\U0001F600"
    assert a.ask("note/read", vault=vault, path="part.md", start=6, limit=1)["start"] == 4
    assert a.ask("note/read", vault=vault, path="part.md", start=600)["text"] == ""
    refused("invalid-params", a.ask, method="note/read", vault=vault, path="part.md", start=-1)
    refused("invalid-params", a.ask, method="note/read", vault=vault, path="part.md", limit=0)
    os.unlink(daemon.path("part.md"))
    error = refused("unreadable", a.ask, method="note/read", vault=vault, path="bad.md")
    assert error["data"]["offset"] == 0 and error["data"]["encoding"] == "utf-16le"
    refused("missing", a.ask, method="note/read", vault=vault, path="none.md")
    refused("outside-vault", a.ask, method="note/read", vault=vault, path="../one.md")
    blocks = a.ask("note/blocks", vault=vault, path="folder/moved.md")["blocks"]
    assert [each["kind"] for each in blocks] == ["heading", "listItem"] and blocks[1]["task"] == " "

    # Writing.
    wrong = refused(
        "conflict", a.ask, method="note/write", vault=vault, path="one.md", base=digest(b"other"), text="x")
    assert wrong["data"]["digest"] == read["digest"]
    assert daemon.text("one.md") == b"one\r\ntwo\r\n"
    written = a.ask("note/write", vault=vault, path="one.md", base=read["digest"], text="one\n2\n")
    assert written["status"] == "saved" and written["receipt"]["durable"]
    assert daemon.text("one.md") == b"one\r\n2\r\n" and written["digest"] == digest(b"one\r\n2\r\n")
    again = a.ask("note/write", vault=vault, path="one.md", base=written["digest"], text="one\n2\n")
    assert again["status"] == "unchanged" and again["receipt"] is None
    edited = a.ask(
        "note/write", vault=vault, path="one.md", base=written["digest"],
        edits=[{"start": 0, "end": 3, "text": "1"}, {"start": 4, "end": 5, "text": "two"}])
    assert daemon.text("one.md") == b"1\r\ntwo\r\n"
    refused("exists", a.ask, method="note/write", vault=vault, path="one.md", text="x")
    a.ask("note/write", vault=vault, path="made.md", text="made\n")
    assert daemon.text("made.md") == b"made\n"

    # History.
    versions = a.ask("note/history", vault=vault, path="one.md")["versions"]
    assert [each["reason"] for each in versions] == ["replaced", "replaced"], versions
    old = a.ask("note/read", vault=vault, path="one.md", version=versions[-1]["id"])
    assert old["text"] == "one\ntwo\n"
    restored = a.ask("note/restore", vault=vault, path="one.md", version=versions[-1]["id"])
    assert restored["status"] == "saved" and daemon.text("one.md") == b"one\r\ntwo\r\n"
    # Over what is named, and nothing else.
    newest = a.ask("note/history", vault=vault, path="one.md")["versions"][0]["id"]
    for base in (digest(b"other"), "missing"):
        wrong = refused(
            "conflict", a.ask, method="note/restore", vault=vault, path="one.md", version=newest, base=base)
        assert wrong["data"]["digest"] == restored["digest"], wrong
    refused("invalid-params", a.ask, method="note/restore", vault=vault, path="one.md", version=newest, base="x")
    a.ask("note/restore", vault=vault, path="one.md", version=newest, base=restored["digest"])
    assert daemon.text("one.md") == b"1\r\ntwo\r\n"
    os.unlink(daemon.path("one.md"))
    refused("conflict", a.ask, method="note/restore", vault=vault, path="one.md", version=newest, base=restored["digest"])
    a.ask("note/restore", vault=vault, path="one.md", version=versions[-1]["id"], base="missing")
    assert daemon.text("one.md") == b"one\r\ntwo\r\n"
    refused("unknown-version", a.ask, method="note/restore", vault=vault, path="one.md", version="9-00000000")

    # One that was there is not made anew under a name that it has no more, unless edits of it are all there is.
    refused("missing", a.ask, method="note/open", vault=vault, path="none.md", mustExist=True)
    fresh = a.ask("note/open", vault=vault, path="none.md", mustExist=False)
    refused("missing", b.ask, method="note/open", vault=vault, path="none.md", mustExist=True)
    a.ask("note/edit", session=fresh["session"], revision=fresh["revision"],
          edits=[{"start": 0, "end": 0, "text": "typed"}])
    typed = b.ask("note/open", vault=vault, path="none.md", mustExist=True)
    assert typed["text"] == "typed" and typed["digest"] is None, typed
    b.ask("note/close", session=typed["session"])
    a.ask("note/close", session=fresh["session"])
    assert daemon.text("none.md") == b"typed"
    os.unlink(daemon.path("none.md"))

    # Sessions of two clients.
    mine = a.ask("note/open", vault=vault, path="one.md")
    theirs = b.ask("note/open", vault=vault, path="one.md")
    assert mine["text"] == "one\ntwo\n" and mine["status"] == "ready" and mine["session"] != theirs["session"]
    edit = a.ask(
        "note/edit", session=mine["session"], revision=mine["revision"],
        edits=[{"start": 0, "end": 0, "text": "\U0001F600 "}, {"start": 3, "end": 3, "text": "!"}])
    text = theirs["text"].encode("utf-16-le")
    revision = theirs["revision"]
    while revision < edit["revision"]:
        # The changes of one edit may come in one piece of news or in two.
        news = b.wait("note/changed")
        revision = news["revision"]
        for change in news["changes"]:
            text = text[:2 * change["start"]] + change["text"].encode("utf-16-le") + text[2 * change["end"]:]
    assert text.decode("utf-16-le") == "\U0001F600 one!\ntwo\n" and not news["isOutside"]
    # Counted in UTF-16: the face is two.
    edit = b.ask(
        "note/edit", session=theirs["session"], revision=news["revision"],
        edits=[{"start": 3, "end": 6, "text": "ONE"}])
    news = a.wait("note/changed")
    assert news["changes"] == [{"start": 5, "end": 8, "text": "ONE"}], news
    refused(
        "stale-revision", b.ask, method="note/edit", session=theirs["session"], revision=theirs["revision"],
        edits=[{"start": 0, "end": 3, "text": "x"}])
    refused(
        "bad-edit", a.ask, method="note/edit", session=mine["session"], revision=news["revision"],
        edits=[{"start": 1, "end": 1, "text": "x"}])
    refused(
        "bad-edit", a.ask, method="note/edit", session=mine["session"], revision=news["revision"],
        edits=[{"start": 0, "end": 4, "text": "x"}, {"start": 0, "end": 4, "text": "y"}])
    blocks = b.ask("note/blocks", session=theirs["session"])
    assert blocks["blocks"][0]["end"] == 11, blocks
    saved = b.ask("note/save", session=theirs["session"])
    assert saved["status"] == "saved" and not saved["isUnsaved"]
    assert daemon.text("one.md") == "\U0001F600 ONE!\r\ntwo\r\n".encode()
    assert saved["digest"] == digest(daemon.text("one.md"))
    a.wait("note/status", lambda news: news["status"] == "saved")
    # A safe write while it is open is seen by everybody who has it open.
    a.ask("note/write", vault=vault, path="one.md", base=saved["digest"], text="short\n")
    assert b.wait("note/changed")["revision"] > saved["revision"]
    assert daemon.text("one.md") == b"short\r\n"

    # An outside change shows.
    daemon.replace("one.md", "short\r\nand more\r\n")
    news = a.wait("note/changed", lambda news: news["isOutside"])
    assert news["changes"][-1]["text"] == "and more\n", news

    # A conflict, and its end.
    now = a.ask("note/save", session=mine["session"])
    a.ask(
        "note/edit", session=mine["session"], revision=now["revision"],
        edits=[{"start": 0, "end": 5, "text": "mine"}])
    daemon.replace("one.md", "theirs\r\nand more\r\n")
    refused("conflict", a.ask, method="note/save", session=mine["session"])
    b.wait("conflict/changed", lambda news: not news["isOver"])
    listed = a.ask("conflict/list", vault=vault)["conflicts"]
    assert [(each["path"], each["isOpen"]) for each in listed] == [("one.md", True)]
    shown = a.ask("conflict/show", vault=vault, path="one.md")
    assert (shown["base"], shown["mine"], shown["theirs"]) == (
        "short\nand more\n", "mine\nand more\n", "theirs\nand more\n"), shown
    assert not shown["isClean"]
    refused("no-conflict", a.ask, method="conflict/show", vault=vault, path="made.md")
    sides = {"session": mine["session"], "token": shown["token"]}
    refused("invalid-params", a.ask, method="note/resolve", **sides, choice="merged")
    for token in ({}, {"token": ""}, {"token": "0"}, {"token": "x" * 64}):
        refused("invalid-params", a.ask, method="note/resolve", session=mine["session"], choice="mine", **token)
    # Whoever chooses on sides that are others by now is refused, whatever the choice is, and nothing is written.
    now = a.ask("note/edit", session=mine["session"], revision=now["revision"] + 1,
                edits=[{"start": 0, "end": 0, "text": "x"}])
    for choice in ("mine", "theirs", "both", "merged"):
        refused("conflict", a.ask, method="note/resolve", **sides, choice=choice,
                **({"text": "both\n"} if choice == "merged" else {}))
    a.ask("note/edit", session=mine["session"], revision=now["revision"], edits=[{"start": 0, "end": 1, "text": ""}])
    assert daemon.text("one.md") == b"theirs\r\nand more\r\n"
    resolved = a.ask("note/resolve", **sides, choice="merged", text="both\nand more\n")
    assert resolved["status"] == "saved" and daemon.text("one.md") == b"both\r\nand more\r\n"
    b.wait("conflict/changed", lambda news: news["isOver"])
    assert a.ask("conflict/list", vault=vault)["conflicts"] == []
    reasons = {each["reason"] for each in a.ask("note/history", vault=vault, path="one.md")["versions"]}
    assert {"mine", "theirs"} <= reasons, reasons
    refused("no-conflict", a.ask, method="note/resolve", **sides, choice="mine")

    # Searching: case aside, in text and title, in the unit of each client.
    daemon.write("found.md", "\ufeffone \U0001F600\r\nNeedle\r\n")
    found = a.ask("vault/search", vault=vault, query="needle")
    assert [each["path"] for each in found["results"]] == ["found.md"], found
    assert found["results"][0]["matches"] == [{"start": 9, "end": 15, "fileStart": 13, "fileEnd": 19}], found
    assert b.ask("vault/search", vault=vault, query="NEEDLE")["results"][0]["matches"] == [
        {"start": 7, "end": 13, "fileStart": 13, "fileEnd": 19}]
    told = a.ask("vault/search", vault=vault, query="n", matches=1, excerpts=True)["results"]
    told = next(each for each in told if each["path"] == "found.md")
    assert told["count"] == 2 and told["matches"] == [
        {"start": 1, "end": 2, "fileStart": 4, "fileEnd": 5, "line": 1, "excerpt": "one \U0001F600"}], told
    titled = a.ask("vault/search", vault=vault, query="found")["results"]
    assert [(each["title"], each["isInTitle"], each["matches"]) for each in titled] == [("found", True, [])]
    assert a.ask("vault/search", vault=vault, query="^needle$", regex=True)["results"] == found["results"]
    assert a.ask("vault/search", vault=vault, query="needle", folder="folder")["results"] == []
    cut = a.ask("vault/search", vault=vault, query="e", limit=1)
    assert len(cut["results"]) == 1 and cut["isCut"]
    assert (cut["unreadable"], cut["firstUnreadable"], cut["outside"]) == (1, "bad.md", 0), cut
    daemon.write("Bad.md", b"\xff needle")
    cut = a.ask("vault/search", vault=vault, query="needle")
    assert (cut["unreadable"], cut["firstUnreadable"], len(cut["results"])) == (2, "Bad.md", 1), cut
    os.remove(daemon.path("Bad.md"))
    refused("invalid-params", a.ask, method="vault/search", vault=vault, query="")
    refused("invalid-params", a.ask, method="vault/search", vault=vault, query="(", regex=True)
    refused("missing", a.ask, method="vault/search", vault=vault, query="x", folder="none")
    refused("outside-vault", a.ask, method="vault/search", vault=vault, query="x", folder="../x")

    # Renaming, with what it is refused for.
    daemon.write("links.md", "to [[found]] and [[made]]\r\n")
    refused("exists", a.ask, method="note/rename", vault=vault, path="found.md", name="links")
    refused("invalid-name", a.ask, method="note/rename", vault=vault, path="found.md", name="a/b")
    refused("missing", a.ask, method="note/rename", vault=vault, path="none.md", name="a")
    back = a.ask("vault/backlinks", vault=vault, path="found.md")["links"]
    assert back == [{"path": "links.md", "kind": "wikilink", "target": "found", "sub": None, "line": 1}], back
    refused("missing", a.ask, method="vault/backlinks", vault=vault, path="none.md")
    refused("outside-vault", a.ask, method="vault/backlinks", vault=vault, path="../found.md")
    renamed = a.ask("note/rename", vault=vault, path="found.md", name="Treasure")
    assert renamed == {"path": "Treasure.md", "changed": ["links.md"], "leftOut": [], "problems": []}, renamed
    assert daemon.text("links.md") == b"to [[Treasure]] and [[made]]\r\n"
    assert [each["path"] for each in a.ask("vault/search", vault=vault, query="needle")["results"]] == ["Treasure.md"]

    # Held still: what was typed is in the file, and edits wait for the release.
    held = a.ask("note/open", vault=vault, path="made.md")
    b.ask("vault/list")
    a.ask("note/edit", session=held["session"], revision=held["revision"],
          edits=[{"start": 0, "end": 0, "text": "held "}])
    hold = b.ask("vault/hold", path=daemon.path("made.md"))
    assert hold["notes"] == 1 and hold["unsaved"] == [] and daemon.text("made.md").startswith(b"held "), hold
    daemon.replace("made.md", "by hand\n")
    assert b.ask("vault/release", hold=hold["hold"]) == {"wasHeld": True}
    assert b.ask("vault/release", hold=hold["hold"]) == {"wasHeld": False}
    news = a.wait("note/changed", lambda news: news["session"] == held["session"])
    assert news["isOutside"], news
    refused("invalid-params", b.ask, method="vault/hold", path="made.md")

    # Taken back: what waits is not begun, what has begun to write is done, and what is answered is answered.
    for number in (1, "one"):
        check(SCHEMA["clientNotifications"]["$/cancelRequest"]["params"], {"id": number}, "params")
    now = a.ask("note/save", session=held["session"])
    hold = b.ask("vault/hold", path=daemon.path("made.md"))
    first, second = (
        a.send("note/edit", session=held["session"], revision=now["revision"],
               edits=[{"start": 0, "end": 0, "text": text}]) for text in ("first ", "second "))
    a.notify("$/cancelRequest", id=second)
    a.ask("vault/list")
    b.ask("vault/release", hold=hold["hold"])
    edited = a.answer(first)
    a.notify("$/cancelRequest", id=first)
    error = refused("cancelled", a.answer, number=second)
    assert error["code"] == -32800, error
    a.ask("note/save", session=held["session"])
    assert daemon.text("made.md") == b"first by hand\n"
    a.ask("note/close", session=held["session"])

    # Whatever was asked, nothing is left that wakes the daemon by itself.
    daemon.wait_until_at_rest()

    # The end.
    assert a.ask("note/close", session=mine["session"]) == {"isSaved": True, "message": None}
    refused("unknown-session", a.ask, method="note/save", session=mine["session"])
    refused("unknown-session", a.ask, method="note/save", session=theirs["session"])
    refused("method-not-found", a.ask, method="note/none")
    refused("invalid-params", a.ask, method="note/read", vault=vault, path="one.md", Path="one.md")
    refused("invalid-params", a.ask, method="note/read", vault=vault)
    b.ask("note/edit", session=theirs["session"], revision=resolved["revision"],
          edits=[{"start": 0, "end": 4, "text": "last"}])
    assert a.ask("shutdown") == {"unsaved": []}
    assert daemon.process.wait(60) == 0
    assert daemon.text("one.md") == b"last\r\nand more\r\n"
    assert not os.path.exists(daemon.socket)

    assert asked == set(SCHEMA["methods"]), set(SCHEMA["methods"]) - asked
    assert heard == set(SCHEMA["notifications"]), set(SCHEMA["notifications"]) - heard
    # Note text is in no log.
    for word in ("mine\n", "short", "and more"):
        assert word not in daemon.words()
print("conformance: fine")
