# SPDX-License-Identifier: MIT
"""What the rigs that mount, cut and kill have in common. Standard library only."""
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

RIG = os.environ.get("NOTEKIT_RIG", "")
SEED = int(os.environ.get("RIG_SEED", "1"))
IS_ROOT = os.geteuid() == 0


def place(filesystem):
    """Where a figure was measured: without that it says nothing."""
    return f"seed {SEED}; {filesystem}, Linux {platform.release()}, {os.cpu_count()} cores, user {os.geteuid()}"


def run(*words, check=True, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.returncode} {done.stdout}{done.stderr}")
    return done


def rig(*words, **more):
    return run(RIG, *words, check=False, **more)


class Scratch:
    """A folder of its own, gone at the end; in memory, where a flush costs no disk."""

    def __init__(self, parent=None):
        self.path = tempfile.mkdtemp(prefix="notekit-rig-", dir=parent or os.environ.get("RIG_SCRATCH", "/dev/shm"))
        os.chmod(self.path, 0o755)

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class LoopMount:
    """An image file with a file system in it, mounted."""

    MAKE = {"ext4": ["mkfs.ext4", "-q", "-F"], "xfs": ["mkfs.xfs", "-q", "-f"]}

    def __init__(self, folder, filesystem, size, options="", make=()):
        self.image, self.folder = os.path.join(folder, "disk.img"), os.path.join(folder, "disk")
        self.filesystem, self.options = filesystem, options
        os.makedirs(self.folder, exist_ok=True)
        with open(self.image, "wb") as image:
            image.truncate(size)
        run(*self.MAKE[filesystem], *make, self.image)
        self.mount()

    def mount(self, image=None):
        options = "loop" + ("," + self.options if self.options else "")
        run("mount", "-t", self.filesystem, "-o", options, image or self.image, self.folder)

    def unmount(self):
        # A process that was just killed may keep the mount busy for a moment.
        for _ in range(500):
            if run("umount", self.folder, check=False).returncode == 0:
                return
        run("umount", self.folder)

    def close(self):
        if os.path.ismount(self.folder):
            self.unmount()
        os.unlink(self.image)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


VERSION = re.compile(rb"note (\S+) version (\d+)\n")


def version_in(content):
    """The version that a text of `save-loop` says it is, or None when it is not whole."""
    digest, _, body = content.partition(b"\n")
    match = VERSION.match(body)
    if not match or hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    return match[1].decode(), int(match[2])


class Receipts:
    """What the savers said they had begun, and what they said was durable."""

    def __init__(self):
        self.begun, self.durable, self.failures = {}, {}, []

    def take(self, line):
        words = line.split()
        if len(words) < 3:
            return
        if words[0] == "begin":
            self.begun[words[1]] = int(words[2])
        elif words[0] == "saved" and words[3:] == ["durable"]:
            self.durable[words[1]] = int(words[2])
        elif words[0] == "failed":
            self.failures.append(line)

    def problems(self, folder, least=None):
        """What is wrong with the notes in a folder, given what was said."""
        least = least or {}
        found, wrong = {}, []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as note:
                content = note.read()
            if not name.endswith(".md"):
                wrong.append(f"leftover {name}, {len(content)} bytes")
                continue
            version = version_in(content)
            if version is None or version[0] != name:
                wrong.append(f"{name} is {'empty' if not content else 'torn'}, {len(content)} bytes")
            else:
                found[name] = version[1]
        for name, version in found.items():
            if not max(self.durable.get(name, 0), least.get(name, 0)) <= version <= self.begun.get(name, version):
                wrong.append(f"{name} is version {version}, durable was {self.durable.get(name)}")
        for name in set(self.durable) | set(least):
            if name not in found and not any(line.startswith(name) for line in wrong):
                wrong.append(f"{name} is gone, durable was version {self.durable.get(name, least.get(name))}")
        return wrong, found


class Tally:
    """Counts what passed and prints what failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, is_right, what):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"  FAILED: {what}", flush=True)
        return is_right

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed else 0)
