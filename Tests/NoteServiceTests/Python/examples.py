# SPDX-License-Identifier: MIT
# Carries out the examples of the documentation as they stand there, and compares what comes back.
#
# An example is a block of lines: `-> ` sends, `<- ` is what comes, and `$ ` is a shell command in the vault.
# `...` in what comes stands for anything; names in capitals stand for what an answer before it gave.

import json
import os
import re
import subprocess
import sys

from daemon_client import Client, Daemon, frame

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "../../../Sources/NoteService/Protocol.md")
NAMES = {"VAULT", "SESSION", "HOLD", "DIGEST", "CLOCK", "VERSION", "TOKEN"}


def matches(pattern, value, known):
    if pattern == "...":
        return True
    if isinstance(pattern, str) and pattern in NAMES:
        if pattern in known and pattern not in ("DIGEST", "CLOCK"):
            return known[pattern] == value
        known[pattern] = value
        return True
    if isinstance(pattern, dict):
        rest = {name: each for name, each in pattern.items() if name != "..."}
        return isinstance(value, dict) and all(
            name in value and matches(each, value[name], known) for name, each in rest.items()) \
            and ("..." in pattern or set(rest) == set(value))
    if isinstance(pattern, list):
        return isinstance(value, list) and len(pattern) == len(value) and all(
            matches(one, other, known) for one, other in zip(pattern, value))
    return pattern == value


def filled(value, known):
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, dict):
        return {name: filled(each, known) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each, known) for each in value]
    return value


with open(PAGE) as page:
    blocks = re.findall(r"^```text\n(.*?)^```$", page.read(), re.M | re.S)
examples = 0
with Daemon() as daemon:
    daemon.write("may.md", "# May\n\nfirst\n")
    known = {"VAULTPATH": os.path.realpath(daemon.vault)}
    client = Client(daemon.socket, initialize=False)
    waiting = []
    for block in blocks:
        for line in block.splitlines():
            if line.startswith("$ "):
                subprocess.run(line[2:], shell=True, cwd=daemon.vault, check=True)
            elif line.startswith("-> "):
                client.socket.sendall(frame(filled(json.loads(line[3:]), known)))
            elif line.startswith("<- "):
                examples += 1
                pattern = filled(json.loads(line[3:]), {"VAULTPATH": known["VAULTPATH"]})
                for position, message in enumerate(waiting):
                    if matches(pattern, message, dict(known)):
                        matches(pattern, waiting.pop(position), known)
                        break
                else:
                    while True:
                        message = client.read()
                        if matches(pattern, message, dict(known)):
                            matches(pattern, message, known)
                            break
                        # News come when they come.
                        assert "method" in message, f"{line}\n   came {json.dumps(message)}"
                        waiting.append(message)
            elif line:
                sys.exit(f"what is this? {line}")
    # The frame that is shown byte by byte.
    assert daemon.process.wait(60) == 0, daemon.words()
assert examples > 10
print(f"examples: fine, {examples} answers")
