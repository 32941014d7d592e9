# SPDX-License-Identifier: MIT
# A client that never reads, one that never ends its message, and one that asks without end hold up nobody.

import time

from daemon_client import Client, Daemon, Gone, frame

with Daemon() as daemon:
    daemon.end()
    daemon.configure(limits={"stall": 1, "memory": 64 << 20, "message": 8 << 20})
    daemon.start()
    daemon.write("large.md", "a line that is long enough to fill what is between two programs\n" * 30_000)
    daemon.write("a.md", "a\n")
    good = daemon.client(name="good")
    vault = good.ask("vault/open", path=daemon.vault)["vault"]
    note = good.ask("note/open", vault=vault, path="a.md")

    # Asks for much and reads nothing.
    deaf = daemon.client(name="deaf")
    deaf.socket.setblocking(False)
    request = frame({"jsonrpc": "2.0", "id": 1, "method": "note/read", "params": {"vault": vault, "path": "large.md"}})
    try:
        for _ in range(10_000):
            deaf.socket.send(request)
    except BlockingIOError:
        pass

    # Begin messages and never end them: more than all clients together may have waiting.
    slow = []
    for number in range(12):
        slow.append(Client(daemon.socket, name=f"slow {number}"))
        slow[-1].socket.setblocking(False)
        slow[-1].socket.send(b"Content-Length: 8000000\r\n\r\n")
    rest = {each: 7_000_000 for each in slow}

    # Hears of every edit and never reads.
    mute = daemon.client(name="mute")
    mute.ask("note/open", vault=vault, path="a.md")

    revision = note["revision"]
    times = []
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for each in list(rest):
            try:
                rest[each] -= each.socket.send(b"x" * min(rest[each], 1 << 18))
            except (BlockingIOError, ConnectionError):
                pass
            if rest[each] == 0:
                del rest[each]
        start = time.monotonic()
        revision = good.ask(
            "note/edit", session=note["session"], revision=revision,
            edits=[{"start": 0, "end": 0, "text": "x"}])["revision"]
        times.append(time.monotonic() - start)
        words = daemon.words()
        if "'deaf'" in words and "read nothing for 1 seconds" in words and "it the most" in words and \
                len(times) > 500:
            break
    else:
        raise AssertionError(f"nobody was dropped: {daemon.words()}")
    try:
        deaf.socket.settimeout(60)
        while deaf.socket.recv(1 << 20):
            pass
    except ConnectionError:
        pass
    with open(f"/proc/{daemon.process.pid}/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    assert peak < 600_000, f"{peak} KB"
    assert good.ask("note/save", session=note["session"])["status"] == "saved"
    times.sort()
    print(f"unfair: fine, {len(times)} edits of the good one, p50 {times[len(times) // 2] * 1000:.1f} ms, "
          f"p99 {times[len(times) * 99 // 100] * 1000:.1f} ms, most {times[-1] * 1000:.1f} ms, peak {peak} KB")
