# SPDX-License-Identifier: MIT
# notekit diff and resolve where a side of the conflict is another by the time that somebody chooses: with a daemon,
# without one, and where only the store remembers the conflict.

import json
import os
import random
import shutil
import signal
import subprocess
import time

from daemon_client import Daemon, refused

NOTEKIT = os.path.join(os.path.dirname(os.environ["NOTEKITD"]), "notekit")
CHOICES = [["--mine"], ["--theirs"], ["--both"], ["--merged", "-"]]
MERGED = "MINE base, theirs one\n"


def run(daemon, *words, code=0):
    done = subprocess.run(
        [NOTEKIT, *words], cwd=daemon.vault, env={**daemon.environment, "LC_ALL": "C.UTF-8"}, input=MERGED,
        capture_output=True, text=True, timeout=120)
    assert code in (None, done.returncode), (words, done)
    return done


def answer(daemon, *words, **options):
    return json.loads(run(daemon, *words, "--json", **options).stdout)


def diff(daemon, name="a.md"):
    return answer(daemon, "diff", name, code=1)


def tear(daemon, name="a.md", in_place=False):
    """Brings a note into conflict."""
    daemon.write(name, "base\n")
    client = daemon.client()
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    session = client.ask("note/open", vault=vault, path=name)
    client.ask("note/edit", session=session["session"], revision=session["revision"],
               edits=[{"start": 0, "end": 0, "text": "MINE "}])
    (daemon.write if in_place else daemon.replace)(name, "theirs one\n")
    refused("conflict", client.ask, method="note/save", session=session["session"])
    client.wait("conflict/changed", lambda news: not news["isOver"])
    while client.ask("conflict/show", vault=vault, path=name)["theirs"] != "theirs one\n":
        client.wait("conflict/changed")
    return client, vault, session


def versions(daemon, name="a.md"):
    return [run(daemon, "history", "show", name, each["id"]).stdout
            for each in answer(daemon, "history", "list", name)]


def everything(daemon, name="a.md"):
    return versions(daemon, name) + [
        daemon.text(each).decode() for each in os.listdir(daemon.vault) if each.endswith(".md")]


def lose_journal(daemon):
    shutil.rmtree(os.path.join(daemon.folder, "state/notekit/journal"))


def a_side_that_changed_since_it_was_shown():
    for words in CHOICES:
        for way in ("theirs", "mine", "alone", "remembered", "remembered by the daemon"):
            with Daemon() as daemon:
                client, vault, session = tear(daemon)
                seen = diff(daemon)
                if way == "mine":
                    client.ask("note/edit", session=session["session"], revision=1,
                               edits=[{"start": 0, "end": 0, "text": "LATER "}])
                elif way != "theirs":
                    daemon.end()
                    if way != "alone":
                        lose_journal(daemon)
                if way != "mine":
                    daemon.replace("a.md", "theirs one\nPRECIOUS\n")
                if way == "theirs":
                    while "PRECIOUS" not in client.ask("conflict/show", vault=vault, path="a.md")["theirs"]:
                        client.wait("conflict/changed")
                if way == "remembered by the daemon":
                    daemon.start()
                    client = daemon.client()
                    vault = client.ask("vault/open", path=daemon.vault)["vault"]
                before = daemon.text("a.md")
                # By what diff remembered, and by the token; whoever asks for the one is not helped by the other.
                for more in ([], ["--token", seen["token"]]):
                    refusal = answer(daemon, "resolve", "a.md", *words, *more, code=3)["error"]
                    assert refusal["code"] == "conflict", (way, words, refusal)
                assert daemon.text("a.md") == before and len(answer(daemon, "conflicts", code=1)) == 1, (way, words)
                assert os.listdir(daemon.vault) == ["a.md"], (way, words)
                # Once they were looked at again they are chosen from.
                now = diff(daemon)
                assert now["token"] != seen["token"], (way, words)
                assert now["mine"] == ("LATER MINE base\n" if way == "mine" else "MINE base\n"), (way, now)
                assert now["theirs"].encode() == before, (way, now)
                answer(daemon, "resolve", "a.md", *words, "--token", seen["token"], code=3)
                answer(daemon, "resolve", "a.md", *words)
                expected = {"--theirs": now["theirs"], "--merged": MERGED}.get(words[0], now["mine"])
                assert daemon.text("a.md").decode() == expected, (way, words, daemon.text("a.md"))
                assert answer(daemon, "conflicts") == []
                found = everything(daemon)
                assert now["mine"] in found and now["theirs"] in found, (way, words, found)


def nobody_looked():
    for way in ("daemon", "alone", "remembered"):
        for words in CHOICES:
            with Daemon() as daemon:
                tear(daemon)
                if way != "daemon":
                    daemon.end()
                if way == "remembered":
                    lose_journal(daemon)
                if words[0] == "--merged":
                    # A text that was made from something, and nobody knows from what.
                    assert answer(daemon, "resolve", "a.md", *words, code=2)["error"]["code"] == "unseen"
                    assert daemon.text("a.md") == b"theirs one\n"
                    diff(daemon)
                answer(daemon, "resolve", "a.md", *words)
                found = everything(daemon)
                assert "MINE base\n" in found and "theirs one\n" in found, (way, words, found)
                # Each side once.
                kept = versions(daemon)
                assert len(kept) == len(set(kept)), (way, words, kept)
                # What was shown of it is no hindrance for the next one.
                assert not os.path.exists(os.path.join(daemon.folder, "state/notekit/shown")) or \
                    os.listdir(os.path.join(daemon.folder, "state/notekit/shown")) == []


def a_note_that_was_moved():
    with Daemon() as daemon:
        # In place: a file that only just came to the name is not known again by its number.
        client, vault, session = tear(daemon, in_place=True)
        os.rename(daemon.path("a.md"), daemon.path("z.md"))
        client.wait("conflict/changed", lambda news: news["path"] == "z.md" and not news["isOver"])
        assert [each["path"] for each in client.ask("conflict/list", vault=vault)["conflicts"]] == ["z.md"]
        # One that comes to the old path is not in it, with and without a daemon.
        daemon.write("a.md", "A QUITE NEW NOTE\n")
        assert run(daemon, "diff", "a.md").stdout == "" and diff(daemon, "z.md")["mine"] == "MINE base\n"
        daemon.end(signal.SIGKILL)
        assert [each["path"] for each in answer(daemon, "conflicts", code=1)] == ["z.md"]
        assert answer(daemon, "resolve", "a.md", "--mine", code=1)["error"]["code"] == "no-conflict"
        assert daemon.text("a.md") == b"A QUITE NEW NOTE\n"
        daemon.start()
        client = daemon.client()
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        assert [each["path"] for each in client.ask("conflict/list", vault=vault)["conflicts"]] == ["z.md"]
        answer(daemon, "resolve", "z.md", "--theirs")
        assert answer(daemon, "conflicts") == [] and "MINE base\n" in versions(daemon, "z.md")
        assert daemon.text("a.md") == b"A QUITE NEW NOTE\n" and daemon.text("z.md") == b"theirs one\n"


def the_history_is_that_of_every_version():
    # A folder is served that is the vault, lies in one, or holds one.
    for obsidian, is_served in [(".obsidian", True), ("../.obsidian", True), ("sub/.obsidian", True),
                                (".obsidian", False), ("../.obsidian", False), ("sub/.obsidian", False)]:
        for words in CHOICES:
            with Daemon() as daemon:
                os.makedirs(daemon.path(obsidian))
                os.makedirs(daemon.path("sub"), exist_ok=True)
                client, vault, _ = tear(daemon, "sub/a.md")
                # What the other program wrote first, and then wrote over.
                daemon.replace("sub/a.md", "theirs two\n")
                while client.ask("conflict/show", vault=vault, path="sub/a.md")["theirs"] != "theirs two\n":
                    client.wait("conflict/changed")
                daemon.end()
                lose_journal(daemon)
                if is_served:
                    daemon.start()
                    daemon.client().ask("vault/open", path=daemon.vault)
                diff(daemon, "sub/a.md")
                answer(daemon, "resolve", "sub/a.md", *words)
                kept = versions(daemon, "sub/a.md")
                found = kept + [daemon.text(os.path.join("sub", each)).decode()
                                for each in os.listdir(daemon.path("sub")) if each.endswith(".md")]
                assert {"MINE base\n", "theirs one\n", "theirs two\n"} <= set(found), (obsidian, is_served, words, found)
                assert len(kept) == len(set(kept)), (obsidian, is_served, words, kept)
                assert answer(daemon, "conflicts") == []


def kills_between_the_steps():
    # The command that ends a conflict, or the daemon that does it, is killed ever later, until it is done before.
    for way in ("alone", "remembered", "daemon"):
        for words in CHOICES:
            wait, killed = 0.0, True
            while killed:
                with Daemon() as daemon:
                    tear(daemon)
                    if way != "daemon":
                        daemon.end()
                    if way == "remembered":
                        lose_journal(daemon)
                    diff(daemon)
                    command = subprocess.Popen(
                        [NOTEKIT, "resolve", "a.md", *words], cwd=daemon.vault, env=daemon.environment,
                        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    command.stdin.write(MERGED.encode())
                    command.stdin.close()
                    victim = daemon.process if way == "daemon" else command
                    try:
                        command.wait(wait)
                        killed = False
                    except subprocess.TimeoutExpired:
                        victim.kill()
                        victim.wait()
                        command.wait()
                    if way == "daemon":
                        daemon.end(signal.SIGKILL)
                    # No side is lost, and what is left undone can be done.
                    found = everything(daemon)
                    left = run(daemon, "conflicts", code=None).returncode
                    if left == 1:
                        shown = diff(daemon)
                        found += [shown["mine"], shown["theirs"]]
                    assert "MINE base\n" in found and "theirs one\n" in found, (way, words, wait, found)
                    if left == 1:
                        answer(daemon, "resolve", "a.md", "--theirs")
                    assert answer(daemon, "conflicts") == [], (way, words, wait)
                    found = everything(daemon)
                    assert "MINE base\n" in found and "theirs one\n" in found, (way, words, wait, found)
                wait += random.uniform(0.008, 0.03)


for each in (a_side_that_changed_since_it_was_shown, nobody_looked, a_note_that_was_moved,
             the_history_is_that_of_every_version, kills_between_the_steps):
    start = time.monotonic()
    each()
    print(f"{each.__name__}: fine after {time.monotonic() - start:.1f} s", flush=True)
print("unseen sides: fine")
