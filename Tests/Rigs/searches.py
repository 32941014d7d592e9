#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""searches.py QUERIES: what the index finds beside the plainest search there is.

The notes below the folder NOTEKIT_NOTES (the fixtures, if it is not set) are searched for QUERIES random pieces of 1
to 12 characters: pieces of the notes themselves in another case, composed or decomposed, with marks lost or added, and
a few that are nowhere. The witness reads every note, folds each character by Python's own tables and looks at every
place. Paths and places must be the same, with marks and without.
"""
import array
import os
import random
import sys
import unicodedata

from rigkit import RIG, SEED, Scratch, Tally, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BETWEEN = "\U0010ffff"
MORE = "ßſKéÉİıﬃǰςΣ가が划計שלםé🌱👩‍💻ñŉΐ\u0301\u0345"


def fold(character, markless, known={}):
    """What a character is compared as: its decomposition in full case folding."""
    key = (character, markless)
    if key not in known:
        parts = unicodedata.normalize("NFD", character)
        if markless:
            parts = [part for part in parts if unicodedata.category(part) not in ("Mn", "Me")]
        known[key] = "".join(
            unicodedata.normalize("NFD", step) for part in parts for step in part.casefold())
    return known[key]


def folded(text, markless, at=0):
    """The folded scalars of a text, and the bytes of each: where they start and end, or -1 within a character."""
    scalars, starts, ends = [], array.array("q"), array.array("q")
    index = 0
    while index < len(text):
        character = text[index]
        width = len(character.encode())
        if character == "\r":
            if text[index + 1:index + 2] == "\n":
                index, width = index + 1, 2
            character = "\n"
        parts = fold(character, markless)
        for number in range(len(parts)):
            starts.append(at if number == 0 else -1)
            ends.append(at + width if number == len(parts) - 1 else -1)
        scalars.append(parts)
        index, at = index + 1, at + width
    return "".join(scalars), starts, ends


class Witness:
    """All notes folded, one behind the other, titles and texts."""

    def __init__(self, notes, markless):
        self.markless = markless
        self.text, self.starts, self.ends, self.parts = [], array.array("q"), array.array("q"), []
        length = 0
        for path, text in notes:
            title = os.path.basename(path)[:-3]
            for content, is_title in ((title, True), (text, False)):
                at = 3 if not is_title and content.startswith("\ufeff") else 0
                scalars, starts, ends = folded(content[1:] if at else content, markless, at)
                self.parts.append((length, path, is_title, len(content.encode())))
                self.text.append(scalars + BETWEEN)
                self.starts += starts + array.array("q", [-1])
                self.ends += ends + array.array("q", [-1])
                length += len(scalars) + 1
        self.text = "".join(self.text)

    def answer(self, query):
        """The matches of each note that holds a query, by its path; None where there is nothing to look for."""
        needle = folded(query, self.markless)[0]
        if not needle:
            return None
        hits, part, at = {}, 0, 0
        while True:
            at = self.text.find(needle, at)
            if at < 0:
                return hits
            last = at + len(needle) - 1
            start, end = self.starts[at], self.ends[last]
            if start < 0 or end < 0:
                at += 1
                continue
            while part + 1 < len(self.parts) and self.parts[part + 1][0] <= at:
                part += 1
            _, path, is_title, size = self.parts[part]
            if self.markless:
                # Marks behind a match belong to it.
                end = size if self.text[last + 1] == BETWEEN else self.starts[last + 1]
            places = hits.setdefault(path, [])
            if not is_title:
                places.append((start, end))
            at = last + 1


def notes_below(folder):
    for where, folders, files in os.walk(folder, followlinks=False):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            place = os.path.join(where, name)
            if name.startswith(".") or not name.lower().endswith(".md") or os.path.islink(place):
                continue
            with open(place, "rb") as file:
                content = file.read()
            try:
                yield os.path.relpath(place, folder), content.decode()
            except UnicodeDecodeError:
                pass


def piece(chance, notes):
    """A random query."""
    while True:
        kind = chance.random()
        if kind < 0.03:
            text = "".join(chance.choice(MORE + "aes ") for _ in range(chance.randint(1, 6)))
        else:
            note = chance.choice(notes)[1] if kind < 0.9 else os.path.basename(chance.choice(notes)[0])
            if not note:
                continue
            length = chance.randint(1, 12)
            at = chance.randrange(len(note))
            text = note[at:at + length]
        change = chance.randrange(8)
        if change == 0:
            text = text.upper()
        elif change == 1:
            text = text.swapcase()
        elif change == 2:
            text = unicodedata.normalize("NFD", text)
        elif change == 3:
            text = unicodedata.normalize("NFC", text)
        elif change == 4 and len(text) < 12:
            at = chance.randint(0, len(text))
            text = text[:at] + chance.choice(MORE) + text[at:]
        # A letter or two of ASCII are in every note, at every second place.
        if text.isascii() and len(text.strip()) < 3 and chance.random() < 0.97:
            continue
        if text:
            return text


def main():
    count = int(sys.argv[1])
    chance = random.Random(SEED)
    folder = os.environ.get("NOTEKIT_NOTES", ROOT + "/Fixtures")
    notes = sorted(notes_below(folder))
    queries = [(chance.random() < 0.5, piece(chance, notes)) for _ in range(count)]
    with Scratch() as scratch:
        lines = "".join(
            "%s %s\n" % ("markless" if markless else "plain", text.encode().hex()) for markless, text in queries)
        answers = run(
            RIG, "search-answers", "--vault", folder, "--state", scratch + "/state", input=lines).stdout.split("\n")
    witnesses = {markless: Witness(notes, markless) for markless in (False, True)}
    tally, places = Tally(), 0
    for (markless, text), line in zip(queries, answers, strict=False):
        expected = witnesses[markless].answer(text)
        found = None
        if line != "nothing to find":
            found = {}
            for hit in line.split():
                path, _, matches = hit.partition(":")
                found[bytes.fromhex(path).decode()] = [
                    tuple(map(int, match.split("-"))) for match in matches.split(",") if match]
        places += sum(map(len, (expected or {}).values()))
        differing = [] if found == expected else sorted(
            path for path in set(found or {}) | set(expected or {})
            if (found or {}).get(path) != (expected or {}).get(path))
        tally.check(found == expected, "%r%s in %s" % (text, " markless" if markless else "", differing[:3]))
    tally.check(len(answers) == count + 1, "%d answers" % (len(answers) - 1))
    print("searches: %d queries of %d notes, %d places, seed %s" % (count, len(notes), places, SEED))
    tally.finish()


if __name__ == "__main__":
    main()
