# SPDX-License-Identifier: MIT
# Many clients with many sessions that type all the time: how long an answer takes, and whether anything grows.
#
# Usage: load.py SECONDS [CLIENTS SESSIONS EDITS_A_SECOND_OF_EACH_CLIENT [P99_MILLISECONDS]]

import heapq
import json
import os
import random
import select
import sys
import time

from daemon_client import Client, Daemon, frame

SECONDS = int(sys.argv[1])
CLIENTS, SESSIONS, RATE = [int(each) for each in sys.argv[2:5]] if len(sys.argv) > 4 else (200, 2000, 10)
LIMIT = float(sys.argv[5]) if len(sys.argv) > 5 else None


def facts(process):
    with open(f"/proc/{process.pid}/status") as status:
        memory = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return memory, len(os.listdir(f"/proc/{process.pid}/fd"))


class Typist:
    """A client of one thread with all others: it sends an edit when it is due, and notes when it is answered."""

    def __init__(self, daemon, vault, notes):
        self.client = Client(daemon.socket, name="typist")
        self.sessions = []
        for path in notes:
            opened = self.client.ask("note/open", vault=vault, path=path)
            self.sessions.append([opened["session"], opened["revision"], len(opened["text"])])
        self.waiting = {}
        self.turn = 0

    def type(self):
        # One note for five seconds, then the next, as people do; each was typed in within the first minute.
        self.turn += 1
        session = self.sessions[self.turn // (5 * RATE) % len(self.sessions)]
        self.waiting[self.client.count + 1] = (time.monotonic(), session)
        # The end of the text of that revision; what was answered since is not known yet.
        self.client.send("note/edit", session=session[0], revision=session[1],
                         edits=[{"start": session[2], "end": session[2], "text": "x"}])

    def read(self, times):
        now = None
        self.client.buffer += self.client.socket.recv(1 << 20)
        while True:
            end = self.client.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            length = int(self.client.buffer[16:end])
            if len(self.client.buffer) < end + 4 + length:
                return
            message = json.loads(self.client.buffer[end + 4:end + 4 + length])
            self.client.buffer = self.client.buffer[end + 4 + length:]
            if "method" in message:
                continue
            assert "result" in message, message
            now = now or time.monotonic()
            start, session = self.waiting.pop(message["id"])
            session[2] += message["result"]["revision"] - session[1]
            session[1] = message["result"]["revision"]
            times.append((now - start) * 1000)


with Daemon(pause=None) as daemon:
    for number in range(SESSIONS):
        daemon.write(f"{number % 50}/{number}.md", f"note {number}\n" * 20)
    first = daemon.client()
    vault = first.ask("vault/open", path=daemon.vault)["vault"]
    each = SESSIONS // CLIENTS
    typists = [
        Typist(daemon, vault, [f"{n % 50}/{n}.md" for n in range(k * each, (k + 1) * each)])
        for k in range(CLIENTS)]
    print(f"load: {CLIENTS} clients have {SESSIONS} notes open", flush=True)
    poll = select.epoll()
    for typist in typists:
        poll.register(typist.client.socket.fileno(), select.EPOLLIN)
    by_file = {typist.client.socket.fileno(): typist for typist in typists}
    start = time.monotonic()
    due = [(start + random.random() / RATE, index) for index in range(CLIENTS)]
    heapq.heapify(due)
    times, late, rows, minute = [], 0.0, [], start
    used = daemon.processor_time()
    while (now := time.monotonic()) < start + SECONDS:
        while due[0][0] <= now:
            moment, index = heapq.heappop(due)
            late = max(late, now - moment)
            typists[index].type()
            heapq.heappush(due, (moment + 1 / RATE, index))
        for file, _ in poll.poll(max(0.0, due[0][0] - now)):
            by_file[file].read(times)
        if now - minute >= min(10, SECONDS / 4):
            minute = now
            rows.append((round(now - start), *facts(daemon.process)))
    used = daemon.processor_time() - used
    times.sort()
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"load: {len(times)} edits in {SECONDS} s, p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {times[-1]:.1f} ms; "
          f"the typists themselves were up to {late * 1000:.0f} ms late")
    print(f"load: {used / len(times) * 1e6:.0f} us of processors an edit, saving and all included")
    print(f"load: seconds, KB and descriptors in turn {rows}")
    if LIMIT:
        assert p99 < LIMIT, f"p99 is {p99:.2f} ms"
        # What was typed since is in the texts, in what can be undone, and in the versions.
        settled = [row for row in rows if row[0] >= min(60, SECONDS / 4)]
        typed = RATE * CLIENTS * (settled[-1][0] - settled[0][0]) / 1000
        assert settled[-1][1] < settled[0][1] + 8_000 + 4 * typed, f"memory grew: {rows}"
        # Those of the journals come and go with the notes that are typed in.
        least = min(row[2] for row in settled[:len(settled) // 2])
        most = max(row[2] for row in settled[len(settled) // 2:])
        assert most <= least + CLIENTS, f"descriptors grew: {rows}"
