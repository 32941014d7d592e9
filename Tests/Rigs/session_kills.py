#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""session_kills.py ROUNDS [--without-journal]: kill -9 at random moments of a note that is typed into.

Each round types into a note through `notekit session`, several edits on their way at a time, with saves among
them, and kills the process at any moment: while it opens, types, saves or recovers. Then
- the note on the disk is whole: a text that existed, and no older one than was reported as saved;
- the next session has every edit that was answered, and of the others a whole number from the front;
- where another program wrote or deleted the note in between, and something was unsaved, that is a conflict with
  mine and theirs, and what the choice drops is kept.

kill -9 leaves what was written to the kernel, so nothing that was answered may be gone. That "at most the timer
of the journal" is lost is the promise for power cuts, which this rig does not make.

With --without-journal the journals are removed before each reopening, and the rig succeeds when it loses.
"""
import json
import os
import random
import re
import select
import shutil
import subprocess
import sys
import time

import rigkit
from rigkit import Scratch, Tally, place, run

CLI = os.environ["NOTEKIT_CLI"]
chance = random.Random(rigkit.SEED)


class Session:
    """A running `notekit session`."""

    def __init__(self, note, pause):
        self.process = subprocess.Popen(
            [CLI, "session", note, "--pause", str(pause)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, bufsize=0)
        self.unread = b""

    def send(self, **fields):
        self.process.stdin.write(json.dumps(fields).encode() + b"\n")

    def lines(self, until):
        """The lines that are there by a time; what the process said before it was killed counts."""
        while True:
            whole, newline, rest = self.unread.partition(b"\n")
            if newline:
                self.unread = rest
                yield json.loads(whole)
                continue
            if not select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))[0]:
                return
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                return
            self.unread += piece

    def wait_for(self, condition):
        """The lines up to one that fulfils a condition."""
        seen = []
        for line in self.lines(time.monotonic() + 60):
            seen.append(line)
            if condition(line):
                return seen
        raise RuntimeError(f"{self.process.poll()}: nothing after {seen[-3:]}")

    def kill(self):
        self.process.kill()
        said = list(self.lines(time.monotonic() + 60))
        self.process.wait()
        self.process.stdin.close(), self.process.stdout.close()
        return said

    def close(self):
        self.process.stdin.close()
        said = list(self.lines(time.monotonic() + 60))
        self.process.stdout.close()
        return self.process.wait(), said


class Note:
    """A note with what may be true of it."""

    def __init__(self, folder, number):
        self.vault, self.state = os.path.join(folder, "vault"), os.path.join(folder, "state")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(self.vault), os.makedirs(self.state)
        os.environ["XDG_STATE_HOME"] = self.state
        self.path = os.path.join(self.vault, "note.md")
        # Some have a byte order mark and CRLF, in a first line that is left alone as well, so that what is typed
        # takes it over; some are not there yet.
        self.is_crlf = number % 3 == 1
        if number % 3 == 2:
            self.texts = [""]
        else:
            size = chance.choice([0, 30, 3000, 100000])
            self.texts = ["first\n" + "".join(chance.choice("abcde fgh\n") for _ in range(size))]
            self.write(self.texts[0])
        # The texts since the note was last opened, how many edits of those were answered, and which of them the
        # file may not be older than.
        self.answered = self.saved = 0
        # What another program wrote after the kill: a text, None where it deleted it, or nothing.
        self.outside = []
        # Whether the file held everything that was answered, and what it held, after the last kill.
        self.was_whole, self.before = True, self.file()

    def write(self, text):
        with open(self.path, "wb") as note:
            note.write(self.bytes(text))

    def bytes(self, text):
        """The file that a text makes."""
        return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() if self.is_crlf else text.encode()

    def file(self):
        try:
            with open(self.path, "rb") as note:
                return note.read()
        except FileNotFoundError:
            return None

    def index_of_file(self):
        """The last of the texts that the file may hold; None where it holds none of them."""
        content = self.file()
        if content is None:
            return 0 if self.texts[0] == "" else None
        if self.is_crlf and content == b"" and self.texts[0] == "":
            return 0
        for index in reversed(range(len(self.texts))):
            if content == self.bytes(self.texts[index]):
                return index
        return None

    def candidates(self):
        """The texts that may be there: every answered edit, and those sent after it as far as they came."""
        return self.texts[self.answered:]

    def is_kept(self, text):
        """Whether the history has a text, or a plain file of the versions where the history failed."""
        wanted = self.bytes(text)

        def history(*words):
            return subprocess.run([CLI, "history", *words], capture_output=True, check=True).stdout

        for version in json.loads(history("list", self.path, "--json")):
            if history("show", self.path, version["id"]) == wanted:
                return True
        for folder, _, names in os.walk(os.path.join(self.state, "notekit", "versions")):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    if file.read() == wanted:
                        return True
        return False


class Rig:
    def __init__(self, folder, tally, has_journal):
        self.folder, self.tally, self.has_journal = folder, tally, has_journal
        self.counts = dict.fromkeys(
            ["kills", "edits", "answered", "unsaved", "early", "saves", "recovered", "conflicts", "litter", "lost"], 0)
        self.number = 0

    def run(self, rounds):
        note = None
        while self.counts["kills"] < rounds:
            if note is None or self.counts["kills"] % 20 == 0:
                if note:
                    self.finish(note)
                note = Note(os.path.join(self.folder, "kills"), self.number)
                self.number += 1
            self.round(note)
        self.finish(note)

    def round(self, note):
        what = f"kill {self.counts['kills']} of note {self.number - 1}"
        session = Session(note.path, chance.choice([0, 0, 5, 20, 800]))
        self.counts["kills"] += 1
        if chance.random() < 0.1:
            # While it opens or recovers.
            self.counts["early"] += 1
            time.sleep(chance.random() * 0.03)
            session.kill()
        else:
            self.open(note, session, what)
            self.type(note, session, time.monotonic() + chance.random() ** 2 * 0.08)
        self.look(note, what)
        self.interfere(note)

    def open(self, note, session, what):
        """Takes what the last kill left, and judges it."""
        session.send(op="text")
        seen = session.wait_for(lambda line: "text" in line)
        text, candidates = seen[-1]["text"], note.candidates()
        self.counts["recovered"] += any("recovered" in line for line in seen)
        conflict = next((line["conflict"] for line in seen if line.get("conflict")), None)
        if conflict:
            self.counts["conflicts"] += 1
            self.check(bool(note.outside), f"{what}: a conflict with nobody")
            self.check(conflict["mine"] in candidates, f"{what}: mine of the conflict is none of {len(candidates)} texts")
            if note.outside:
                theirs = note.outside[0]
                self.check(conflict["theirs"] == theirs and conflict["deleted"] == (theirs is None), f"{what}: theirs")
                self.check(note.file() == (None if theirs is None else note.bytes(theirs)), f"{what}: overwritten")
            text = self.resolve(note, session, conflict, what)
        elif note.outside:
            # Nothing was unsaved, or else it is lost.
            self.check(note.was_whole, f"{what}: answered edits are gone, and no conflict")
            self.check(text == (note.outside[0] or ""), f"{what}: what the other program wrote is not shown")
            if note.outside[0] is None:
                # The next one is a new note.
                note.is_crlf = False
        elif not self.check(text in candidates, f"{what}: {self.difference(text, note)}"):
            self.counts["lost"] += 1
        note.texts, note.answered, note.saved, note.outside = [text], 0, 0, []

    def resolve(self, note, session, conflict, what):
        choice = "mine" if conflict["deleted"] else chance.choice(["mine", "theirs", "both", "merged"])
        new = {"mine": conflict["mine"], "theirs": conflict["theirs"], "both": conflict["mine"]}.get(choice, "merged\n")
        more = {"text": new} if choice == "merged" else {}
        session.send(op="resolve", choice=choice, **more)
        answer = session.wait_for(lambda line: line.get("op") == "resolve")[-1]
        self.check("status" in answer, f"{what}: {choice} answers {answer}")
        if choice in ("theirs", "merged"):
            self.check(note.is_kept(conflict["mine"]), f"{what}: mine is dropped and not kept by {choice}")
        if choice in ("mine", "merged") and conflict["theirs"] is not None:
            self.check(note.is_kept(conflict["theirs"]), f"{what}: theirs is dropped and not kept by {choice}")
        if choice == "both":
            beside = os.path.join(note.vault, "note 1.md")
            with open(beside, "rb") as file:
                self.check(file.read() == note.bytes(conflict["theirs"]), f"{what}: theirs is not beside the note")
            os.unlink(beside)
        return new

    def type(self, note, session, deadline):
        """Types until it is killed at a time."""
        window, revisions, saves = chance.choice([1, 2, 8]), {}, 0
        while time.monotonic() < deadline:
            if len(note.texts) - 1 - note.answered < window:
                if chance.random() < 0.1:
                    saves += 1
                    session.send(op="save")
                text = note.texts[-1]
                start = chance.randrange(text.find("\n") + 1, len(text) + 1)
                end = min(len(text), start + chance.choice([0, 0, 0, 1, 5]))
                new = "".join(chance.choice("xyz \n") for _ in range(chance.choice([1, 1, 5, 400])))
                # Before it is sent: what is on its way may be there.
                note.texts.append(text[:start] + new + text[end:])
                session.send(op="edit", start=start, end=end, text=new)
            for line in session.lines(min(deadline, time.monotonic() + chance.random() * 0.002)):
                self.take(note, line, revisions)
                if len(note.texts) - 1 - note.answered < window:
                    break
        for line in session.kill():
            self.take(note, line, revisions)
        self.counts["edits"] += len(note.texts) - 1
        self.counts["answered"] += note.answered
        self.counts["saves"] += saves

    def take(self, note, line, revisions):
        if line.get("op") == "edit":
            if "error" in line:
                raise RuntimeError(f"an edit was refused: {line}")
            note.answered += 1
            revisions[line["revision"]] = note.answered
        if line.get("status") == "saved":
            note.saved = max(note.saved, revisions.get(line["revision"], 0))

    def look(self, note, what):
        """Judges the file that a kill left."""
        if note.outside:
            return
        index = note.index_of_file()
        # The file may still be the one of before the last opening: that is text 0, or older and then unsaved.
        content = note.file()
        if index is None:
            older = content == note.before
            self.check(older and note.saved == 0, f"{what}: the note is torn, {len(content or b'')} bytes")
        else:
            self.check(index >= note.saved, f"{what}: the note is text {index}, reported was {note.saved}")
        note.was_whole = index is not None and index >= note.answered
        self.counts["unsaved"] += not note.was_whole
        note.before = content
        self.counts["litter"] += len(os.listdir(note.vault)) > (content is not None)

    def interfere(self, note):
        if not self.has_journal:
            shutil.rmtree(os.path.join(note.state, "notekit", "journal"), ignore_errors=True)
        elif not note.outside and chance.random() < 0.2:
            way = chance.choice(["in place", "in place", "rename", "rename", "delete"])
            text = f"outside {self.counts['kills']}\n" + note.texts[0][:200]
            if way == "delete":
                if note.file() is None:
                    return
                os.unlink(note.path)
                text = None
            elif way == "rename":
                temporary = os.path.join(note.vault, "other.tmp")
                with open(temporary, "wb") as file:
                    file.write(note.bytes(text))
                os.rename(temporary, note.path)
            else:
                note.write(text)
            note.outside = [text]

    def finish(self, note):
        """Opens it a last time, closes it, and looks for what should not be there."""
        what = f"the end of note {self.number - 1}"
        session = Session(note.path, 800)
        self.open(note, session, what)
        code, _ = session.close()
        self.check(code == 0, f"{what}: exit code {code}")
        content = note.file()
        self.check(content is None and note.texts[0] == "" or content == note.bytes(note.texts[0]), f"{what}: the file")
        left = [name for name in os.listdir(note.vault) if name != "note.md"]
        self.check(not left, f"{what}: leftovers {left}")
        journal = os.path.join(note.state, "notekit", "journal")
        left = os.listdir(journal) if os.path.isdir(journal) else []
        self.check(not left, f"{what}: journals {left}")

    def difference(self, text, note):
        for index, known in enumerate(note.texts):
            if known == text:
                return f"the session is at text {index}, answered were {note.answered}"
        return f"the session has a text that never was, {len(text)} bytes"

    def check(self, is_right, what):
        """Counts; without a journal to lose is what is to be shown."""
        if self.has_journal:
            return self.tally.check(is_right, what)
        return is_right


def main():
    rounds, tally = int(sys.argv[1]), Tally()
    has_journal = "--without-journal" not in sys.argv[2:]
    with Scratch(os.environ.get("RIG_DISK")) as scratch:
        rig = Rig(scratch, tally, has_journal)
        rig.run(rounds)
        kind = re.sub("ext2/ext3", "ext4", run("stat", "-f", "-c", "%T", scratch).stdout.strip())
    counts = rig.counts
    print(
        f"kills of sessions: {counts['kills']} kills ({counts['early']} while opening) among {counts['edits']} edits, "
        f"{counts['answered']} of them answered, and {counts['saves']} saves asked for; {counts['unsaved']} kills with "
        f"answered edits unsaved, {counts['litter']} in the middle of a save; {counts['recovered']} recoveries, "
        f"{counts['conflicts']} conflicts; {counts['lost']} lost, {tally.failed} wrong; {place(kind)}")
    if not has_journal:
        tally.check(counts["lost"] > 0, "without a journal nothing was lost: the rig sees nothing")
    tally.finish()


main()
