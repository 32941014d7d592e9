#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""witnesses.py MUTATIONS [--wrong]: our parser beside cmark-gfm and md4c.

Every note below the folder NOTEKIT_NOTES (the fixtures, if it is not set) and MUTATIONS random mutations of
them: the three must find the same blocks and inlines once what Markdown has not is taken out. A difference must
be one of the reasons in Fixtures/witnesses/reasons.json: without what the reason is about, both agree. The
examples of the reasons are asked of all three as well, so that the list says what is true. Anything else is
cut down to a small text and printed, and fails.

With --wrong our parser makes one known mistake after the other, and each must be found.

The others run as programs, built here from scripts/peers with cc, many notes at a time.
"""
import json
import os
import random
import re
import struct
import subprocess
import sys

from rigkit import RIG, SEED, Scratch, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PEERS = {"cmark-gfm": ["-lcmark-gfm-extensions", "-lcmark-gfm"], "md4c": ["-lmd4c"]}
MISTAKES = ["tabs", "underscores", "numbers", "escapes", "lazy"]
BATCH = 2000

# Section 10 of the syntax page: what is not Markdown, and what stands in its place.
NOTHING = re.compile(r"[\0\u200b\ufeff]")
FRONT = re.compile(r"\A---[ \t]*\n")
ALWAYS = [(re.compile(pattern), by) for pattern, by in [
    (r"%%+", "pp"), (r"\$", "S"), (r"<%", "<p"), (r"\[(?=\[)", "[ "), (r"\^", "v"), (r"\[!", "[a"),
    (r"(?<!=)==(?!=)", "hh"),
    # A task: any character in a box at the start of an item.
    (r"(?m)^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)+)\[([^\n])\](?=\s|\Z)", r"\1(\2)"),
]]
# md4c is asked without bare addresses.
ONLY = {"cmark-gfm": [], "md4c": [(re.compile(pattern), by) for pattern, by in [
    (r"(?i)(?<!<)(https?|ftp):(?=//)", r"\1;"), (r"(?i)www\.", "ww."), (r"(?<![<\w.+-])([\w.+-]+)@", r"\1 at "), (r"@", "a"),
]]}

PIECES = ["\n", "\n\n", "> ", "- ", "1. ", "2) ", "  ", "    ", "\t", "*", "**", "_", "__", "`", "``", "```\n", "~~~\n",
          "~~", "|", "[", "]", "](c)", "](<c d> 'e')", "![", "[a]", "[a]: b\n", "[a]: <b\n", "#", "## ", " #\n", "<div>",
          "</div>\n", "<a b='c'>", "<!-- ", " -->", "<?", "<pre>\n", "<", ">", "\\", "\\\n", "  \n", "---\n", "===\n", "***\n",
          "&amp;", "&", "!", "(", ")", "\"", "|-|-|\n", "| a | b |\n", "a\n---|---\n", "\\|", "+ ", "10. ", "  - ", "\n    ",
          "<http://a.b>", "é", "。", "\u00a0"]


def neutral(text, witness):
    text = NOTHING.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if FRONT.match(text):
        text = "x" + text
    for pattern, by in ALWAYS + ONLY[witness]:
        while True:
            new = pattern.sub(by, text)
            if new == text:
                break
            text = new
    return text


class Witnesses:
    """The three parsers, each as a program that says a line of words for each note."""

    def __init__(self, folder):
        self.folder, self.corpus = folder, os.path.join(folder, "corpus")
        for name, flags in PEERS.items():
            source = os.path.join(ROOT, "scripts", "peers", f"words-{name}.c")
            run("cc", "-O2", source, "-o", os.path.join(folder, name), *flags)

    def words(self, program, texts):
        if not texts:
            return []
        with open(self.corpus, "wb") as file:
            for text in texts:
                note = text.encode()
                file.write(struct.pack("=I", len(note)) + note)
        done = subprocess.run([*program, self.corpus], capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"{program} ended with {done.returncode}: {done.stderr[-300:]}")
        lines = done.stdout.decode().split("\n")
        assert len(lines) == len(texts) + 1, f"{program} said {len(lines) - 1} lines for {len(texts)} notes"
        return [line.strip() for line in lines[:-1]]

    def ours(self, texts, wrong=None):
        return self.words([RIG, "words", *(["--wrong", wrong] if wrong else []), "--corpus"], texts)

    def theirs(self, witness, texts):
        return self.words([os.path.join(self.folder, witness)], texts)

    def differing(self, witness, texts, wrong=None):
        """The places of the texts that the two parsers read in different ways."""
        pairs = zip(self.ours(texts, wrong), self.theirs(witness, texts))
        return [place for place, (ours, theirs) in enumerate(pairs) if ours != theirs]


class Reason:
    def __init__(self, entry):
        self.entry, self.name, self.witness = entry, entry["reason"], entry["witness"]
        self.pattern, self.by = re.compile(entry["about"]), entry["instead"]

    def taken_out(self, text):
        for _ in range(50):
            new = self.pattern.sub(self.by, text)
            if new == text:
                break
            text = new
        return text


def reasons():
    with open(os.path.join(ROOT, "Fixtures", "witnesses", "reasons.json"), encoding="utf-8") as file:
        return [Reason(entry) for entry in json.load(file)]


def notes():
    folder = os.environ.get("NOTEKIT_NOTES") or os.path.join(ROOT, "Fixtures")
    texts = []
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(".md"):
                with open(os.path.join(path, name), "rb") as file:
                    try:
                        texts.append(file.read().decode())
                    except UnicodeDecodeError:
                        pass  # Not a note that is ever parsed: it is not UTF-8.
    with open(os.path.join(ROOT, "Fixtures", "spec", "commonmark-0.31.2.json"), encoding="utf-8") as file:
        return texts, [example["markdown"] for example in json.load(file)]


def mutated(small, examples, chance):
    text = chance.choice(small)
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(text))
        end = place + chance.choice([0, 0, 0, 1, 2, 20])
        roll = chance.random()
        if roll < 0.8:
            piece = chance.choice(PIECES)
        elif roll < 0.9:
            piece = chance.choice(examples)
        else:
            other = chance.choice(small)
            start = chance.randint(0, len(other))
            piece = other[start:start + chance.randint(1, 200)]
        text = text[:place] + piece + text[end:]
    return text


def smaller(witnesses, witness, text, known):
    """The text cut down, line by line and then letter by letter, as long as it still differs for no known reason."""
    for split in (lambda text: text.splitlines(keepends=True), list):
        parts = split(text)
        size = max(1, len(parts) // 2)
        while True:
            tries = [parts[:at] + parts[at + size:] for at in range(0, len(parts), size)]
            joined = [neutral("".join(tried), witness) for tried in tries]
            differing = witnesses.differing(witness, joined)
            names = explained(witnesses, witness, [joined[place] for place in differing], known)
            found = [place for place, name in zip(differing, names) if not name]
            if found:
                parts = tries[found[0]]
            elif size == 1:
                break
            size = max(1, min(size // 2 if not found else size, len(parts)))
        text = "".join(parts)
    return text


def explained(witnesses, witness, texts, known, wrong=None):
    """For each text that differs the reasons for it, or None: those without which both agree."""
    found = [None] * len(texts)
    known = [reason for reason in known if reason.witness == witness]
    for reason in known:
        open_places = [place for place, names in enumerate(found) if names is None]
        changed = [reason.taken_out(texts[place]) for place in open_places]
        differing = set(witnesses.differing(witness, changed, wrong))
        for index, place in enumerate(open_places):
            if index not in differing and changed[index] != texts[place]:
                found[place] = [reason.name]
    # Several at once: taken out one after the other until both agree.
    open_places = [place for place, names in enumerate(found) if names is None]
    if not open_places:
        return found
    rest, names = [texts[place] for place in open_places], [[] for _ in open_places]
    for reason in known:
        changed = [reason.taken_out(text) for text in rest]
        for index, text in enumerate(changed):
            if text != rest[index]:
                names[index].append(reason.name)
        rest = changed
        differing = set(witnesses.differing(witness, rest, wrong))
        for index, place in enumerate(open_places):
            if index not in differing and found[place] is None and names[index]:
                found[place] = list(names[index])
    return found


def check_examples(witnesses, known):
    """Whether the list of reasons says what the three find."""
    faults = 0
    for reason in known:
        example = reason.entry["example"]
        for name, found in (("ours", witnesses.ours([example])[0]), ("theirs", witnesses.theirs(reason.witness, [example])[0])):
            if found != reason.entry[name]:
                faults += 1
                print(f"  {reason.witness}: {reason.name}: {name} is '{found}', and the list says '{reason.entry[name]}'")
    return faults


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    chance = random.Random(SEED)
    texts, examples = notes()
    small = [text for text in texts if len(text) < 3000] + examples
    known = reasons()
    with Scratch() as folder:
        witnesses = Witnesses(folder)
        if "--wrong" in sys.argv:
            batch = [mutated(small, examples, chance) for _ in range(count)]
            missed = 0
            for wrong in MISTAKES:
                seen = 0
                for witness in PEERS:
                    neutrals = [neutral(text, witness) for text in batch]
                    differing = [neutrals[place] for place in witnesses.differing(witness, neutrals, wrong)]
                    found = explained(witnesses, witness, differing, known, wrong).count(None)
                    print(f"  a parser with the mistake '{wrong}' beside {witness}: {found} of {count} texts show it")
                    seen += found
                missed += not seen
            return 1 if missed else 0

        faults = check_examples(witnesses, known)
        tally, unexplained, compared, reduced = {}, 0, 0, 0
        batches = [texts]
        made = 0
        while batches or made < count:
            if batches:
                batch = batches.pop()
            else:
                batch = [mutated(small, examples, chance) for _ in range(min(BATCH, count - made))]
                made += len(batch)
            compared += len(batch)
            for witness in PEERS:
                neutrals = [neutral(text, witness) for text in batch]
                differing = [neutrals[place] for place in witnesses.differing(witness, neutrals)]
                for text, names in zip(differing, explained(witnesses, witness, differing, known)):
                    if names is None:
                        unexplained += 1
                        if reduced < int(os.environ.get("WITNESS_SHOWN", "5")):
                            reduced += 1
                            cut = smaller(witnesses, witness, text, known)
                            print(f"  {witness} differs on {json.dumps(cut)}: "
                                  f"{witnesses.theirs(witness, [cut])[0]} | ours: {witnesses.ours([cut])[0]}")
                    else:
                        for name in names:
                            tally[witness, name] = tally.get((witness, name), 0) + 1
        print(f"witnesses: {len(texts)} notes and {count} mutations, seed {SEED}, beside each of {', '.join(PEERS)}: "
              f"{unexplained} differences without a reason; differences by reason:")
        for (witness, name), number in sorted(tally.items(), key=lambda item: -item[1]):
            print(f"  {number:7} {witness}: {name}")
    return 1 if faults or unexplained else 0


sys.exit(main())
