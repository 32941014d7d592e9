# SPDX-License-Identifier: MIT
# Takes searches back, and demands that the daemon stops to work on them.

from daemon_client import Daemon, refused

HEAVY = {"query": "a.{1,500}[xy]", "regex": True}


def light(client, vault):
    """Waits, where both lanes of searches are taken, until one is free."""
    assert client.ask("vault/search", vault=vault, query="needle")["results"] == []


with Daemon() as daemon:
    for number in range(2_000):
        daemon.write(f"{number}.md", "a" * 2_000 + "\n")
    client = daemon.client()
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    while any(each["reason"] == "indexing" for each in client.ask("vault/search", vault=vault, query="b")["degraded"]):
        pass
    start = daemon.processor_time()
    assert client.ask("vault/search", vault=vault, **HEAVY)["results"] == []
    whole = daemon.processor_time() - start

    def wasted(end):
        """How long two searches are worked on that are ended while they are; each has a connection of its own."""
        start = daemon.processor_time()
        for turn in (1, 2):
            each = daemon.client()
            number = each.send("vault/search", vault=vault, **HEAVY)
            while daemon.processor_time() < start + turn * whole / 10:
                pass
            end(each, number)
        light(client, vault)
        return daemon.processor_time() - start

    def take_back(each, number):
        each.notify("$/cancelRequest", id=number)
        error = refused("cancelled", each.answer, number=number)
        assert error["code"] == -32800, error

    taken_back = wasted(take_back)
    # A client that is gone wants none of its answers.
    gone = wasted(lambda each, number: each.close())
    assert max(taken_back, gone) < whole, (whole, taken_back, gone)
    assert client.ask("shutdown") == {"unsaved": []}
    assert daemon.process.wait(60) == 0
print(f"cancelling: fine; {whole:.2f} s of processors for a search, {taken_back:.2f} s for two that were taken back, "
      f"{gone:.2f} s for two of clients that were gone")
