# SPDX-License-Identifier: MIT
"""Drives 'notekit mcp' with a client library that knows nothing of us: see scripts/python-for-tests."""

import asyncio
import hashlib
import json
import os
import pathlib
import sys
import tempfile

from mcp import Client, MCPError, StdioServerParameters, stdio_client

NOTEKIT = os.environ["NOTEKIT"]
PATIENCE = 60


class Home:
    """Folders of their own, and what is in the vault."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        for name in ("vault", "runtime", "state", "config"):
            (self.folder / name).mkdir(mode=0o700)

    def path(self, name):
        return self.folder / "vault" / name

    def write(self, name, text):
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(text.encode())

    def text(self, name):
        return self.path(name).read_bytes().decode()

    def digest(self, name):
        return hashlib.sha256(self.path(name).read_bytes()).hexdigest()

    def client(self, mode="auto", *flags):
        """A client that starts the server; the library checks each answer against the schema of its tool."""
        environment = {
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder / "runtime"),
            "XDG_STATE_HOME": str(self.folder / "state"), "XDG_CONFIG_HOME": str(self.folder / "config"),
        }
        server = StdioServerParameters(
            command=NOTEKIT, args=["mcp", *flags, str(self.folder / "vault")], env=environment)
        return Client(stdio_client(server), mode=mode, read_timeout_seconds=PATIENCE)


async def call(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


async def refusal(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result
    return json.loads(result.content[0].text)["error"]


async def every_tool(home, mode):
    home.write("plan.md", "---\nstatus: draft\n---\n# Plan\n\n- [ ] one\n[[Other]]\n")
    async with home.client(mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == 14 and all(tool.output_schema and tool.description for tool in tools.values())
        used = set()

        async def use(tool, **arguments):
            used.add(tool)
            return await call(client, tool, **arguments)

        assert (await use("list"))["notes"][0]["path"] == "plan.md"
        read = await use("read", path="plan.md")
        assert read["text"] == home.text("plan.md") and read["digest"] == home.digest("plan.md")
        assert (await use("search", query="one"))["results"][0]["matches"][0]["line"] == 6
        assert (await use("links", path="plan.md"))["links"][0]["target"] == "Other"
        assert (await use("backlinks", path="plan.md")) == {"links": [], "next": None}
        properties = await use("properties", path="plan.md")
        changed = await use(
            "set_property", path="plan.md", base=properties["digest"], key="status", value="done")
        line = (await use("tasks", path="plan.md"))["tasks"][0]["line"]
        changed = await use("toggle_task", path="plan.md", base=changed["digest"], line=line)
        changed = await use(
            "edit", path="plan.md", base=changed["digest"], edits=[{"old": "# Plan", "text": "# The plan"}])
        assert home.text("plan.md") == "---\nstatus: done\n---\n# The plan\n\n- [x] one\n[[Other]]\n"
        changed = await use("write", path="plan.md", base=changed["digest"], text="all new\n")
        version = (await use("history", path="plan.md"))["versions"][0]["id"]
        assert "# The plan" in (await use("read_version", path="plan.md", version=version))["text"]
        await use("restore_version", path="plan.md", version=version, base=changed["digest"])
        assert "# The plan" in home.text("plan.md")
        assert used == set(tools), set(tools) - used


async def read_only(home, mode):
    home.write("a.md", "text\n")
    async with home.client(mode, "--read-only") as client:
        tools = (await client.list_tools()).tools
        assert tools and all(tool.annotations.read_only_hint for tool in tools)
        base = (await call(client, "read", path="a.md"))["digest"]
        for tool in ("write", "edit", "set_property", "toggle_task", "restore_version"):
            try:
                await client.call_tool(tool, {"path": "a.md", "base": base, "text": "x"})
                raise AssertionError(f"{tool} is there")
            except MCPError as error:
                assert error.code == -32602, error
        assert home.text("a.md") == "text\n"


async def two_agents(home, mode):
    home.write("a.md", "base\n")
    async with home.client(mode) as one, home.client(mode) as other:
        base = (await call(one, "read", path="a.md"))["digest"]
        assert (await call(other, "read", path="a.md"))["digest"] == base
        written = await asyncio.gather(
            one.call_tool("write", {"path": "a.md", "base": base, "text": "one\n"}),
            other.call_tool("write", {"path": "a.md", "base": base, "text": "other\n"}))
        assert sorted(result.is_error for result in written) == [False, True], written
        assert home.text("a.md") == ("other\n" if written[0].is_error else "one\n")
        loser = one if written[0].is_error else other
        refused = await refusal(loser, "write", path="a.md", base=base, text="again\n")
        assert refused["code"] == "conflict" and refused["digest"] == home.digest("a.md"), refused
        refused = await refusal(loser, "write", path="a.md", base=refused["digest"], text="again\n")
        assert refused["code"] == "unseen", refused
        read = await call(loser, "read", path="a.md")
        await call(loser, "write", path="a.md", base=read["digest"], text=read["text"] + "both\n")
        assert home.text("a.md") in ("one\nboth\n", "other\nboth\n")


async def outside_change(home, mode):
    home.write("a.md", "base\n")
    async with home.client(mode) as client:
        base = (await call(client, "read", path="a.md"))["digest"]
        home.write("a.md", "theirs\n")
        for tool, arguments in (
            ("write", {"text": "x"}), ("edit", {"edits": [{"start": 0, "end": 1, "text": "x"}]}),
            ("edit", {"edits": [{"old": "base", "text": "x"}]}), ("set_property", {"key": "k", "value": "v"}),
            ("toggle_task", {"line": 1}),
        ):
            refused = await refusal(client, tool, path="a.md", base=base, **arguments)
            assert refused["code"] == "conflict" and refused["digest"] == home.digest("a.md"), refused
        assert home.text("a.md") == "theirs\n"


async def cancelled(home, mode):
    home.write("a.md", "text\n")
    for number in range(2_000):
        home.write(f"many/{number}.md", "x" * 500 + "\n")
    async with home.client(mode) as client:
        slow = asyncio.create_task(client.call_tool("search", {"query": "x{1,40}y", "regex": True}))
        await asyncio.wait({slow}, timeout=0.05)
        slow.cancel()
        try:
            await slow
        except asyncio.CancelledError:
            pass
        assert (await call(client, "read", path="a.md"))["text"] == "text\n"


async def main():
    wanted = sys.argv[1:]
    for check in (every_tool, read_only, two_agents, outside_change, cancelled):
        if wanted and check.__name__ not in wanted:
            continue
        # The revision without a beginning, and those before it.
        for mode in ("auto", "legacy"):
            with tempfile.TemporaryDirectory() as folder:
                await asyncio.wait_for(check(Home(folder), mode), 4 * PATIENCE)
            print("ok", check.__name__, mode, flush=True)


asyncio.run(main())
