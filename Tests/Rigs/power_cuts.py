#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""power_cuts.py FILESYSTEM CUTS [--without-fsync]: real cuts of a mounted file system in the middle of saving.

Three savers work at once (exchange, in place, create) and tell each save before it begins and after it is done.
At a random moment the file system is shut down without flushing its journal, or the image is copied while
mounted, as it lies on the disk at that moment. Then it is mounted, which replays the journal, recovered and
checked: every note old or new and whole, what was called durable there, nothing of ours left.
With --without-fsync the new bytes are not synced before the exchange: then notes must be lost.
"""
import errno
import fcntl
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time

import rigkit
from rigkit import RIG, LoopMount, Receipts, Scratch, Tally, place, rig

# EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN are the same number; 2 is "no log flush".
SHUTDOWN, WITHOUT_FLUSH = 0x8004587D, struct.pack("I", 2)
SIZES = {"ext4": 64 << 20, "xfs": 320 << 20}
NOTES = 8
chance = random.Random(rigkit.SEED)


class Saver:
    """A process that saves until it is stopped, and what it says."""

    def __init__(self, way, vault, state, receipts, first, without_fsync):
        words = [RIG, "save-loop", "--folder", vault, "--state", state, "--way", way, "--notes", str(NOTES)]
        words += ["--first", str(first), "--seed", str(chance.getrandbits(31))]
        words += ["--without-fsync"] if without_fsync else []
        self.receipts, self.lock, self.saves = receipts, threading.Lock(), 0
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.is_open = True
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        for line in self.process.stdout:
            with self.lock:
                is_receipt = line.startswith("saved")
                if line.endswith("\n") and (self.is_open or not is_receipt):
                    self.receipts.take(line)
                    self.saves += is_receipt

    def close(self):
        """From now on no receipt counts: it may be for something that is not on the copy."""
        with self.lock:
            self.is_open = False

    def stop(self):
        """Lets it make no further call, so that the disk becomes quiet and can be copied."""
        self.close()
        self.process.send_signal(signal.SIGSTOP)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()


class PowerCuts:
    def __init__(self, disk, tally, without_fsync):
        self.disk, self.tally, self.without_fsync = disk, tally, without_fsync
        self.vault, self.state = os.path.join(disk.folder, "vault"), os.path.join(disk.folder, "state")
        os.makedirs(self.vault)
        self.found, self.version = {}, 1
        self.cuts = {"shutdown": 0, "image copy": 0}
        self.saves = self.traces = self.lost = self.lost_by_exchange = 0
        # So that the savers find their notes, and the first cut something old.
        for way in ("replace", "in-place"):
            self.prepare(way)
        os.sync()

    def prepare(self, way):
        receipts = Receipts()
        saver = Saver(way, self.vault, self.state, receipts, 0, False)
        while not receipts.begun:
            time.sleep(0.005)
        saver.end()
        rig("recover", "--folder", self.vault, "--state", self.state)

    def cut(self, number):
        receipts = Receipts()
        savers = [
            Saver(way, self.vault, self.state, receipts, self.version, self.without_fsync)
            for way in ("replace", "in-place", "create")
        ]
        time.sleep(chance.random() * 0.25 + (1 if self.without_fsync else 0))
        kind = "image copy" if chance.random() < 0.3 else "shutdown"
        image = None
        if kind == "image copy":
            for saver in savers:
                saver.stop()
            image = self.copy_of_the_disk()
            kind = kind if image else "shutdown"
        # Without power nobody says anything; here a process may still do so.
        for saver in savers:
            saver.close()
        self.shut_down()
        for saver in savers:
            saver.end()
            self.saves += saver.saves
        self.cuts[kind] += 1
        self.disk.unmount()
        if image:
            os.replace(image, self.disk.image)
        self.disk.mount()
        self.check(number, kind, receipts)

    def shut_down(self):
        file = os.open(self.disk.folder, os.O_RDONLY)
        fcntl.ioctl(file, SHUTDOWN, WITHOUT_FLUSH)
        os.close(file)

    def copy_of_the_disk(self):
        """A copy that no write came between, or None when the disk would not be quiet."""
        device = rigkit.run("findmnt", "-no", "SOURCE", self.disk.folder).stdout.strip()
        statistics = f"/sys/block/{os.path.basename(device)}/stat"
        copy = self.disk.image + ".copy"
        for _ in range(50):
            before = self.writes(statistics)
            rigkit.run("cp", "--sparse=always", self.disk.image, copy)
            if before is not None and self.writes(statistics) == before:
                return copy
        os.unlink(copy)
        return None

    @staticmethod
    def writes(statistics):
        with open(statistics, encoding="ascii") as file:
            words = file.read().split()
        # Writes done, and requests on their way.
        return words[4] if words[8] == "0" else None

    def check(self, number, kind, receipts):
        recovery = rig("recover", "--folder", self.vault, "--state", self.state)
        self.traces += bool(recovery.stdout)
        try:
            wrong, found = receipts.problems(self.vault, self.found)
        except OSError as error:
            # Seldom the loop device that was shut down a moment before still refuses a read of the new mount. What is
            # really broken is so once more.
            if error.errno != errno.EIO:
                raise
            self.disk.unmount()
            self.disk.mount()
            wrong, found = receipts.problems(self.vault, self.found)
        if recovery.returncode or "left-alone" in recovery.stdout:
            wrong.append(f"recovery: {recovery.stdout}{recovery.stderr}")
        undo = os.path.join(self.state, "undo")
        wrong += [f"stale undo record {name}" for name in os.listdir(undo)] if os.path.isdir(undo) else []
        self.lost += len(wrong)
        self.lost_by_exchange += sum(line.startswith("replace-") for line in wrong)
        if self.without_fsync:
            self.repair(found)
        else:
            self.tally.check(not wrong, f"cut {number} ({kind}): {wrong}")
        self.version = 1 + max(list(receipts.begun.values()) + [self.version])
        # New notes have done their duty; the others are the old text of the next cut.
        for name in [name for name in found if name.startswith("create")]:
            os.unlink(os.path.join(self.vault, name))
            found.pop(name)
        self.found = found
        os.sync()

    def repair(self, found):
        for name in os.listdir(self.vault):
            if name not in found:
                os.unlink(os.path.join(self.vault, name))
        for way in ("replace", "in-place"):
            self.prepare(way)


def main():
    filesystem, cuts = sys.argv[1], int(sys.argv[2])
    options = next((word[2:] for word in sys.argv if word.startswith("o=")), "")
    without_fsync, tally = "--without-fsync" in sys.argv, Tally()
    if not rigkit.IS_ROOT:
        print("power cuts: not run: needs root (loop mounts)")
        sys.exit(3)
    with Scratch() as scratch, LoopMount(scratch, filesystem, SIZES[filesystem], options) as disk:
        rig_of_cuts = PowerCuts(disk, tally, without_fsync)
        for number in range(cuts):
            rig_of_cuts.cut(number)
        kinds = ", ".join(f"{count} by {kind}" for kind, count in rig_of_cuts.cuts.items())
        name = "power cuts without fsync" if without_fsync else "power cuts"
        print(
            f"{name}: {cuts} cuts ({kinds}) among {rig_of_cuts.saves} saves; {rig_of_cuts.traces} left something to recover; "
            f"{rig_of_cuts.lost} notes lost or wrong, {rig_of_cuts.lost_by_exchange} of them exchanged; {place(filesystem + (' ' + options if options else ''))}", flush=True)
        if without_fsync:
            tally.check(rig_of_cuts.lost_by_exchange > 0, "the control arm lost nothing: the cuts were too tame")
    tally.finish()


main()
