#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""exports.py [--big] [--kills N] VAULT...: whole vaults exported and read back by other programs, and what stands in the way.

Of every vault: as Markdown, each body is the bytes behind the front matter; as PDF, qpdf finds no error, poppler finds the
title and the words, every font is embedded, no date of making is told, the last page is not blank, and a second export
with another number of threads gives the same bytes. Nothing in the vault moves. Then: full disks, a read-only file
system, folders that vanish or may not be written, two exports into one folder, kill -9, and with --big a note of 100 MB.
"""
import argparse
import collections
import json
import os
import re
import resource
import signal
import subprocess
import time

import rigkit
from rigkit import LoopMount, Scratch, Tally, place, run

CLI = os.environ.get("NOTEKIT_CLI", "notekit")
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
PLAIN = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def export(*words, prefix=(), **more):
    return subprocess.run([*prefix, CLI, "export", *map(str, words)], capture_output=True, text=True, env=PLAIN, **more)


def facts(folder):
    """Everything that a program could have moved, access times of files included."""
    found = {}
    for where, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(where, name)
            at = os.lstat(path)
            read = at.st_atime_ns if name in files else 0
            found[path] = (at.st_ino, at.st_size, at.st_mode, at.st_mtime_ns, at.st_ctime_ns, read)
    return found


def body(content):
    """The bytes behind byte order mark and front matter, found without NoteKit."""
    start = 3 if content.startswith(b"\xef\xbb\xbf") else 0
    front = re.match(rb"---(?:\r?\n)(?:[^\n]*\n)*?---[ \t]*(?:\r?\n|\Z)", content[start:])
    return content[start + (front.end() if front else 0):]


def as_markdown(vault, out, tally):
    """Answers how many notes there are, and how many bytes."""
    done = export(vault, "--to", "md", "-o", out, "--json")
    rows, bytes_ = json.loads(done.stdout), 0
    for row in rows:
        with open(os.path.join(vault, row["path"]), "rb") as note:
            content = note.read()
        try:
            content.decode()
        except UnicodeDecodeError:
            tally.check(row["status"] == "unreadable" and not row["file"], f"{row['path']}: {row}")
            continue
        if not tally.check(row["status"] == "exported", f"{row['path']}: {row}"):
            continue
        with open(row["file"], "rb") as file:
            made = file.read()
        bytes_ += len(made)
        stored = body(content)
        mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
        head = made[:len(made) - len(stored)] if stored.strip() else made
        is_right = made.startswith(mark + b"# ") and (not stored.strip() or made.endswith(stored)) and len(head) < 600
        tally.check(is_right, f"{row['path']}: the body is not the stored one")
    unreadable = any(row["status"] == "unreadable" for row in rows)
    tally.check(done.returncode == (4 if unreadable else 0), f"{vault}: exit {done.returncode}: {done.stderr[:300]}")
    tally.check(len(os.listdir(out)) == sum(row["status"] == "exported" for row in rows), f"{out}: another number of files")
    return len(rows), bytes_


def words_of(text):
    return set(re.findall(r"[A-Za-z]{5,}", text))


def squeezed(text):
    """Without what a line break may add or take: spaces, and hyphens, which poppler drops at the end of a line."""
    return re.sub(r"[\s-]+", "", text)


def wanted_words(content):
    """Words that a reader must see: of lines with nothing in them but words, outside of comments and mathematics."""
    text = body(content).decode().replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"%%.*?(%%|\Z)|<!--.*?(-->|\Z)|\$\$.*?(\$\$|\Z)", "<left out>", text, flags=re.DOTALL)
    lines = [line for line in text.split("\n") if re.fullmatch(r"[A-Za-z ,.;:'?-]+", line)]
    return words_of("\n".join(lines))


def read_back(path, title, content, tally):
    """One PDF through qpdf and poppler. Answers its pages."""
    checked = run("qpdf", "--check", path, check=False)
    tally.check(checked.returncode == 0, f"{path}: qpdf: {checked.stdout[-200:]}{checked.stderr[-200:]}")
    info = run("pdfinfo", path).stdout
    pages = int(re.search(r"Pages:\s+(\d+)", info)[1])
    tally.check("CreationDate" not in info and "ModDate" not in info, f"{path}: tells when it was made")
    tally.check("612 x 792" in info, f"{path}: is not US Letter")
    fonts = run("pdffonts", path).stdout.splitlines()[2:]
    embedded = [line[71:].split()[:1] == ["yes"] for line in fonts]
    tally.check(all(embedded), f"{path}: a font is not embedded: {fonts}")
    text = run("pdftotext", "-enc", "UTF-8", path, "-").stdout
    seen = squeezed(text)
    tally.check(all(word in seen for word in words_of(title)), f"{path}: the title is not there")
    missing = [word for word in wanted_words(content) if word not in seen]
    tally.check(not missing, f"{path}: words are missing: {sorted(missing)[:5]}")
    last = run("pdftotext", "-f", str(pages), path, "-").stdout.strip()
    drawn = run("pdfimages", "-list", "-f", str(pages), path).stdout.splitlines()[2:]
    tally.check(last or drawn or pages == 1, f"{path}: the last page is blank")
    return pages


def as_pdf(vault, out, tally):
    start = time.monotonic()
    done = export(vault, "--to", "pdf", "-o", out, "--json")
    seconds, rows, pages = time.monotonic() - start, json.loads(done.stdout), 0
    for row in rows:
        if row["status"] == "unreadable":
            continue
        if tally.check(row["status"] == "exported", f"{row['path']}: {row}"):
            with open(os.path.join(vault, row["path"]), "rb") as note:
                title = os.path.splitext(os.path.basename(row["path"]))[0]
                pages += read_back(row["file"], title, note.read(), tally)
    again = json.loads(export(vault, "--to", "pdf", "-o", out + "-again", "--json", "--jobs", "1").stdout)
    for one, other in zip(rows, again):
        if one["file"]:
            with open(one["file"], "rb") as first, open(other["file"], "rb") as second:
                tally.check(first.read() == second.read(), f"{one['path']}: a second export is not the same")
    return pages, seconds, collections.Counter(word for row in rows for word in row["warnings"])


def whole_vault(vault, scratch, tally):
    name = "-".join(os.path.abspath(vault).split(os.sep)[-2:])
    before = facts(vault)
    notes, bytes_ = as_markdown(vault, os.path.join(scratch, name + "-md"), tally)
    pages, seconds, warnings = as_pdf(vault, os.path.join(scratch, name + "-pdf"), tally)
    tally.check(facts(vault) == before, f"{vault}: something in the vault moved")
    print(f"  {name}: {notes} notes, {bytes_} bytes of Markdown, {pages} pages in {seconds:.1f} s, {sum(warnings.values())} warnings")


def notes_in(folder, count, size=200_000):
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        with open(os.path.join(folder, f"note {number}.md"), "wb") as note:
            note.write(b"A line of an ordinary note.\n" * (size // 28))


def refused(what, done, names, out, tally, left=()):
    """Exit 5, the notes named, and nothing in the folder but what was there."""
    is_told = done.returncode == 5 and all(name in done.stderr for name in names)
    there = sorted(os.listdir(out)) if os.path.isdir(out) else []
    tally.check(is_told and there == sorted(left), f"{what}: exit {done.returncode}: {done.stderr[:300]} left {there}")


def obstacles(scratch, tally):
    vault, names = os.path.join(scratch, "vault"), [f"note {number}" for number in range(3)]
    notes_in(vault, 3)
    out = os.path.join(scratch, "locked")
    os.makedirs(out, 0o755)
    # Missing folders are made; one below a file cannot be.
    gone = os.path.join(scratch, "gone")
    with open(gone, "wb"):
        pass
    for kind in ("md", "pdf"):
        refused(f"a folder that is not there, {kind}", export(vault, "--to", kind, "-o", gone + "/x"), ["gone"], gone, tally)
        if rigkit.IS_ROOT:
            done = export(vault, "--to", kind, "-o", out, prefix=NOBODY)
            refused(f"a folder that may not be written, {kind}", done, names, out, tally)
            with LoopMount(scratch, "ext4", 2 << 20, make=["-m", "0"]) as disk:
                full = os.path.join(disk.folder, "out")
                os.makedirs(full)
                with open(os.path.join(disk.folder, "filling"), "wb", buffering=0) as filling:
                    try:
                        while filling.write(bytes(1024)):
                            pass
                    except OSError:
                        pass
                done = export(vault, "--to", kind, "-o", full)
                refused(f"a full ext4, {kind}", done, [*names, "the disk is full"], full, tally)
                one = os.path.join(full, "old")
                with open(one, "wb") as file:
                    file.write(b"")
                done = export(os.path.join(vault, "note 0.md"), "--to", kind, "-o", one)
                refused(f"a full ext4 and a file that is named, {kind}", done, ["The old text is still there"], full, tally, ["old"])
                os.unlink(os.path.join(disk.folder, "filling"))
                done = export(vault, "--to", kind, "-o", full)
                tally.check(done.returncode == 0, f"room again, {kind}: {done.stderr}")
                run("mount", "-o", "remount,ro", disk.folder)
                left = os.listdir(full)
                refused(f"a read-only ext4, {kind}", export(vault, "--to", kind, "-o", full), names, full, tally, left)
    for words in ((), ("--json",)):
        big = os.path.join(scratch, "limited")
        os.makedirs(big, exist_ok=True)
        done = export(vault, "--to", "md", "-o", big, *words, prefix=["prlimit", "--fsize=1000"])
        refused("a limit on the size of files", done, names, big, tally)
    if not rigkit.IS_ROOT:
        print("  not run: needs root: full disks, a read-only file system, folders of others")


def crowd(scratch, tally):
    """Two exports into one folder at once: every note of both is there, whole."""
    vault, out = os.path.join(scratch, "crowd"), os.path.join(scratch, "crowd-out")
    notes_in(vault, 200, 3000)
    os.makedirs(out)
    both = [subprocess.Popen([CLI, "export", vault, "--to", "md", "-o", out], stdout=subprocess.DEVNULL) for _ in range(2)]
    codes = [one.wait() for one in both]
    sizes = {os.path.getsize(os.path.join(out, name)) for name in os.listdir(out) if not name.startswith("note 1")}
    tally.check(codes == [0, 0] and len(os.listdir(out)) == 400, f"two at once: {codes}, {len(os.listdir(out))} files")
    tally.check(len({size // 10 for size in sizes}) == 1, f"two at once: sizes {sizes}")


def kills(count, scratch, tally):
    """A killed export leaves whole files under their names, and nothing else."""
    vault = os.path.join(scratch, "killed")
    notes_in(vault, 40, 20_000)
    made = 0
    for number in range(count):
        kind, out = ("md", "pdf")[number % 2], os.path.join(scratch, f"killed-{number}")
        os.makedirs(out)
        process = subprocess.Popen([CLI, "export", vault, "--to", kind, "-o", out], stdout=subprocess.DEVNULL)
        time.sleep((number * 7919 % 97) / 97 * (0.05 if kind == "md" else 1.5))
        process.send_signal((signal.SIGKILL, signal.SIGINT)[number // 2 % 2])
        process.wait()
        for name in os.listdir(out):
            made += 1
            path = os.path.join(out, name)
            if kind == "pdf":
                is_whole = run("qpdf", "--check", path, check=False).returncode == 0
            else:
                is_whole = os.path.getsize(path) > 19_900
            tally.check(is_whole and name.startswith("note"), f"killed: {name} is not whole")
    print(f"  {count} exports killed, {made} files of them whole")


def big_note(scratch, tally):
    note = os.path.join(scratch, "big.md")
    with open(note, "wb") as file:
        for number in range(100_000_000 // 100):
            file.write(b"%-98d.\n" % number if number % 10 else b"%-97d.\n\n" % number)
    size = os.path.getsize(note)
    for kind in ("md", "pdf"):
        start, out = time.monotonic(), os.path.join(scratch, "exported." + kind)
        process = subprocess.Popen([CLI, "export", note, "--to", kind, "-o", out], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        print(f"  a note of {size / 1e6:.0f} MB as {kind}: {time.monotonic() - start:.1f} s, {usage.ru_maxrss / 1024:.0f} MB of memory")
        tally.check(status == 0 and os.path.getsize(out) > 1_000_000, f"a note of 100 MB as {kind}: {status}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--big", action="store_true")
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("vaults", nargs="+")
    options = parser.parse_args()
    tally = Tally()
    print(f"exports: {place(os.environ.get('RIG_SCRATCH', '/dev/shm'))}")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with Scratch() as scratch:
        for vault in options.vaults:
            whole_vault(vault, scratch, tally)
        obstacles(scratch, tally)
        crowd(scratch, tally)
        kills(options.kills, scratch, tally)
        if options.big:
            big_note(scratch, tally)
    tally.finish()


main()
