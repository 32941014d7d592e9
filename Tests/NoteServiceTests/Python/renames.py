# SPDX-License-Identifier: MIT
# note/rename and vault/search under the hands of clients that have notes open and type in them.

import fcntl
import os
import select
import threading

from daemon_client import Daemon, Refused


def applied(text, news):
    """The text of a session after note/changed, in UTF-8 offsets."""
    if "text" in news and news["text"] is not None:
        return news["text"]
    data = text.encode()
    for change in news["changes"]:
        data = data[:change["start"]] + change["text"].encode() + data[change["end"]:]
    return data.decode()


with Daemon() as daemon:
    daemon.write("old.md", "the note\n")
    daemon.write("linking.md", "see [[old]]\n")
    daemon.write("torn.md", "see [[old]] too\n")
    a, b = daemon.client(), daemon.client()
    vault = a.ask("vault/open", path=daemon.vault)["vault"]
    b.ask("vault/open", path=daemon.vault)

    # The index is there soon, and says nothing from then on.
    while a.ask("vault/search", vault=vault, query="note")["degraded"]:
        pass
    # What another program has just written is found, and where the index finds it, too.
    for number in range(20):
        daemon.replace("fresh.md", f"needle{number}x\n")
        found = a.ask("vault/search", vault=vault, query=f"needle{number}x")
        assert [each["path"] for each in found["results"]] == ["fresh.md"], (number, found)
    # So is what is moved, and what is gone is not.
    os.rename(daemon.path("fresh.md"), daemon.path("moved.md"))
    assert [each["path"] for each in a.ask("vault/search", vault=vault, query="needle19x")["results"]] == ["moved.md"]
    os.remove(daemon.path("moved.md"))
    assert a.ask("vault/search", vault=vault, query="needle19x")["results"] == []

    # The note itself and one that links to it are open, both with unsaved edits.
    note = b.ask("note/open", vault=vault, path="old.md")
    linking = b.ask("note/open", vault=vault, path="linking.md")
    b.ask("note/edit", session=note["session"], revision=note["revision"],
          edits=[{"start": 0, "end": 0, "text": "unsaved: "}])
    edited = b.ask("note/edit", session=linking["session"], revision=linking["revision"],
                   edits=[{"start": 12, "end": 12, "text": "mine, and [[old]] again\n"}])
    text = linking["text"] + "mine, and [[old]] again\n"
    # This one is in conflict: nobody may write it.
    torn = b.ask("note/open", vault=vault, path="torn.md")
    b.ask("note/edit", session=torn["session"], revision=torn["revision"],
          edits=[{"start": 0, "end": 0, "text": "mine: "}])
    daemon.replace("torn.md", "theirs [[old]]\n")
    try:
        raise AssertionError(b.ask("note/save", session=torn["session"]))
    except Refused as refusal:
        assert refusal.word == "conflict"

    renamed = a.ask("note/rename", vault=vault, path="old.md", name="new")
    assert renamed["path"] == "new.md" and renamed["changed"] == ["linking.md"], renamed
    assert [each["path"] for each in renamed["leftOut"]] == ["torn.md"], renamed
    assert daemon.text("new.md") == b"unsaved: the note\n"
    assert daemon.text("linking.md") == b"see [[new]]\nmine, and [[new]] again\n"
    assert daemon.text("torn.md") == b"theirs [[old]]\n"
    news = b.wait("note/changed", lambda news: news["session"] == linking["session"])
    assert news["isOutside"], news
    text = applied(text, news)
    while text != "see [[new]]\nmine, and [[new]] again\n":
        news = b.wait("note/changed", lambda news: news["session"] == linking["session"])
        text = applied(text, news)
    b.wait("note/status", lambda news: news["session"] == note["session"] and news["path"] == "new.md")
    # The sessions go on: an edit of the revision from before the rename is moved along, and saved where the note is.
    b.ask("note/edit", session=note["session"], revision=note["revision"] + 1,
          edits=[{"start": 0, "end": 0, "text": "still "}])
    b.ask("note/save", session=note["session"])
    assert daemon.text("new.md") == b"still unsaved: the note\n"
    b.ask("note/edit", session=linking["session"], revision=edited["revision"],
          edits=[{"start": 0, "end": 0, "text": "I "}])
    b.ask("note/save", session=linking["session"])
    assert daemon.text("linking.md") == b"I see [[new]]\nmine, and [[new]] again\n"
    assert [each["path"] for each in a.ask("conflict/list", vault=vault)["conflicts"]] == ["torn.md"]
    # By its new path it is the same note.
    again = a.ask("note/open", vault=vault, path="new.md")
    assert again["text"] == "still unsaved: the note\n"

    # Another process changes the vault, and may wait for a hold of these notes itself: edits do not wait for it. The
    # rename does.
    [lock] = [os.path.join(folder, name) for folder, _, names in os.walk(daemon.folder) for name in names
              if name == "operations.lock"]
    with open(lock, "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        request = a.send("note/rename", vault=vault, path="new.md", name="newer")
        for _ in range(50):
            b.ask("note/edit", session=note["session"], revision=note["revision"] + 2,
                  edits=[{"start": 0, "end": 0, "text": "."}])
            select.select([], [], [], 0.01)
        held = b.ask("vault/hold", path=daemon.vault)
        assert held["notes"] >= 2 and b.ask("vault/release", hold=held["hold"]) == {"wasHeld": True}, held
    assert a.answer(request)["path"] == "newer.md"
    assert a.ask("note/rename", vault=vault, path="newer.md", name="new")["path"] == "new.md"
    assert daemon.text("new.md") == b"." * 50 + b"still unsaved: the note\n"

    # Somebody types all the time in a note that links, while the other is renamed again and again: no conflict, no
    # refusal, and nothing of it lost.
    c = daemon.client()
    c.ask("vault/open", path=daemon.vault)
    typing = c.ask("note/open", vault=vault, path="linking.md")
    typed = []
    ended = threading.Event()
    failure = []

    def type_on():
        try:
            revision, end = typing["revision"], len(typing["text"])
            while not ended.is_set():
                revision = c.ask("note/edit", session=typing["session"], revision=revision,
                                 edits=[{"start": 0, "end": 0, "text": "x"}])["revision"]
                typed.append(1)
        except BaseException as error:
            failure.append(error)

    typist = threading.Thread(target=type_on)
    typist.start()
    for number in range(10):
        count = len(typed)
        renamed = a.ask("note/rename", vault=vault, path="new.md" if number == 0 else f"name {number - 1}.md",
                        name=f"name {number}")
        assert renamed["leftOut"][:1] == [] or [each["path"] for each in renamed["leftOut"]] == ["torn.md"], renamed
        assert "linking.md" in renamed["changed"], renamed
    ended.set()
    typist.join()
    assert not failure, failure
    c.ask("note/save", session=typing["session"])
    expected = "x" * len(typed) + "I see [[name 9]]\nmine, and [[name 9]] again\n"
    assert daemon.text("linking.md") == expected.encode(), (len(typed), daemon.text("linking.md")[-80:])
    assert [each["path"] for each in a.ask("conflict/list", vault=vault)["conflicts"]] == ["torn.md"]
    print(f"renames: fine, {len(typed)} edits meanwhile")
