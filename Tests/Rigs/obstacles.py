#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""obstacles.py: what stands in the way of a save in the field, one after the other, on the real kernel.

Each obstacle must give the error it is, name the file, say what is safe, leave the old bytes and no trace, and
keep the new text; and once it is gone the same save must succeed. Some are no obstacles: a folder that takes no
new file, for one, has its note rewritten in place.
"""
import os
import stat
import subprocess
import sys

import rigkit
from rigkit import RIG, LoopMount, Receipts, Scratch, Tally, place, rig, run

OLD, NEW = b"old text\n" * 300, b"new text, longer\n" * 500
SAFE = ("The old text is still there.", "Nothing is there by that name from us.", "The note was not touched.",
        "Nothing was changed.")
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


class Vault:
    """A folder with one note in it, and the texts and the state beside it, out of the obstacle's reach."""

    def __init__(self, folder, work, tally):
        self.folder, self.work, self.tally = folder, work, tally
        os.makedirs(folder, exist_ok=True)
        self.state, self.note = os.path.join(work, "state"), os.path.join(folder, "note.md")
        self.base_file, self.new_file = os.path.join(work, "base"), os.path.join(work, "new")
        for path, content in ((self.base_file, OLD), (self.new_file, NEW), (self.note, OLD)):
            with open(path, "wb") as file:
                file.write(content)
        os.makedirs(self.state, exist_ok=True)
        os.chmod(self.state, 0o777)

    def save(self, way="replace", note=None, prefix=(), options=()):
        words = [*prefix, RIG, "save-once", "--note", note or self.note, "--new", self.new_file, "--base", self.base_file]
        return run(*words, "--state", self.state, "--way", way, *options, check=False)

    def content(self, note=None):
        try:
            with open(note or self.note, "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def traces(self):
        """Hidden files of ours in the vault, and undo records."""
        found = [name for name in os.listdir(self.folder) if name.startswith(".")] if os.path.isdir(self.folder) else []
        undo = os.path.join(self.state, "undo")
        return found + (os.listdir(undo) if os.path.isdir(undo) else [])

    def refused(self, what, code, done, old=OLD, note=None, is_kept=True):
        """A failed save: its error, its words, the old bytes, the new ones."""
        lines = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
        name = os.path.basename(note or self.note)
        message = lines.get("message", "")
        problems = []
        if done.returncode != 1 or lines.get("failed", "").split(" ")[0] != code:
            problems.append(f"not {code} but {done.returncode}: {done.stdout}{done.stderr}")
        if name not in message or not message.endswith(SAFE):
            problems.append(f"message: {message}")
        if self.content(note) != old:
            problems.append("the old bytes are not there")
        if self.traces():
            problems.append(f"left {self.traces()}")
        if is_kept and self.content(lines.get("kept", "/nowhere")) != NEW:
            problems.append(f"the new text is not kept: {done.stdout}")
        if not is_kept and not lines.get("lost", "").endswith(SAFE):
            problems.append(f"not told that the text could not be kept: {done.stdout}")
        self.tally.check(not problems, f"{what}: {problems}")

    def saved(self, what, done, note=None, method=None):
        """A save that succeeds: the new bytes, durable, no trace."""
        words = done.stdout.split()
        is_saved = done.returncode == 0 and words[:2] == ["saved", "durable"] and (not method or words[3] == method)
        is_right = is_saved and self.content(note) == NEW and not self.traces()
        self.tally.check(is_right, f"{what}: {done.stdout}{done.stderr} {self.traces()}")

    def reset(self):
        with open(self.note, "wb") as file:
            file.write(OLD)

    def obstacle(self, what, code, begin, end, ways=("replace",), prefix=(), options=(), is_kept=True):
        for way in ways:
            self.reset()
            note = os.path.join(self.folder, "created.md") if way == "create" else self.note
            begin()
            try:
                done = self.save(way, note, prefix, options)
                self.refused(f"{what}, {way}", code, done, None if way == "create" else OLD, note, is_kept)
            finally:
                end()
            self.saved(f"{what}, {way}, afterwards", self.save(way, note, prefix), note)
            if way == "create":
                os.unlink(note)


class Filling:
    """Takes every block or every inode of a file system."""

    def __init__(self, folder, inodes=False):
        self.folder, self.inodes = os.path.join(folder, "filling"), inodes

    def begin(self):
        os.makedirs(self.folder, exist_ok=True)
        for number in range(100_000):
            try:
                with open(os.path.join(self.folder, str(number)), "wb", buffering=0) as file:
                    for size in () if self.inodes else (1 << 20, 4096, 1):
                        while file.write(bytes(size)) == size:
                            pass
            except OSError:
                # Full for big pieces is not yet full for small ones.
                if self.inodes or self.is_full():
                    return

    def is_full(self):
        try:
            with open(os.path.join(self.folder, "last"), "ab", buffering=0) as file:
                while file.write(bytes(1024)):
                    pass
        except OSError:
            pass
        os.sync()
        return True

    def end(self):
        for name in os.listdir(self.folder):
            os.unlink(os.path.join(self.folder, name))
        os.rmdir(self.folder)
        os.sync()


class TemporaryMount:
    def __init__(self, folder, options):
        self.folder = folder
        os.makedirs(folder)
        run("mount", "-t", "tmpfs", "-o", options, "none", folder)

    def __enter__(self):
        return self.folder

    def __exit__(self, *_):
        run("umount", self.folder)


def full_disks(scratch, tally):
    def check(what, disk, work, inodes=False):
        os.makedirs(work)
        vault, filling = Vault(os.path.join(disk, "vault"), work, tally), Filling(disk, inodes)
        # Without a free inode a note can still be rewritten where it is.
        ways = ("replace", "create") if inodes else ("replace", "create", "in-place")
        vault.obstacle(what, "no-space", filling.begin, filling.end, ways)
        # With the state on the full disk too, the text cannot be kept, and that is said.
        vault.state = os.path.join(disk, "state")
        vault.obstacle(what + " with the state", "no-space", filling.begin, filling.end, ("replace", "in-place"), is_kept=False)

    with TemporaryMount(os.path.join(scratch, "t1"), "size=1m") as disk:
        check("a full tmpfs", disk, os.path.join(scratch, "w1"))
    with TemporaryMount(os.path.join(scratch, "t2"), "size=10m,nr_inodes=24") as disk:
        check("a tmpfs without inodes", disk, os.path.join(scratch, "w2"), inodes=True)
    for what, make, inodes in (("a full ext4", ["-m", "0"], False), ("an ext4 without inodes", ["-N", "32"], True)):
        with LoopMount(scratch, "ext4", 8 << 20, make=make) as disk:
            check(what, disk.folder, os.path.join(scratch, what), inodes)


def read_only_remount(scratch, tally):
    """The file system becomes read-only in the middle of a session of saves."""
    with LoopMount(scratch, "ext4", 32 << 20) as disk:
        folder, state = os.path.join(disk.folder, "vault"), os.path.join(disk.folder, "state")
        os.makedirs(folder)
        receipts, first = Receipts(), 1
        for way in ("replace", "in-place", "create"):
            words = [RIG, "save-loop", "--folder", folder, "--state", state, "--way", way, "--first", str(first)]
            loop = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            lines = [loop.stdout.readline() for _ in range(60)]
            while run("mount", "-o", "remount,ro", disk.folder, check=False).returncode:
                lines.append(loop.stdout.readline())
            lines += loop.stdout.readlines()
            loop.wait()
            loop.stdout.close()
            for line in lines:
                receipts.take(line)
            wrong, _ = receipts.problems(folder)
            # What was under way cannot be removed from a file system that takes no change; it goes below.
            wrong = [line for line in wrong if not line.startswith("leftover ")]
            told = receipts.failures[-1] if receipts.failures else ""
            tally.check(not wrong and "read-only-file-system" in told, f"remounted read-only, {way}: {wrong} {told}")
            run("mount", "-o", "remount,rw", disk.folder)
            recovery = rig("recover", "--folder", folder, "--state", state)
            wrong, _ = receipts.problems(folder)
            tally.check(recovery.returncode == 0 and not wrong, f"writable again, {way}: {wrong}")
            first = 1 + max(receipts.begun.values())


def permissions(folder, work, tally):
    vault = Vault(folder, work, tally)

    def as_nobody(mode, owner, folder_mode):
        os.chown(vault.note, owner, owner)
        os.chmod(vault.note, mode)
        os.chmod(folder, folder_mode)

    vault.obstacle(
        "a note marked read-only", "not-permitted", lambda: as_nobody(0o444, 65534, 0o777),
        lambda: as_nobody(0o644, 65534, 0o777), prefix=NOBODY)
    vault.obstacle(
        "a note of somebody else", "not-permitted", lambda: as_nobody(0o644, 0, 0o755),
        lambda: as_nobody(0o666, 0, 0o777), prefix=NOBODY)
    vault.obstacle(
        "a folder that may not be written, for a new note", "not-permitted", lambda: os.chmod(folder, 0o755),
        lambda: os.chmod(folder, 0o777), ways=("create",), prefix=NOBODY)
    for what, mode, owner, folder_mode in (
        ("a folder that may not be written, but the note may", 0o644, 65534, 0o755),
        ("a note of somebody else that may be written", 0o666, 0, 0o777),
        ("a sticky folder", 0o666, 0, 0o1777),
        ("a folder that may only be entered", 0o644, 65534, 0o711),
    ):
        vault.reset()
        as_nobody(mode, owner, folder_mode)
        vault.saved(what, vault.save(prefix=NOBODY), method="inPlace")
    as_nobody(0o644, 0, 0o755)


def flags(folder, work, tally):
    vault = Vault(folder, work, tally)

    def switch(flag, path):
        return lambda: run("chattr", flag, path)

    for flag in ("i", "a"):
        vault.obstacle(
            f"a note with chattr +{flag}", "not-permitted", switch("+" + flag, vault.note), switch("-" + flag, vault.note),
            ways=("replace", "in-place"))
        vault.reset()
        run("chattr", "+" + flag, folder)
        done = vault.save()
        run("chattr", "-" + flag, folder)
        vault.saved(f"a folder with chattr +{flag}", done, method="inPlace")
    vault.obstacle(
        "a folder with chattr +i, for a new note", "not-permitted", switch("+i", folder), switch("-i", folder), ways=("create",))


def limits_and_names(folder, work, tally):
    vault = Vault(folder, work, tally)
    limit = ["prlimit", "--fsize=1000"]
    for way in ("replace", "in-place", "create"):
        vault.reset()
        note = os.path.join(folder, "created.md") if way == "create" else vault.note
        # The limit is the process's, so it cannot keep the text either.
        done = vault.save(way, note, limit)
        vault.refused(f"RLIMIT_FSIZE, {way}", "too-large", done, None if way == "create" else OLD, note, is_kept=False)
        vault.saved(f"RLIMIT_FSIZE, {way}, afterwards", vault.save(way, note), note)
    os.unlink(os.path.join(folder, "created.md"))
    for way in ("replace", "in-place"):
        refusals = 0
        for room in range(3, 20):
            vault.reset()
            done = vault.save(way, options=["--files", str(room)])
            if done.returncode == 0:
                vault.saved(f"room for {room} open files, {way}", done)
                break
            refusals += 1
            is_kept = "\nkept " in done.stdout
            vault.refused(f"room for {room} open files, {way}", "too-many-open-files", done, is_kept=is_kept)
        tally.check(refusals > 1 and done.returncode == 0, f"open files, {way}: {refusals} refusals, then {done.stdout}")
    for way in ("replace", "create"):
        long = os.path.join(folder, "n" * 253 + ".md")
        done = vault.save(way, long)
        # The text is kept under the end of the name, which fits.
        lines = done.stdout
        is_right = "failed name-too-long" in lines and f"/{'n' * 253}.md'" in lines and "\nkept " in lines
        tally.check(is_right and not vault.traces(), f"a name of 256 bytes, {way}: {lines}")
    vault.reset()
    os.rename(folder, folder + ".away")
    vault.refused("a folder that vanished", "missing", vault.save(), None)
    os.rename(folder + ".away", folder)
    vault.saved("a folder that came back", vault.save())
    fifo, loop = os.path.join(folder, "fifo.md"), os.path.join(folder, "loop.md")
    os.mkfifo(fifo)
    done = vault.save(note=fifo)
    tally.check("failed not-a-file" in done.stdout and stat.S_ISFIFO(os.stat(fifo).st_mode), f"a pipe: {done.stdout}")
    os.symlink("loop.md", loop)
    done = vault.save(note=loop)
    tally.check("failed link-loop" in done.stdout and os.path.islink(loop), f"a link to itself: {done.stdout}")


def main():
    tally = Tally()
    print(f"obstacles: {place('ext4 and tmpfs')}")
    with Scratch(os.environ.get("RIG_DISK", "/tmp")) as disk, Scratch() as scratch:
        names = ("limits", "permissions", "flags")
        work = {name: os.path.join(scratch, "work", name) for name in names}
        for name in names:
            os.makedirs(work[name])
        limits_and_names(os.path.join(disk, "limits"), work["limits"], tally)
        if rigkit.IS_ROOT:
            permissions(os.path.join(disk, "permissions"), work["permissions"], tally)
            flags(os.path.join(disk, "flags"), work["flags"], tally)
            full_disks(scratch, tally)
            read_only_remount(scratch, tally)
        else:
            print("  not run: needs root: full disks, read-only remount, other users' notes, chattr")
    print("  not run: EDQUOT: no quotas in this kernel; injected in the tests instead")
    tally.finish()


main()
