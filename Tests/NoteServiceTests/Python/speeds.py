# SPDX-License-Identifier: MIT
# How fast notekitd is: round trips, outside saves, its start, and what it does while nobody asks anything.
#
# Usage: speeds.py [NOTES]

import os
import socket
import sys
import time

from daemon_client import Daemon

NOTES = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000


def spread(times):
    times = sorted(each * 1000 for each in times)
    return f"p50 {times[len(times) // 2]:.3f} ms, p99 {times[len(times) * 99 // 100]:.3f} ms"


def wakeups(process):
    """How often each thread has gone to sleep."""
    counts = {}
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/status") as status:
            counts[thread] = next(
                int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))
    return counts


with Daemon(pause=None) as daemon:
    for number in range(NOTES):
        daemon.write(f"{number % 100}/{number}.md", f"note {number}\n" * 20)
    client = daemon.client()
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    note = client.ask("note/open", vault=vault, path="0/0.md")
    session, revision = note["session"], note["revision"]

    used, times = daemon.processor_time(), []
    for _ in range(3000):
        start = time.monotonic()
        try:
            client.ask("conflict/show", vault="none", path="a.md")
        except Exception:
            pass
        times.append(time.monotonic() - start)
    used = daemon.processor_time() - used
    print(f"speeds: a round trip {spread(times)}, {used / len(times) * 1e6:.0f} us of processors")

    used, times = daemon.processor_time(), []
    for _ in range(2000):
        start = time.monotonic()
        revision = client.ask(
            "note/edit", session=session, revision=revision, edits=[{"start": 0, "end": 0, "text": "x"}])["revision"]
        times.append(time.monotonic() - start)
    used = daemon.processor_time() - used
    client.ask("note/save", session=session)
    print(f"speeds: an edit {spread(times)}, {used / len(times) * 1e6:.0f} us of processors")

    times = []
    for number in range(100):
        daemon.replace("0/0.md", f"other {number}\n" * 20)
        start = time.monotonic()
        client.wait("note/changed", lambda news: news["isOutside"])
        times.append(time.monotonic() - start)
    print(f"speeds: from an outside save to note/changed, 50 ms of settling among them: {spread(times)}")

    while client.ask("vault/search", vault=vault, query="x")["degraded"]:
        pass
    times = []
    for number in range(50):
        daemon.replace("0/1.md", f"needle{number}x\n")
        start = time.monotonic()
        found = client.ask("vault/search", vault=vault, query=f"needle{number}x")
        times.append(time.monotonic() - start)
        assert [each["path"] for each in found["results"]] == ["0/1.md"], found
    print(f"speeds: from an outside save to a search that has found it: {spread(times)}")

    # What is idle here is the daemon.
    time.sleep(15)
    before = wakeups(daemon.process)
    time.sleep(10)
    with open(f"/proc/{daemon.process.pid}/status") as status:
        memory = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    slept = sum(count - before.get(thread, 0) for thread, count in wakeups(daemon.process).items())
    print(f"speeds: idle with {NOTES} notes: {slept / 10} wakeups a second, {memory} KB")
    daemon.end()

    path = os.path.join(daemon.folder, "notify")
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify.bind(path)
    daemon.environment["NOTIFY_SOCKET"] = path
    daemon.arguments = [daemon.vault]
    start = time.monotonic()
    daemon.start(wait=False)
    while b"READY=1" not in notify.recv(4096):
        pass
    print(f"speeds: from the start to READY with {NOTES} notes: {(time.monotonic() - start) * 1000:.0f} ms")
