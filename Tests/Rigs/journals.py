#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""journals.py COUNT [--buffered]: kill -9 at any moment of typing, and at the calls of it; then somebody looks for the journal.

Everything that was journalled is found, never anything that was not typed, and nothing while the owner lives.
With --buffered edits are acknowledged while they wait in memory for others, and some must be found missing.
"""
import os
import random
import shutil
import signal
import subprocess
import sys

import rigkit
from rigkit import RIG, Scratch, Tally, place, rig, run

chance = random.Random(rigkit.SEED)
CALLS = ["openat", "pwrite64", "fsync", "linkat", "renameat", "renameat2", "unlinkat", "flock", "close", "statx"]


class Told:
    """What the typing process said before it died."""

    def __init__(self, lines):
        self.digests, self.bases, self.begun, self.done, self.closing, self.closed = {}, [], 0, 0, False, False
        for line in lines:
            words = line.split()
            if not line.endswith("\n"):
                continue
            number = int(words[1])
            if words[0] == "step":
                if self.closing or self.begun == 0:
                    # Another note is opened.
                    self.bases, self.closing, self.closed, self.done = [], False, False, 0
                self.begun = number
                self.digests[words[2]] = number
            elif words[0] == "base":
                self.bases.append(number)
            elif words[0] == "done":
                self.done = number
            elif words[0] == "closing":
                self.closing = True
            elif words[0] == "closed":
                self.closed = True

    def problem(self, found):
        """What is wrong with what was found, or None."""
        lines = found.stdout.splitlines()
        if found.returncode or any(line.startswith("problem") for line in lines):
            return found.stdout + found.stderr
        if not lines:
            return "nothing is found" if self.done and not self.closing else None
        if self.closed or len(lines) > 1:
            return f"{len(lines)} journals, {'closed' if self.closed else 'open'}"
        _, mine, base, state = lines[0].split()
        if state != "whole":
            return "it is cut"
        # The same text may come back later, so the last step with it counts.
        if not self.done <= self.digests.get(mine, -1) <= self.begun:
            return f"the text is of step {self.digests.get(mine)}, journalled was {self.done}, begun {self.begun}"
        if not any(self.digests.get(base, -1) >= number for number in self.bases[-2:]):
            return f"the base is of step {self.digests.get(base)}, known were {self.bases[-2:]}"
        return None


def loop_command(state, seed):
    return [RIG, "journal-loop", "--state", state, "--seed", str(seed), *sys.argv[2:]]


def kill_at_any_time(folder, count, tally):
    state, edits, living = os.path.join(folder, "state"), 0, 0
    for number in range(count):
        process = subprocess.Popen(loop_command(state, rigkit.SEED * 1_000_003 + number), stdout=subprocess.PIPE, text=True)
        lines = [process.stdout.readline()]
        if number % 8 == 0:
            # Its owner lives, whatever it is doing.
            found = rig("journal-look", "--state", state)
            tally.check(not found.stdout and not found.returncode, f"round {number}: taken from the living: {found.stdout}")
            living += 1
        wait = chance.random() ** 2 * 0.06
        try:
            process.wait(timeout=wait)
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        told = Told(lines)
        edits += len(told.digests)
        problem = told.problem(rig("journal-look", "--state", state, "--discard"))
        tally.check(problem is None, f"round {number}: {problem}")
        left = os.listdir(os.path.join(state, "journal"))
        tally.check(not left, f"round {number}: left over {left}")
    print(f"kills at any time: {count} kills, {edits} edits, {living} looks at the living; {tally.failed} wrong; "
          f"{place(filesystem(folder))}")


def kill_at_calls(folder, count, tally):
    state, kills, before = os.path.join(folder, "state"), 0, tally.failed
    for number in range(count):
        call = chance.choice(CALLS)
        when = chance.randrange(1, 12 if call in ("linkat", "renameat", "renameat2", "unlinkat") else 120)
        inject = f"inject={call}:signal=SIGKILL:when={when}"
        process = subprocess.Popen(
            ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject,
             *loop_command(state, rigkit.SEED * 7_919 + number)], stdout=subprocess.PIPE, text=True, start_new_session=True)
        lines = []
        for line in process.stdout:
            lines.append(line)
            if len(lines) > 4000:
                # A call that it does not come to.
                break
        is_late = len(lines) > 4000
        if is_late:
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.wait()
        if is_late:
            shutil.rmtree(state, ignore_errors=True)
            continue
        kills += 1
        problem = Told(lines).problem(rig("journal-look", "--state", state, "--discard"))
        tally.check(problem is None, f"killed at {call} {when}, seed {rigkit.SEED * 7_919 + number}: {problem}")
    tally.check(kills > count / 2, f"only {kills} of {count} kills came to their call")
    print(f"kills at calls: {kills} kills; {tally.failed - before} wrong; {place(filesystem(folder))}")


def filesystem(folder):
    return run("stat", "-f", "-c", "%T", folder).stdout.strip().replace("ext2/ext3", "ext4")


def main():
    count, tally, is_control = int(sys.argv[1]), Tally(), len(sys.argv) > 2
    with Scratch(os.environ.get("RIG_DISK")) as scratch:
        for name, kill, times in (("any", kill_at_any_time, count), ("calls", kill_at_calls, max(20, count // 10))):
            folder = os.path.join(scratch, name)
            os.makedirs(folder)
            if not is_control or kill is kill_at_any_time:
                kill(folder, times, tally)
    if is_control:
        print(f"{tally.failed} of {count} kills lost an edit, as they must")
        sys.exit(0 if tally.failed else 1)
    tally.finish()


main()
