# SPDX-License-Identifier: MIT
# Every method that takes a path is asked for what is outside of the vault; nothing is read, made or changed there.

import os

from daemon_client import Daemon, Refused, refused

with Daemon() as daemon:
    outside = os.path.join(daemon.folder, "outside")
    os.mkdir(outside)
    with open(os.path.join(outside, "secret.md"), "w") as file:
        file.write("secret\n")
    daemon.write("a.md", "a\n")
    daemon.write(".obsidian/app.json", "{}")
    daemon.write(".obsidian/hidden.md", "hidden\n")
    os.symlink(outside, daemon.path("out"))
    os.symlink(os.path.join(outside, "secret.md"), daemon.path("link.md"))
    os.symlink(os.path.join(outside, "new.md"), daemon.path("dangling.md"))
    os.symlink("/dev/zero", daemon.path("zero.md"))
    os.mkfifo(daemon.path("pipe.md"))
    client = daemon.client()
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    base = "0" * 64
    tried = 0
    for path in [
        "../outside/secret.md", "out/secret.md", "out/new.md", "link.md", "dangling.md", "zero.md", "pipe.md",
        outside + "/secret.md", "/proc/self/cwd/a.md", "./a.md", "a.md/../a.md", "", ".", "..", "a.md/",
        ".obsidian/hidden.md", ".obsidian/app.json", "a.md\0", "out/../outside/secret.md", "\\x2e\\x2e/secret.md",
        "x" * 300 + ".md", "x/" * 3000 + "a.md", "\\", "a.txt", "out//secret.md", "~/a.md", "\ud800",
    ]:
        for method, more in [
            ("note/open", {}), ("note/read", {}), ("note/read", {"version": "1-00000000"}), ("note/blocks", {}),
            ("note/write", {"text": "x\n"}), ("note/write", {"text": "x\n", "base": base}),
            ("note/write", {"edits": [], "base": base}), ("note/history", {}),
            ("note/restore", {"version": "1-00000000"}), ("conflict/show", {}),
            ("note/rename", {"name": "new"}),
        ]:
            tried += 1
            try:
                number = client.send(method, vault=vault, path=path, **more)
                if path == "\ud800":
                    # Half a pair is no JSON, and the one fault of which the request is told.
                    refused("invalid-params", client.answer, number=number)
                    continue
                answer = client.answer(number)
                if (method, path) == ("note/history", "~/a.md"):
                    assert answer == {"versions": []}, answer
                    continue
                raise AssertionError(f"{method} {path!r} was answered: {answer}")
            except Refused as refusal:
                # A folder of this name could be in the vault, and is not there.
                word = "missing" if path == "~/a.md" else "outside-vault"
                # The past of a note can be asked for though its folder is gone.
                if path == "~/a.md" and (method, more) == ("note/read", {"version": "1-00000000"}):
                    word = "unknown-version"
                assert refusal.word == word, f"{method} {path!r}: {refusal}"
    for name in ["../outside/new", "/tmp/new", "out/new", "..", ".", ".hidden", "a\0", "", "x" * 300, ".obsidian/a"]:
        try:
            raise AssertionError(
                f"note/rename to {name!r}: {client.ask('note/rename', vault=vault, path='a.md', name=name)}")
        except Refused as refusal:
            assert refusal.word == "invalid-name", f"note/rename to {name!r}: {refusal}"
    for folder in ["../outside", "out", outside, "/", "..", "out/..", ".obsidian", "\\x2e\\x2e/outside", "a\0", "x/" * 3000]:
        try:
            found = client.ask("vault/search", vault=vault, query="secret", folder=folder)
            raise AssertionError(f"vault/search in {folder!r}: {found}")
        except Refused as refusal:
            # A link is no folder of the vault, wherever it leads.
            word = "missing" if folder == "out" else "outside-vault"
            assert refusal.word == word, f"vault/search in {folder!r}: {refusal}"
    found = client.ask("vault/search", vault=vault, query="secret")
    assert found["results"] == [] and found["outside"] > 0, found
    # A note out there that links here is not written.
    with open(os.path.join(outside, "secret.md"), "w") as file:
        file.write("secret [[b]]\n")
    daemon.write("b.md", "b\n")
    renamed = client.ask("note/rename", vault=vault, path="b.md", name="c")
    assert renamed["changed"] == [], renamed
    with open(os.path.join(outside, "secret.md")) as file:
        assert file.read() == "secret [[b]]\n"
    with open(os.path.join(outside, "secret.md"), "w") as file:
        file.write("secret\n")
    assert client.ask("vault/search", vault=vault, query="hidden")["results"] == []
    assert os.listdir(outside) == ["secret.md"]
    assert open(os.path.join(outside, "secret.md")).read() == "secret\n"
    assert daemon.text("a.md") == b"a\n"
    # Still there, and well.
    assert client.ask("note/read", vault=vault, path="a.md")["text"] == "a\n"
    print(f"escapes: fine, {tried} tried")
