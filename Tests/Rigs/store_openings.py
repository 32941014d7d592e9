#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""store_openings.py: kill -9 at every call that changes the disk in a store's first opening, in each migration, and
in a mending.

The opening is traced once, then killed before its first such call, its second, and so on: a call that only reads
leaves what the one before it left. The next opening must be
right: quiet after a first opening or a migration that was cut short, and never with less than there was.
"""
import os
import re
import shutil
import signal

from rigkit import RIG, Scratch, Tally, place, run

CALL = re.compile(r"^(\w+)\(")
CHANGING = {"openat", "write", "pwrite64", "pwritev", "fsync", "fdatasync", "ftruncate", "fallocate", "rename", "renameat",
            "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "symlink", "chmod", "fchmod", "exit_group"}
STORES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Fixtures/store")
NOTE = "deep/note.md"


class Opening:
    """A state folder, how many versions it holds, and whether something may be said of it."""

    def __init__(self, name, versions, may_tell):
        self.name, self.versions, self.may_tell = name, versions, may_tell

    def build(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, "vault"))
        if self.name == "new":
            return
        run(*self.command(folder))
        (memory,) = [entry.path for entry in os.scandir(os.path.join(folder, "state/vaults")) if entry.is_dir()]
        for name in os.listdir(memory):
            if name != "vault":
                os.unlink(os.path.join(memory, name))
        database = os.path.join(memory, "store.sqlite")
        if self.name != "damaged":
            shutil.copy(os.path.join(STORES, f"{self.name}.sqlite"), database)
            return
        shutil.copy(os.path.join(STORES, "step-2.sqlite"), database)
        run(*self.command(folder))
        with open(database, "r+b") as file:
            file.write(bytes(4096))

    @staticmethod
    def command(folder):
        return [RIG, "store-open", "--folder", folder, "--note", NOTE]

    def points(self, folder):
        """Every call from the first that names the state folder on, as (name, how many of that name came before)."""
        self.build(folder)
        trace = os.path.join(folder, "trace")
        run("strace", "-s", "4096", "-o", trace, *self.command(folder))
        counts, points, opening = {}, [], False
        with open(trace, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                match = CALL.match(line)
                if not match:
                    continue
                counts[match[1]] = counts.get(match[1], 0) + 1
                opening = opening or os.path.join(folder, "state") in line
                if opening and match[1] in CHANGING:
                    points.append((match[1], counts[match[1]]))
        return points

    def kill(self, folder, call, when):
        self.build(folder)
        inject = f"inject={call}:signal=SIGKILL:when={when}"
        done = run("strace", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject, *self.command(folder), check=False)
        return done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)

    def problem(self, folder):
        """What the next openings get wrong, or None."""
        for number in range(2):
            done = run(*self.command(folder), check=False)
            lines = done.stdout.splitlines()
            if done.returncode or f"versions {self.versions}" not in lines:
                return f"opening {number}: {done.stdout}{done.stderr}"
            if len(lines) > 1 and (number == 1 or not self.may_tell):
                return f"opening {number} says: {done.stdout}"
        return None


def main():
    tally = Tally()
    openings = [Opening("new", 0, False), Opening("step-1", 3, False), Opening("step-2", 3, False),
                Opening("damaged", 3, True)]
    with Scratch() as scratch:
        filesystem = run("stat", "-f", "-c", "%T", scratch).stdout.strip()
        folder, kills, missed = os.path.join(scratch, "store"), 0, 0
        for opening in openings:
            for call, when in opening.points(folder):
                if not opening.kill(folder, call, when):
                    missed += 1
                    continue
                kills += 1
                problem = opening.problem(folder)
                tally.check(problem is None, f"{opening.name}, killed at {call} {when}: {problem}")
        tally.check(missed < max(10, kills / 10), f"{missed} kills missed their call")
        print(f"openings: {kills} kills at every changing call of {len(openings)} openings; {tally.failed} wrong; {place(filesystem)}")
    tally.finish()


main()
