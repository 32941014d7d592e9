# SPDX-License-Identifier: MIT
# SIGKILL at random moments under load; whatever was answered is in the note, its conflict or its versions.
#
# Usage: kills.py KILLS [SEED]
#
# Eight clients edit fifty notes while other programs append to them. After each kill the daemon starts again and
# opens the vault; then every token of an answered edit, and every token that another program wrote, is looked for.

import os
import random
import signal
import sys
import threading
import time

from daemon_client import Client, Daemon, Gone, Refused

KILLS = int(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
NOTES = 50
CLIENTS = 8


class Load:
    """The clients and writers between two kills."""

    def __init__(self, daemon, vault, dice, kill):
        self.daemon, self.vault, self.kill = daemon, vault, kill
        self.tokens = {}
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.problems = []
        self.threads = [
            threading.Thread(target=self.guarded, args=(self.edit, number, dice.randrange(1 << 30)))
            for number in range(CLIENTS)]
        self.threads += [
            threading.Thread(target=self.guarded, args=(self.append, number, dice.randrange(1 << 30)))
            for number in range(2)]

    def guarded(self, work, *arguments):
        try:
            work(*arguments)
        except (Gone, ConnectionError, FileNotFoundError):
            if not self.over.is_set():
                self.problems.append("the daemon went away by itself")
        except Exception as problem:
            self.problems.append(repr(problem))

    def note(self, path, token):
        with self.lock:
            self.tokens.setdefault(path, set()).add(token)

    def edit(self, number, seed):
        dice = random.Random(seed)
        client = Client(self.daemon.socket, name=f"kills {number}")
        open_notes = {}
        count = 0
        while not self.over.is_set():
            path = f"{dice.randrange(NOTES)}.md"
            if path not in open_notes:
                opened = client.ask("note/open", vault=self.vault, path=path)
                open_notes[path] = [opened["session"], opened["revision"]]
            session, revision = open_notes[path]
            count += 1
            token = f"<k{self.kill}c{number}n{count}>"
            try:
                revision = client.ask(
                    "note/edit", session=session, revision=revision,
                    edits=[{"start": 0, "end": 0, "text": token + dice.choice(["", "\n"])}])["revision"]
                self.note(path, token)
                if dice.random() < 0.1:
                    client.ask("note/save", session=session)
                if dice.random() < 0.05:
                    client.ask("note/close", session=session)
                    del open_notes[path]
                    continue
            except Refused as refusal:
                if refusal.word == "conflict":
                    self.resolve(client, session, dice)
                elif refusal.word not in ("stale-revision", "not-written"):
                    raise
            except KeyError:
                pass
            for news in client.news:
                if news["method"] == "note/changed":
                    for each in open_notes.values():
                        if each[0] == news["params"]["session"]:
                            each[1] = max(each[1], news["params"]["revision"])
            client.news.clear()
            if path in open_notes:
                open_notes[path][1] = max(open_notes[path][1], revision)

    def resolve(self, client, session, dice):
        try:
            client.ask("note/resolve", session=session, choice=dice.choice(["mine", "theirs", "both"]))
        except Refused as refusal:
            # Another client was faster, or a writer wrote once more.
            assert refusal.word in ("conflict", "no-conflict", "not-written"), refusal

    def append(self, number, seed):
        dice = random.Random(seed)
        count = 0
        while not self.over.wait(0.01):
            path = f"{dice.randrange(NOTES)}.md"
            count += 1
            token = f"<k{self.kill}w{number}n{count}>"
            file = os.open(self.daemon.path(path), os.O_WRONLY | os.O_APPEND)
            os.write(file, f"{token}\n".encode())
            os.close(file)
            self.note(path, token)


def everything(client, daemon, vault, path):
    """All texts of a note: on the disk, beside it, in its conflict and in its versions."""
    stem = path[:-3]
    texts = [daemon.text(name).decode() for name in os.listdir(daemon.vault)
             if name == path or name.startswith(stem + " ")]
    try:
        shown = client.ask("conflict/show", vault=vault, path=path)
        texts += [shown[side] or "" for side in ("base", "mine", "theirs")]
    except Refused:
        pass
    for version in client.ask("note/history", vault=vault, path=path)["versions"]:
        texts.append(client.ask("note/read", vault=vault, path=path, version=version["id"])["text"])
    return "".join(texts)


dice = random.Random(SEED)
acknowledged = 0
with Daemon(pause=200) as daemon:
    for number in range(NOTES):
        daemon.write(f"{number}.md", f"note {number}\n")
    for kill in range(KILLS):
        client = daemon.client(name="checker")
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        load = Load(daemon, vault, dice, kill)
        for thread in load.threads:
            thread.start()
        # The moment of the kill is what is random here.
        time.sleep(dice.random() * 1.5)
        load.over.set()
        daemon.process.send_signal(signal.SIGKILL)
        daemon.process.wait()
        for thread in load.threads:
            thread.join()
        assert not load.problems, load.problems
        daemon.start()
        client = daemon.client(name="checker")
        vault = client.ask("vault/open", path=daemon.vault)["vault"]
        listed = [each["path"] for each in client.ask("vault/changes", vault=vault)["changes"]]
        there = sorted(name for name in os.listdir(daemon.vault) if name.endswith(".md"))
        assert sorted(listed) == there, (set(listed) ^ set(there))
        for path, tokens in load.tokens.items():
            text = everything(client, daemon, vault, path)
            lost = [token for token in tokens if token not in text]
            assert not lost, f"kill {kill} (seed {SEED}), {path}: {lost} of {len(tokens)}"
            acknowledged += len(tokens)
        resolved = []
        for conflict in client.ask("conflict/list", vault=vault)["conflicts"]:
            note = client.ask("note/open", vault=vault, path=conflict["path"])
            choice = dice.choice(["mine", "theirs", "both"])
            resolved.append((conflict, note["status"], note["isUnsaved"], choice))
            try:
                client.ask("note/resolve", session=note["session"], choice=choice)
            except Refused as refusal:
                # It was over, and the kill came before that was written down.
                assert refusal.word == "no-conflict", refusal
            client.ask("note/close", session=note["session"])
        left = client.ask("conflict/list", vault=vault)["conflicts"]
        assert left == [], f"{daemon.words()[-3000:]} kill {kill} (seed {SEED}): {left}, {resolved}"
        # So that the rounds stay alike.
        for name in there:
            if " " in name:
                os.remove(daemon.path(name))
    assert daemon.end() == 0, daemon.words()
print(f"kills: fine, {KILLS} kills, {acknowledged} tokens, seed {SEED}")
