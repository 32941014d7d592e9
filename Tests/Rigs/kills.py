#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kills.py COUNT: kill -9 at the real calls of real saves, then recovery.

Every save is first traced once; then it is killed before its first call, its second, and so on, in every
scenario, and again with other bytes until COUNT kills are done. Now and then the recovery is killed too.
After recovery the note holds the old bytes or the new ones, whole, and nothing of ours is left.
"""
import os
import random
import re
import shutil
import signal
import subprocess
import sys

import rigkit
from rigkit import RIG, Receipts, Scratch, Tally, place, rig, run

CALL = re.compile(r"^(\w+)\(")
# The allocator's business, and the end.
NOT_OF_THE_SAVE = {"brk", "mmap", "munmap", "exit_group"}
CLI = os.environ.get("NOTEKIT_CLI", "")
chance = random.Random(rigkit.SEED)


class Scenario:
    """A vault with one note, how it is saved, and what must be true afterwards."""

    def __init__(self, name, way, tally):
        self.name, self.way, self.tally = name, way, tally

    def build(self, folder):
        self.vault, self.state = os.path.join(folder, "vault"), os.path.join(folder, "state")
        self.note, self.new_file = os.path.join(self.vault, "note.md"), os.path.join(folder, "new")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(self.vault)
        self.old = b"" if self.way == "create" else self.text(b"old")
        self.new = self.text(b"new")
        with open(self.new_file, "wb") as file:
            file.write(self.new)
        self.names = {"note.md"}
        if self.way == "create":
            return
        target = "real.md" if self.name == "symbolic link" else "note.md"
        with open(os.path.join(self.vault, target), "wb") as file:
            file.write(self.old)
        if self.name == "symbolic link":
            os.symlink("real.md", self.note)
            self.names.add("real.md")
        if self.name == "hard link":
            os.link(self.note, os.path.join(self.vault, "other.md"))
            self.names.add("other.md")

    @staticmethod
    def text(word):
        return word + chance.randbytes(chance.choice([1, 100, 2000, 20000]))

    def command(self):
        return [RIG, "save-once", "--note", self.note, "--new", self.new_file, "--state", self.state, "--way", self.way]

    def starts_saving(self, call, line):
        """Whether a traced call marks that what follows is the save."""
        return call == "getppid"

    def says_durable(self, output):
        return output.startswith("saved durable")

    def points(self, folder):
        """Every call of the save, as (name, how many of that name came before it in the process)."""
        self.build(folder)
        trace = os.path.join(folder, "trace")
        run("strace", "-o", trace, *self.command())
        counts, points, saving = {}, [], False
        with open(trace, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                match = CALL.match(line)
                if not match:
                    continue
                name = match[1]
                counts[name] = counts.get(name, 0) + 1
                if saving:
                    points.append((name, counts[name]))
                saving = saving or self.starts_saving(name, line)
        os.unlink(trace)
        return [point for point in points if point[0] not in NOT_OF_THE_SAVE]

    def kill(self, folder, call, when):
        self.build(folder)
        inject = f"inject={call}:signal=SIGKILL:when={when}"
        done = run("strace", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject, *self.command(), check=False)
        self.is_killed = done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)
        self.is_durable = self.says_durable(done.stdout)

    def recover(self, and_kill):
        command = [RIG, "recover", "--folder", self.vault, "--state", self.state]
        if and_kill:
            call = chance.choice(["unlinkat", "renameat2", "pwrite64", "fsync", "ftruncate", "pread64", "fcntl"])
            inject = f"inject={call}:signal=SIGKILL:when={chance.choice([1, 1, 2, 3])}"
            run("strace", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject, *command, check=False)
        first = run(*command, check=False)
        second = run(*command, check=False)
        return first, second

    def problem(self, first, second):
        """What is wrong after recovery, or None."""
        if first.returncode or "left-alone" in first.stdout:
            return f"recovery: {first.stdout}{first.stderr}"
        if second.returncode or second.stdout:
            return f"a second recovery still found: {second.stdout}{second.stderr}"
        names = set(os.listdir(self.vault))
        if self.way == "create" and not names:
            return "durable but not there" if self.is_durable else None
        if names != self.names:
            return f"names {sorted(names)}"
        undo = os.path.join(self.state, "undo")
        if os.path.isdir(undo) and os.listdir(undo):
            return f"stale undo record {os.listdir(undo)}"
        for name in names:
            with open(os.path.join(self.vault, name), "rb") as file:
                content = file.read()
            if content != self.new and (self.is_durable or self.way == "create" or content != self.old):
                return f"{name} holds {len(content)} other bytes" + (", and was durable" if self.is_durable else "")
        if self.name == "symbolic link" and not os.path.islink(self.note):
            return "the link is no link any more"
        if self.name == "hard link" and os.stat(self.note).st_nlink != 2:
            return "the hard link is broken"
        return None


class EditScenario(Scenario):
    """The same by the program that people use: `notekit edit`, which recovers, reads, edits and saves."""

    def build(self, folder):
        super().build(folder)
        # The vault for the state is found by the environment.
        self.state = os.path.join(folder, "state", "notekit")
        os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
        self.added = "".join(chance.choice("abc d\n") for _ in range(chance.choice([1, 100, 2000])))
        self.new = self.old + self.added.encode()

    @staticmethod
    def text(word):
        return word + bytes(chance.choice(b"xyz \n") for _ in range(chance.choice([1, 100, 2000])))

    def command(self):
        return [CLI, "edit", self.note, "--append", "--with=" + self.added, "--json"]

    def starts_saving(self, call, line):
        return call == "openat" and self.vault in line

    def says_durable(self, output):
        return '"status":"saved"' in output and '"durable":true' in output


def kills_at_calls(folder, count, tally):
    scenarios = [
        Scenario("replace", "replace", tally),
        Scenario("symbolic link", "replace", tally),
        Scenario("hard link", "replace", tally),
        Scenario("in place", "in-place", tally),
        Scenario("create", "create", tally),
    ]
    if CLI:
        scenarios += [EditScenario(name, "replace", tally) for name in ("replace", "symbolic link", "hard link")]
    points = [(scenario, point) for scenario in scenarios for point in scenario.points(folder)]
    todo, kills, missed, traces, recoveries = [], 0, 0, 0, 0
    while kills < count:
        if not todo:
            todo = chance.sample(points, len(points))
        scenario, (call, when) = todo.pop()
        scenario.kill(folder, call, when)
        what = f"{scenario.name}, killed at {call} {when}"
        if not scenario.is_killed:
            # Other bytes than in the trace may need fewer calls, such as no cut when the text grows.
            missed += 1
            continue
        kills += 1
        and_kill = chance.random() < 0.25
        recoveries += and_kill
        first, second = scenario.recover(and_kill)
        traces += bool(first.stdout)
        problem = scenario.problem(first, second)
        tally.check(problem is None, f"{what}: {problem}")
    tally.check(missed < max(10, kills / 10), f"{missed} kills missed their call")
    print(
        f"kills at calls: {kills} kills over {len(points)} different calls of {len(scenarios)} saves, {recoveries} recoveries "
        f"killed too; {traces} left something to recover; {tally.failed} wrong; {place(filesystem(folder))}"
    )


def kills_at_any_time(folder, count, tally):
    shutil.rmtree(folder, ignore_errors=True)
    vault, state = os.path.join(folder, "vault"), os.path.join(folder, "state")
    os.makedirs(vault)
    receipts, found, saves, before = Receipts(), {}, 0, tally.failed
    for number in range(count):
        way = chance.choice(["replace", "in-place", "create"])
        first = 1 + max(receipts.begun.values(), default=0)
        loop = subprocess.Popen(
            [RIG, "save-loop", "--folder", vault, "--state", state, "--way", way, "--notes", "4", "--first", str(first),
             "--seed", str(number)], stdout=subprocess.PIPE, text=True)
        # The first line says that it is running; then at any moment.
        lines = [loop.stdout.readline()]
        try:
            loop.wait(timeout=chance.random() * 0.05)
        except subprocess.TimeoutExpired:
            pass
        loop.kill()
        lines += loop.stdout.readlines()
        loop.wait()
        loop.stdout.close()
        for line in lines:
            if line.endswith("\n"):
                receipts.take(line)
        saves += sum(line.startswith("saved") for line in lines)
        rig("recover", "--folder", vault, "--state", state)
        wrong, found = receipts.problems(vault, found)
        undo = os.path.join(state, "undo")
        wrong += [f"stale undo record {name}" for name in os.listdir(undo)] if os.path.isdir(undo) else []
        tally.check(not wrong and not receipts.failures, f"kill {number} of {way}: {wrong} {receipts.failures}")
        for name in [name for name in found if name.startswith("create")]:
            os.unlink(os.path.join(vault, name))
            found.pop(name), receipts.durable.pop(name, None)
    print(f"kills at any time: {count} kills among {saves} saves; {tally.failed - before} wrong; {place(filesystem(folder))}")


def filesystem(folder):
    return run("stat", "-f", "-c", "%T", folder).stdout.strip().replace("ext2/ext3", "ext4")


def main():
    count, tally = int(sys.argv[1]), Tally()
    with Scratch(os.environ.get("RIG_DISK")) as scratch:
        folder = os.path.join(scratch, "kill")
        kills_at_calls(folder, count, tally)
        kills_at_any_time(folder, max(20, count // 10), tally)
    tally.finish()


main()
