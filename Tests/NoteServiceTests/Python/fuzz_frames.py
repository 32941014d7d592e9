# SPDX-License-Identifier: MIT
# Frames that are malformed, oversized, truncated and interleaved, while another client is served.
#
# Usage: fuzz_frames.py FRAMES [SEED]

import json
import random
import select
import socket
import sys

from daemon_client import Client, Daemon, Gone, frame

FRAMES = int(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
dice = random.Random(SEED)


def size(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def some_value(depth=0):
    return dice.choice([
        lambda: None, lambda: dice.randrange(-2, 2 ** dice.randrange(70)), lambda: dice.random() * 1e300,
        lambda: "x" * dice.randrange(200), lambda: "\0\n\u2028\U0001F600", lambda: True,
        lambda: [some_value(depth + 1) for _ in range(dice.randrange(4))] if depth < 4 else [],
        lambda: {"x": some_value(depth + 1)} if depth < 4 else {},
    ])()


def some_request(vault, methods):
    names = ["vault", "path", "session", "revision", "edits", "text", "base", "choice", "since", "version",
             "protocolVersion", "offsets", "clientInfo"]
    good = {"vault": vault, "path": dice.choice(["a.md", "b.md", "../a.md"]), "session": 1, "revision": 0,
            "edits": [{"start": 0, "end": dice.randrange(3), "text": "x"}], "protocolVersion": 1}
    parameters = {name: good.get(name) if dice.random() < 0.6 else some_value()
                  for name in dice.sample(names, dice.randrange(6))}
    return {"jsonrpc": "2.0", "id": dice.choice([1, "a", None, 1.5, 2 ** 63]),
            "method": dice.choice(methods), "params": parameters}


def some_frame(vault, methods):
    message = json.dumps(some_request(vault, methods)).encode()
    kind = dice.randrange(12)
    if kind == 0:
        return dice.randbytes(dice.randrange(200))
    if kind == 1:
        return b"Content-Length: %d\r\n\r\n" % (2 ** dice.randrange(70)) + message
    if kind == 2:
        return frame(message)[:dice.randrange(len(message) + 20)]
    if kind == 3:
        return frame(message + message)
    if kind == 4:
        return b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + message
    if kind == 5:
        return frame(b"[" * dice.randrange(5000))
    whole = bytearray(frame(message))
    if kind == 6:
        for _ in range(dice.randrange(1, 5)):
            whole[dice.randrange(len(whole))] = dice.randrange(256)
    if kind == 7:
        body = bytearray(message)
        for _ in range(dice.randrange(1, 5)):
            body[dice.randrange(len(body))] = dice.randrange(256)
        return frame(bytes(body))
    return bytes(whole)


with Daemon(environment={}) as daemon:
    daemon.write("a.md", "a\n" * 50)
    daemon.write("b.md", "b\n")
    good = daemon.client()
    vault = good.ask("vault/open", path=daemon.vault)["vault"]
    # The daemon is not to be ended by a request of a fuzzer, which may do so.
    methods = [name for name in good.info["methods"] if name != "shutdown"] + ["none", "", "x" * 1000]
    start = None
    connections = []
    sent = 0
    while sent < FRAMES:
        while len(connections) < 16:
            fresh = Client(daemon.socket, initialize=dice.random() < 0.7).socket
            fresh.setblocking(False)
            connections.append(fresh)
        connection = dice.choice(connections)
        data = b"".join(some_frame(vault, methods) for _ in range(dice.randrange(1, 5)))
        sent += 1
        try:
            connection.send(data)
            # Some are read, some never.
            if dice.random() < 0.9:
                while connection.recv(1 << 20):
                    pass
                raise ConnectionError()
        except BlockingIOError:
            if dice.random() < 0.05:
                connection.close()
                connections.remove(connection)
        except (ConnectionError, socket.timeout):
            connection.close()
            connections.remove(connection)
        if sent % 200 == 0:
            assert good.ask("vault/list")["vaults"], "the daemon answers nothing"
            good.news.clear()
        if sent == FRAMES // 10:
            start = size(daemon.process)
    assert daemon.process.poll() is None
    end = size(daemon.process)
    assert end < 2 * start + 50_000, f"it grew from {start} to {end} KB"
    for connection in connections:
        connection.close()
    fresh = daemon.client()
    assert fresh.ask("note/read", vault=vault, path="b.md")["digest"]
    assert daemon.end() == 0, daemon.words()
    print(f"fuzz: fine, {sent} frames, {start} to {end} KB, seed {SEED}")
