# SPDX-License-Identifier: MIT
# SIGKILL at random moments under load; whatever was answered is in the note, its conflict or its versions.
#
# Usage: kills.py KILLS [SEED]
#
# Eight clients edit the notes of three vaults, write them whole and put versions back, while other programs append
# to them. After each kill the daemon starts again and the vaults are opened at once; then every token of an answered
# edit or write, and every token that another program wrote, is looked for.

import os
import random
import signal
import sys
import threading
import time

from daemon_client import Client, Daemon, Gone, Refused

KILLS = int(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
VAULTS = 3
NOTES = 20
CLIENTS = 8
REFUSALS = ("stale-revision", "not-written", "conflict", "busy", "not-read")


class Load:
    """The clients and writers between two kills."""

    def __init__(self, daemon, vaults, dice, kill):
        self.daemon, self.vaults, self.kill = daemon, vaults, kill
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

    def note(self, note, token):
        with self.lock:
            self.tokens.setdefault(note, set()).add(token)

    def any(self, dice):
        """A note: the number of its vault, and its path."""
        return dice.randrange(VAULTS), f"{dice.randrange(NOTES)}.md"

    def write(self, client, note, token):
        vault = self.vaults[note[0]]
        try:
            read = client.ask("note/read", vault=vault, path=note[1])
            client.ask("note/write", vault=vault, path=note[1], base=read["digest"],
                       edits=[{"start": 0, "end": 0, "text": token}])
            self.note(note, token)
        except Refused as refusal:
            assert refusal.word in REFUSALS, refusal

    def restore(self, client, note, dice):
        vault = self.vaults[note[0]]
        try:
            versions = client.ask("note/history", vault=vault, path=note[1])["versions"]
            if versions:
                client.ask("note/restore", vault=vault, path=note[1],
                           version=dice.choice(versions[:5])["id"])
        except Refused as refusal:
            assert refusal.word in REFUSALS, refusal

    def edit(self, number, seed):
        dice = random.Random(seed)
        client = Client(self.daemon.socket, name=f"kills {number}")
        open_notes = {}
        count = 0
        while not self.over.is_set():
            path = self.any(dice)
            action = dice.random()
            if action < 0.1:
                count += 1
                self.write(client, path, f"<k{self.kill}c{number}n{count}>")
                continue
            if action < 0.12:
                self.restore(client, path, dice)
                continue
            if path not in open_notes:
                opened = client.ask("note/open", vault=self.vaults[path[0]], path=path[1])
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
                    self.resolve(client, path, session, dice)
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

    def resolve(self, client, path, session, dice):
        try:
            client.resolve(self.vaults[path[0]], path[1], session, dice.choice(["mine", "theirs", "both"]))
        except Refused as refusal:
            # Another client was faster, or a writer wrote once more.
            assert refusal.word in ("conflict", "no-conflict", "not-written"), refusal

    def append(self, number, seed):
        dice = random.Random(seed)
        count = 0
        while not self.over.wait(0.01):
            path = self.any(dice)
            count += 1
            token = f"<k{self.kill}w{number}n{count}>"
            file = os.open(os.path.join(folder(self.daemon, path[0]), path[1]), os.O_WRONLY | os.O_APPEND)
            os.write(file, f"{token}\n".encode())
            os.close(file)
            self.note(path, token)


def folder(daemon, number):
    return os.path.join(daemon.folder, f"vault{number}")


def open_all(daemon):
    """Opens all vaults at the same time, and answers their names."""
    clients = [daemon.client(name="checker") for _ in range(VAULTS)]
    asked = [each.send("vault/open", path=folder(daemon, number)) for number, each in enumerate(clients)]
    return [each.answer(number)["vault"] for each, number in zip(clients, asked)]


# The versions that were looked at in an earlier round: they hold nothing of a later one, and there are ever more of them.
looked_at = set()


def everything(client, daemon, vaults, note):
    """All texts of a note since the last round: on the disk, beside it, in its conflict and in its versions."""
    vault, path = vaults[note[0]], note[1]
    stem = path[:-3]
    texts = []
    for name in os.listdir(folder(daemon, note[0])):
        if name == path or name.startswith(stem + " "):
            with open(os.path.join(folder(daemon, note[0]), name), encoding="utf-8") as file:
                texts.append(file.read())
    try:
        shown = client.ask("conflict/show", vault=vault, path=path)
        texts += [shown[side] or "" for side in ("base", "mine", "theirs")]
    except Refused:
        pass
    for version in client.ask("note/history", vault=vault, path=path)["versions"]:
        if (note, version["id"]) in looked_at:
            continue
        looked_at.add((note, version["id"]))
        texts.append(client.ask("note/read", vault=vault, path=path, version=version["id"])["text"])
    return "".join(texts)


def check_vault(client, daemon, vault, number, dice):
    """Ends the conflicts of a vault, and tidies it for the next round."""
    listed = [each["path"] for each in client.ask("vault/changes", vault=vault)["changes"]]
    there = sorted(name for name in os.listdir(folder(daemon, number)) if name.endswith(".md"))
    assert sorted(listed) == there, (set(listed) ^ set(there))
    resolved = []
    for conflict in client.ask("conflict/list", vault=vault)["conflicts"]:
        note = client.ask("note/open", vault=vault, path=conflict["path"])
        choice = dice.choice(["mine", "theirs", "both"])
        resolved.append((conflict, note["status"], note["isUnsaved"], choice))
        try:
            client.resolve(vault, conflict["path"], note["session"], choice)
        except Refused as refusal:
            # It was over, and the kill came before that was written down.
            assert refusal.word == "no-conflict", refusal
        client.ask("note/close", session=note["session"])
    left = client.ask("conflict/list", vault=vault)["conflicts"]
    assert left == [], f"{daemon.words()[-3000:]} seed {SEED}: {left}, {resolved}"
    # So that the rounds stay alike.
    for name in there:
        if " " in name:
            os.remove(os.path.join(folder(daemon, number), name))


dice = random.Random(SEED)
acknowledged = 0
with Daemon(pause=200) as daemon:
    for vault in range(VAULTS):
        os.mkdir(folder(daemon, vault))
        for number in range(NOTES):
            with open(os.path.join(folder(daemon, vault), f"{number}.md"), "w") as file:
                file.write(f"note {number}\n")
    for kill in range(KILLS):
        load = Load(daemon, open_all(daemon), dice, kill)
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
        vaults = open_all(daemon)
        client = daemon.client(name="checker")
        for note, tokens in load.tokens.items():
            text = everything(client, daemon, vaults, note)
            lost = [token for token in tokens if token not in text]
            assert not lost, f"kill {kill} (seed {SEED}), {note}: {lost} of {len(tokens)}"
            acknowledged += len(tokens)
        for number, vault in enumerate(vaults):
            check_vault(client, daemon, vault, number, dice)
        if (kill + 1) % 50 == 0:
            print(f"kills: {kill + 1}, {acknowledged} tokens so far", flush=True)
    assert daemon.end() == 0, daemon.words()
print(f"kills: fine, {KILLS} kills, {acknowledged} tokens, seed {SEED}")
