# SPDX-License-Identifier: MIT
"""Speaks the Model Context Protocol to 'notekit mcp' line by line, with nothing but the standard library."""

import hashlib
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import time

import daemon_client

NOTEKIT = os.environ["NOTEKIT"]
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
READING = ["list", "read", "search", "links", "backlinks", "properties", "tasks", "history", "read_version"]
WRITING = ["write", "edit", "set_property", "toggle_task", "restore_version"]


class Agent:
    """A program that has started 'notekit mcp'."""

    def __init__(self, home, *flags, vault=None):
        self.errors = open(home / "errors", "ab")
        self.process = subprocess.Popen(
            [NOTEKIT, "mcp", *flags, str(vault or home / "vault")], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.errors, env=environment(home))
        self.count = 0

    def send(self, message):
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), line
        return json.loads(line)

    def ask(self, method, **parameters):
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": {"_meta": META, **parameters}})
        answer = self.hear()
        assert answer["id"] == self.count and answer["jsonrpc"] == "2.0", answer
        return answer

    def call(self, tool, **arguments):
        """What a tool answers."""
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        assert result["isError"] is False, result
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return result["structuredContent"]

    def refusal(self, tool, **arguments):
        """Why a tool refuses."""
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        assert result["isError"] is True, result
        assert "structuredContent" not in result, result
        return json.loads(result["content"][0]["text"])["error"]

    def begin(self, revision):
        """Begins as clients of the revisions do that begin."""
        self.send({"jsonrpc": "2.0", "id": "begin", "method": "initialize", "params": {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}})
        assert self.hear()["id"] == "begin"

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(30) == 0
        self.errors.close()


def environment(home):
    return {
        "HOME": str(home), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(home / "runtime"),
        "XDG_STATE_HOME": str(home / "state"), "XDG_CONFIG_HOME": str(home / "config"),
    }


def processor_time(agent):
    """How many seconds of processors it has used."""
    fields = pathlib.Path(f"/proc/{agent.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write(home, name, data):
    path = home / "vault" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def data(home, name):
    return (home / "vault" / name).read_bytes()


def digest(home, name):
    return hashlib.sha256(data(home, name)).hexdigest()


def scene(check):
    """Runs a check in a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder).resolve()
        for name in ("vault", "runtime", "state", "config"):
            (home / name).mkdir(mode=0o700)
        check(home)
        print("ok", check.__name__, flush=True)


# What the protocol says


def stateless_revision(home):
    agent = Agent(home)
    found = agent.ask("server/discover")["result"]
    assert found["resultType"] == "complete" and "2026-07-28" in found["supportedVersions"], found
    assert found["capabilities"] == {"tools": {}, "resources": {}} and found["instructions"], found
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "notekit", found
    listed = agent.ask("tools/list")["result"]
    assert [tool["name"] for tool in listed["tools"]] == READING + WRITING
    assert listed["ttlMs"] > 0 and listed["cacheScope"] == "private"
    for tool in listed["tools"]:
        assert tool["inputSchema"]["type"] == "object" and tool["outputSchema"]["type"] == "object", tool
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["annotations"]["readOnlyHint"] == (tool["name"] in READING), tool
        assert len(tool["description"]) > 80
    agent.end()


def older_revisions(home):
    for asked, agreed in [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
    ]:
        agent = Agent(home)
        agent.send({"jsonrpc": "2.0", "id": "a", "method": "ping"})
        assert agent.hear() == {"jsonrpc": "2.0", "id": "a", "result": {}}
        agent.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}})
        result = agent.hear()["result"]
        assert result["protocolVersion"] == agreed and result["serverInfo"]["name"] == "notekit", result
        assert "resultType" not in result
        agent.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        agent.send({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
        assert len(agent.hear()["result"]["tools"]) == len(READING + WRITING)
        if agreed == "2025-03-26":
            agent.send([{"jsonrpc": "2.0", "id": 3, "method": "ping"}, {"jsonrpc": "2.0", "id": 4, "method": "x"}])
            batch = agent.hear()
            assert [each["id"] for each in batch] == [3, 4] and batch[1]["error"]["code"] == -32601, batch
        agent.end()


def faults(home):
    agent = Agent(home)

    def fault(message):
        agent.send(message)
        answer = agent.hear()
        return answer["id"], answer["error"]["code"]

    assert fault(b"{") == (None, -32700)
    assert fault(b"\xff\xfe") == (None, -32700)
    assert fault(b"[]") == (None, -32600)
    assert fault({"id": 1, "method": "ping"}) == (1, -32600)
    assert fault({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}) == (None, -32600)
    assert fault({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}) == (2, -32602)
    assert fault({"jsonrpc": "2.0", "id": 3, "method": "ping", "params": {"_meta": META}}) == (3, -32601)
    old = {**META, "io.modelcontextprotocol/protocolVersion": "2020-01-01"}
    agent.send({"jsonrpc": "2.0", "id": 4, "method": "tools/list", "params": {"_meta": old}})
    error = agent.hear()["error"]
    assert error["code"] == -32022 and error["data"]["requested"] == "2020-01-01", error
    assert "2026-07-28" in error["data"]["supported"], error
    bare = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    assert fault({"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {"_meta": bare}}) == (5, -32602)
    assert agent.ask("tools/call", name="rm")["error"]["code"] == -32602
    assert agent.ask("tools/call", name="read", arguments=[])["error"]["code"] == -32602
    assert agent.ask("prompts/list")["error"]["code"] == -32601
    # What is wrong with arguments is for the agent to mend.
    assert agent.refusal("read")["code"] == "invalid-params"
    assert agent.refusal("read", path="a.md", colour="red")["code"] == "invalid-params"
    assert agent.refusal("list", limit=0)["code"] == "invalid-params"
    assert agent.refusal("read", path="a.md", start=-1)["code"] == "invalid-params"
    # A line that is too long is passed over, and the next one is answered.
    agent.send(b'{"x": "' + b"x" * (33 << 20) + b'"}')
    assert agent.hear()["error"]["code"] == -32700
    assert agent.call("list")["count"] == 0
    # An id is free as soon as its answer is there.
    for _ in range(2_000):
        agent.send({"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {"_meta": META, "name": "x"}})
        assert agent.hear()["error"]["code"] == -32602
    # The last line counts without a line feed as well.
    agent.process.stdin.write(b'{"jsonrpc": "2.0", "id": "last", "method": "ping"}')
    agent.process.stdin.close()
    assert agent.hear() == {"jsonrpc": "2.0", "id": "last", "result": {}}
    assert agent.process.wait(30) == 0
    agent.errors.close()


def batches(home):
    """A batch has one answer, which is a line that somebody reads whole."""
    write(home, "long.md", "x" * (1 << 20))
    for number in range(3_000):
        write(home, f"many/{number}.md", f"{'a' * 200}\n")
    agent = Agent(home)
    agent.begin("2025-03-26")
    read = {"name": "read", "arguments": {"path": "long.md", "limit": 1 << 20}}
    batch = [{"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": read} for number in range(65)]
    agent.send(batch)
    answer = agent.hear()
    assert answer["id"] is None and answer["error"]["code"] == -32600, answer
    agent.send(batch[:64])
    line = agent.process.stdout.readline()
    assert len(line) < 8 << 20, len(line)
    answers = json.loads(line)
    assert [each["id"] for each in answers] == list(range(64)) and "result" in answers[0]
    assert answers[63]["error"]["code"] == -32020, answers[63]
    # One of its requests can be cancelled, and has no answer then.
    search = {"name": "search", "arguments": {"query": "a{1,50}x", "regex": True}}
    agent.send([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search},
        {"jsonrpc": "2.0", "id": 3, "method": "ping"}])
    cancelled = 0
    while not select.select([agent.process.stdout], [], [], 0.01)[0]:
        agent.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})
        cancelled += 1
    answers = agent.hear()
    assert [each["id"] for each in answers] == [1, 3], (cancelled, answers)
    agent.end()


# What the tools do


def every_tool(home):
    write(home, "plan.md", "\ufeff---\r\nstatus: draft # as yet\r\ntags: [a, b]\r\n---\r\n# Plan\r\n\r\n- [ ] one\r\n- [x] two\r\n\r\n[[Other]] plan\r\n")
    write(home, "folder/other.md", "no plan B\n")
    agent = Agent(home)
    listed = agent.call("list", order="path")
    assert [note["path"] for note in listed["notes"]] == ["folder/other.md", "plan.md"], listed
    assert listed["count"] == 2 and listed["next"] is None
    first = agent.call("list", order="path", limit=1)
    assert [n["path"] for n in agent.call("list", order="path", limit=1, after=first["next"])["notes"]] == ["plan.md"]
    assert [n["path"] for n in agent.call("list", folder="folder")["notes"]] == ["folder/other.md"]
    assert [n["path"] for n in agent.call("list", find="PLAN")["notes"]] == ["plan.md"]
    read = agent.call("read", path="plan.md")
    assert read["digest"] == digest(home, "plan.md") and read["text"].startswith("---\nstatus: draft # as yet\n")
    assert not read["isCut"] and read["next"] is None and read["end"] == read["length"]
    found = agent.call("search", query="PLAN")
    assert [hit["path"] for hit in found["results"]] == ["plan.md", "folder/other.md"], found
    assert found["results"][0]["isInTitle"] and found["results"][0]["count"] == 2
    assert found["results"][1]["matches"][0]["text"] == "no plan B"
    match = found["results"][0]["matches"][1]
    assert match["line"] == 10 and read["text"].encode()[match["start"]:match["end"]] == b"plan", match
    assert agent.call("links", path="plan.md")["links"][0]["target"] == "Other"
    assert agent.call("backlinks", path="folder/other.md") == {"links": [
        {"path": "plan.md", "kind": "wikilink", "target": "Other", "sub": None, "line": 10}], "next": None}
    assert agent.call("backlinks", path="plan.md")["links"] == []
    assert agent.refusal("backlinks", path="none.md")["code"] == "missing"
    properties = agent.call("properties", path="plan.md")
    assert [p["key"] for p in properties["properties"]] == ["status", "tags"] and properties["problems"] == []
    assert properties["properties"][1]["items"] == ["a", "b"]
    before = data(home, "plan.md")
    changed = agent.call("set_property", path="plan.md", base=properties["digest"], key="status", value="done")
    assert data(home, "plan.md") == before.replace(b"draft", b"done")
    assert changed["digest"] == digest(home, "plan.md")
    changed = agent.call(
        "set_property", path="plan.md", base=changed["digest"], key="tags", value="c", action="append")
    tasks = agent.call("tasks", path="plan.md")
    assert [(t["line"], t["status"], t["text"]) for t in tasks["tasks"]] == [(7, " ", "one"), (8, "x", "two")], tasks
    assert [t["line"] for t in agent.call("tasks", path="plan.md", isOpen=True)["tasks"]] == [7]
    before = data(home, "plan.md")
    changed = agent.call("toggle_task", path="plan.md", base=tasks["digest"], line=7)
    assert data(home, "plan.md") == before.replace(b"- [ ] one", b"- [x] one")
    assert agent.refusal("toggle_task", path="plan.md", base=changed["digest"], line=1)["code"] == "no-task"
    text = agent.call("read", path="plan.md")["text"].encode()
    before = data(home, "plan.md")
    changed = agent.call("edit", path="plan.md", base=changed["digest"], edits=[
        {"old": "# Plan\n", "text": "# The plan\n"}, {"start": len(text), "end": len(text), "text": "last\n"}])
    assert data(home, "plan.md") == before.replace(b"# Plan", b"# The plan") + b"last\r\n"
    # The digest of a change is the base of the next.
    changed = agent.call("edit", path="plan.md", base=changed["digest"], edits=[{"old": "last", "text": "end"}])
    versions = agent.call("history", path="plan.md")["versions"]
    assert len(versions) >= 2 and agent.call("history", path="plan.md", limit=1)["next"] == 1
    old = agent.call("read_version", path="plan.md", version=versions[0]["id"])
    assert old["text"].endswith("last\n")
    agent.call("restore_version", path="plan.md", version=versions[0]["id"], base=changed["digest"])
    assert data(home, "plan.md").endswith(b"last\r\n")
    made = agent.call("write", path="folder/new.md", text="new\n")
    assert data(home, "folder/new.md") == b"new\n" and made["digest"] == digest(home, "folder/new.md")
    made = agent.call("write", path="folder/new.md", base=made["digest"], text="newer\n")
    assert data(home, "folder/new.md") == b"newer\n"
    (home / "vault/folder/new.md").unlink()
    version = agent.call("history", path="folder/new.md")["versions"][0]["id"]
    agent.call("restore_version", path="folder/new.md", version=version)
    assert data(home, "folder/new.md") == b"new\n"
    agent.end()


def read_only(home):
    write(home, "a.md", "text\n")
    agent = Agent(home, "--read-only")
    assert [tool["name"] for tool in agent.ask("tools/list")["result"]["tools"]] == READING
    base = agent.call("read", path="a.md")["digest"]
    for tool in WRITING:
        answer = agent.ask("tools/call", name=tool, arguments={"path": "a.md", "base": base, "text": "x"})
        assert answer["error"]["code"] == -32602, answer
    assert data(home, "a.md") == b"text\n" and os.listdir(home / "vault") == ["a.md"]
    agent.end()


def reads_leave_everything(home):
    """What a killed daemon left is brought to its end by whoever may write, and by nobody else."""
    write(home, "a.md", "text\n")
    daemon = daemon_client.Daemon(folder=str(home))
    client = daemon.client()
    vault = client.ask("vault/open", path=str(home / "vault"))["vault"]
    session = client.ask("note/open", vault=vault, path="a.md")
    client.ask("note/edit", session=session["session"], revision=session["revision"], edits=[
        {"start": 0, "end": 0, "text": "typed "}])
    daemon.end(signal.SIGKILL)
    before = os.stat(home / "vault/a.md")
    agent = Agent(home, "--read-only")
    assert agent.call("read", path="a.md")["text"] == "text\n"
    assert agent.call("search", query="text")["results"][0]["path"] == "a.md"
    assert agent.call("history", path="a.md")["versions"] == []
    agent.end()
    after = os.stat(home / "vault/a.md")
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (before.st_ino, before.st_mtime_ns, before.st_ctime_ns)
    assert data(home, "a.md") == b"text\n" and os.listdir(home / "vault") == ["a.md"]
    agent = Agent(home)
    assert agent.call("read", path="a.md")["text"] == "typed text\n"
    agent.end()


def marks(home):
    """A byte order mark is the file's: a text that was copied with its own has no second one."""
    write(home, "mark.md", "\ufeffone\r\n")
    write(home, "none.md", "one\n")
    write(home, "twice.md", "\ufeff\ufeffone\n")
    agent = Agent(home)
    for name, before, after in (("mark.md", "\ufeff", "\r\n"), ("none.md", "", "\n")):
        read = agent.call("read", path=name)
        written = agent.call("write", path=name, base=read["digest"], text="\ufefftwo\n")
        assert data(home, name) == f"{before}two{after}".encode(), data(home, name)
        agent.call("write", path=name, base=written["digest"], text="three\n")
        assert data(home, name) == f"{before}three{after}".encode(), data(home, name)
    # Here it is text, and was read.
    read = agent.call("read", path="twice.md")
    agent.call("write", path="twice.md", base=read["digest"], text=read["text"] + "two\n")
    assert data(home, "twice.md") == "\ufeff\ufeffone\ntwo\n".encode()
    made = agent.call("write", path="new.md", text="\ufeffone\n")
    assert data(home, "new.md") == "\ufeffone\n".encode()
    agent.call("edit", path="new.md", base=made["digest"], edits=[{"start": 0, "end": 4, "text": "two\n"}])
    assert data(home, "new.md") == "\ufefftwo\n".encode()
    agent.end()
    # The command line, whose offsets count the mark, takes it as the file's, too.
    subprocess.run(
        [NOTEKIT, "edit", str(home / "vault/new.md"), "--replace", "0:7", "--text-from", "-"], env=environment(home),
        input="\ufeffthree\n".encode(), stdout=subprocess.DEVNULL, check=True)
    assert data(home, "new.md") == "\ufeffthree\n".encode(), data(home, "new.md")


def resources(home):
    write(home, "folder/a b#\u00e9.md", "text\r\n")
    write(home, "long.md", "x" * (2 << 20))
    for number in range(300):
        write(home, f"many/{number}.md", "")
    agent = Agent(home)
    listed, cursor = [], {}
    while cursor is not None:
        part = agent.ask("resources/list", **cursor)["result"]
        assert len(part["resources"]) <= 200 and part["ttlMs"] == 0
        listed += part["resources"]
        cursor = {"cursor": part["nextCursor"]} if "nextCursor" in part else None
    assert len({each["uri"] for each in listed}) == len(listed) == 302
    mine = next(each for each in listed if each["name"].startswith("folder/"))
    assert mine["uri"] == "note:///folder/a%20b%23%C3%A9.md" and mine["size"] == 6, mine
    read = agent.ask("resources/read", uri=mine["uri"])["result"]["contents"]
    assert read == [{"uri": mine["uri"], "mimeType": "text/markdown", "text": "text\n"}], read
    templates = agent.ask("resources/templates/list")["result"]["resourceTemplates"]
    assert templates[0]["uriTemplate"] == "note:///{+path}"
    for uri in ("note:///none.md", "note:///../a.md", "note:///%2e%2e/a.md", "note:///a%0.md", "note:///%ff.md",
                "note:///%00.md", "file:///etc/passwd", "note://host/many/1.md", "", "note:////etc/passwd"):
        error = agent.ask("resources/read", uri=uri)["error"]
        assert error["code"] == -32602 and error["data"]["uri"] == uri, error
    assert "in parts" in agent.ask("resources/read", uri="note:///long.md")["error"]["message"]
    assert agent.ask("resources/read")["error"]["code"] == -32602
    assert agent.ask("resources/list", cursor=1)["error"]["code"] == -32602
    agent.end()


# What an agent cannot do


def nothing_unread_is_replaced(home):
    lines = [f"line {number}\n" for number in range(20_000)]
    write(home, "long.md", "".join(lines))
    write(home, "a.md", "one two one\n")
    agent = Agent(home)
    refused = agent.refusal("write", path="a.md", text="x")
    assert refused["code"] == "exists" and refused["digest"] == digest(home, "a.md"), refused
    # A digest that was not told by a reading is worth nothing, even if it is right.
    for tool, arguments in [
        ("write", {"text": "x"}), ("edit", {"edits": [{"old": "two", "text": "x"}]}),
        ("edit", {"edits": [{"start": 0, "end": 3, "text": "x"}]}),
        ("set_property", {"key": "a", "value": "b"}),
    ]:
        refused = agent.refusal(tool, path="a.md", base=refused.get("digest", digest(home, "a.md")), **arguments)
        assert refused["code"] == "unseen", (tool, refused)
    base = agent.call("read", path="a.md")["digest"]
    assert agent.refusal("edit", path="a.md", base=base, edits=[{"old": "one", "text": "x"}])["code"] == "ambiguous"
    assert agent.refusal("edit", path="a.md", base=base, edits=[{"old": "six", "text": "x"}])["code"] == "not-found"
    assert agent.refusal("edit", path="a.md", base=base, edits=[{"start": 5, "end": 500, "text": ""}])["code"] == "unseen"
    refused = agent.refusal("edit", path="a.md", base=base, edits=[{"start": -1, "end": 2, "text": ""}])
    assert refused["code"] == "bad-edit" and "begins before the text" in refused["message"], refused
    assert agent.refusal("edit", path="a.md", base=base, edits=[
        {"start": 0, "end": 5, "text": ""}, {"start": 4, "end": 6, "text": ""}])["code"] == "bad-edit"
    # An outside change between reading and writing.
    write(home, "a.md", "theirs\n")
    for tool, arguments in [
        ("write", {"text": "x"}), ("edit", {"edits": [{"old": "two", "text": "x"}]}),
        ("edit", {"edits": [{"start": 0, "end": 3, "text": "x"}]}),
    ]:
        refused = agent.refusal(tool, path="a.md", base=base, **arguments)
        assert refused["code"] == "conflict" and refused["digest"] == digest(home, "a.md"), (tool, refused)
        assert "Read it again" in refused["advice"], refused
    assert data(home, "a.md") == b"theirs\n"
    # Of a long note that was read in part, only that part can be changed.
    part = agent.call("read", path="long.md", limit=100)
    assert part["isCut"] and part["text"] == "".join(lines)[:part["end"]] and part["text"].endswith("\n"), part
    assert agent.refusal("write", path="long.md", base=part["digest"], text="x")["code"] == "unseen"
    far = [{"start": 5_000, "end": 5_010, "text": "x"}]
    assert agent.refusal("edit", path="long.md", base=part["digest"], edits=far)["code"] == "unseen"
    versions = agent.refusal("restore_version", path="long.md", base=part["digest"], version="none")
    assert versions["code"] == "unseen", versions
    changed = agent.call("edit", path="long.md", base=part["digest"], edits=[
        {"start": 0, "end": 6, "text": "first"}, {"old": "line 19999\n", "text": "last\n"}])
    assert data(home, "long.md").decode() == "first\n" + "".join(lines[1:-1]) + "last\n"
    # What was carried over: the part before, as far as it was told, and what the agent wrote.
    assert agent.refusal("edit", path="long.md", base=changed["digest"], edits=far)["code"] == "unseen"
    end = len(data(home, "long.md"))
    changed = agent.call("edit", path="long.md", base=changed["digest"], edits=[
        {"start": 6, "end": 12, "text": "second"}, {"start": end - 5, "end": end, "text": "end\n"}])
    # In parts all of it can be read, and then replaced.
    text, start = "", 0
    while start is not None:
        part = agent.call("read", path="long.md", start=start)
        text, start = text + part["text"], part["next"]
    assert text.encode() == data(home, "long.md")
    agent.call("write", path="long.md", base=part["digest"], text="short\n")
    assert data(home, "long.md") == b"short\n"
    agent.end()


def two_agents(home):
    write(home, "a.md", "base\n")
    one, other = Agent(home), Agent(home)
    base = one.call("read", path="a.md")["digest"]
    assert other.call("read", path="a.md")["digest"] == base
    changed = one.call("write", path="a.md", base=base, text="one\n")
    refused = other.refusal("write", path="a.md", base=base, text="other\n")
    assert refused["code"] == "conflict" and refused["digest"] == changed["digest"], refused
    # The digest of the refusal does not help without reading.
    assert other.refusal("write", path="a.md", base=refused["digest"], text="other\n")["code"] == "unseen"
    base = other.call("read", path="a.md")["digest"]
    other.call("write", path="a.md", base=base, text="one\nother\n")
    assert data(home, "a.md") == b"one\nother\n"
    one.end()
    other.end()


def escapes(home):
    write(home, "a.md", "in\n")
    (home / "outside").mkdir()
    (home / "outside/secret.md").write_text("secret\n")
    os.symlink(home / "outside", home / "vault/link")
    os.symlink(home / "outside/secret.md", home / "vault/link.md")
    (home / "vault/.hidden").mkdir()
    write(home, ".hidden/note.md", "secret\n")
    agent = Agent(home)
    names = [
        "../outside/secret.md", str(home / "outside/secret.md"), "link/secret.md", "link.md", ".hidden/note.md",
        "a.md/../../outside/secret.md", "./a.md", "a.md\0", "a.md\0.md", "/etc/passwd", "..", "", "a", "link/new.md",
        "%2e%2e/outside/secret.md", "..\\outside\\secret.md", "\\x2e\\x2e/outside/secret.md", "x" * 5_000 + ".md",
        "/dev/null.md", "note:///../outside/secret.md", "file:///etc/passwd", "~/outside/secret.md",
    ]
    for depth in range(1, 60):
        for tail in ("outside/secret.md", "etc/passwd", "outside/new.md"):
            names.append("../" * depth + tail)
            names.append("folder/" * depth + "../" * (depth + 1) + tail)
            names.append("./" * depth + "../" + tail)
            names.append("link/" + "../" * depth + tail)
            names.append("/" * depth + tail)
            names.append("..//" * depth + tail)
    assert len(names) > 1_000
    for name in names:
        for tool, arguments in [("read", {}), ("write", {"text": "x"})]:
            refused = agent.refusal(tool, path=name, **arguments)
            # Folders of these names could be in the vault, and are not there.
            word = "missing" if name.startswith(("~/", "%2e%2e/")) else "outside-vault"
            assert refused["code"] == word, (name, refused)
            assert "secret" not in refused["message"].replace("secret.md", ""), refused
    assert agent.refusal("list", folder="../outside")["code"] == "outside-vault"
    assert agent.refusal("search", query="secret", folder="../outside")["code"] == "outside-vault"
    assert agent.call("search", query="secret")["results"] == []
    # What cannot be read is not named either; what a link names within the vault can.
    write(home, "folder/b.md", "in\n")
    os.symlink("a.md", home / "vault/also.md")
    inside = ["a.md", "also.md", "folder/b.md"]
    listed = agent.call("list", order="path")
    assert [note["path"] for note in listed["notes"]] == inside and listed["count"] == 3, listed
    assert sorted(each["name"] for each in agent.ask("resources/list")["result"]["resources"]) == inside
    for name in inside:
        assert agent.call("read", path=name)["text"] == "in\n"
    assert sorted(os.listdir(home / "outside")) == ["secret.md"]
    assert (home / "outside/secret.md").read_text() == "secret\n"
    agent.end()


def bounds(home):
    write(home, "huge.md", b"needle in a line\n" * (16 << 20 >> 4))
    write(home, "wide.md", b"needle " * 200_000)
    for number in range(300):
        write(home, f"many/{number}.md", "needle\n")
    agent = Agent(home)
    agent.send({"jsonrpc": "2.0", "id": "size", "method": "tools/call", "params": {
        "_meta": META, "name": "read", "arguments": {"path": "huge.md", "limit": 1 << 40}}})
    line = agent.process.stdout.readline()
    assert len(line) < 3 << 20, len(line)
    read = json.loads(line)["result"]["structuredContent"]
    assert read["isCut"] and read["length"] > 16 << 20 and read["end"] <= 1 << 20, read["end"]
    agent.send({"jsonrpc": "2.0", "id": "size", "method": "tools/call", "params": {
        "_meta": META, "name": "search", "arguments": {"query": "needle", "limit": 1 << 40}}})
    line = agent.process.stdout.readline()
    assert len(line) < 1 << 20, len(line)
    found = json.loads(line)["result"]["structuredContent"]
    assert len(found["results"]) == 100 and found["next"] == 100
    paths = [hit["path"] for hit in found["results"]]
    while found["next"] is not None:
        found = agent.call("search", query="needle", limit=100, after=found["next"])
        paths += [hit["path"] for hit in found["results"]]
    assert len(paths) == len(set(paths)) == 302, len(paths)
    wide = [hit for hit in agent.call("search", query="needle", folder="", limit=100)["results"]]
    assert all(len(hit["matches"]) <= 5 and all(len(m["text"]) < 500 for m in hit["matches"]) for hit in wide)
    assert len(agent.call("list", limit=1 << 40)["notes"]) == 302
    assert len(agent.call("list")["notes"]) == 200
    # A row is cut like everything else.
    write(home, "links.md", f"[[x#{'A' * 3_000_000}]] [[links#{'B' * 3_000_000}]]\n")
    write(home, "key.md", "---\n" + "\u00e9" * 1_010 + ": 1\n---\n")
    write(home, "wrong.md", "---\n" + "".join(f"a{number % 2}: 1\n" for number in range(40_000)) + "---\n")
    for tool, name in (("links", "links.md"), ("backlinks", "links.md"), ("properties", "key.md"), ("properties", "wrong.md")):
        agent.send({"jsonrpc": "2.0", "id": "size", "method": "tools/call", "params": {
            "_meta": META, "name": tool, "arguments": {"path": name, "limit": 1}}})
        line = agent.process.stdout.readline()
        assert len(line) < 1 << 14 and json.loads(line)["result"]["isError"] is False, (tool, name, len(line))
    properties = agent.call("properties", path="key.md")
    assert properties["properties"][0]["isCut"], properties
    refused = agent.refusal("set_property", path="key.md", base=properties["digest"], key="\u00e9" * 1_010, action="remove")
    assert refused["code"] == "unseen", refused
    agent.end()


def closed_folder(home):
    """A folder that may not be looked into is told before an agent begins."""
    (home / "vault").chmod(0)
    command = [NOTEKIT, "mcp", str(home / "vault")]
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    ended = subprocess.run(command, env=environment(home), stdin=subprocess.DEVNULL, capture_output=True)
    (home / "vault").chmod(0o700)
    assert ended.returncode == 2 and b"may not be looked into" in ended.stderr, ended


# What happens when programs end


def cancelled(home):
    write(home, "a.md", "text\n")
    for number in range(1_000):
        write(home, f"many/{number}.md", "a" * 2_000 + "\n")
    agent = Agent(home)
    slow = {"query": "a.{1,500}[xy]", "regex": True}
    agent.call("search", query="none")
    start = processor_time(agent)
    assert agent.call("search", **slow)["results"] == []
    whole = processor_time(agent) - start
    start = processor_time(agent)
    agent.send({"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": {
        "_meta": META, "name": "search", "arguments": slow}})
    while processor_time(agent) < start + whole / 10:
        pass
    agent.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "slow"}})
    # The service takes it back, too: what would wait for it in the vault's lane does not.
    agent.call("list", limit=1)
    used = processor_time(agent) - start
    assert used < 0.7 * whole, (whole, used)
    # Ignored: nobody knows them.
    agent.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99_999}})
    agent.send({"jsonrpc": "2.0", "method": "notifications/cancelled"})
    agent.send({"jsonrpc": "2.0", "method": "notifications/strange"})
    assert agent.call("read", path="a.md")["text"] == "text\n"
    # The same id is free again, and its one answer is that of the new request.
    agent.send({"jsonrpc": "2.0", "id": "slow", "method": "tools/list", "params": {"_meta": META}})
    assert "tools" in agent.hear()["result"]
    agent.end()


def killed(home):
    write(home, "a.md", "0\n")
    text = b"0\n"
    for round in range(20):
        agent = Agent(home)
        base = agent.call("read", path="a.md")["digest"]
        new = f"{round + 1}\n" * 2_000
        agent.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "_meta": META, "name": "write", "arguments": {"path": "a.md", "base": base, "text": new}}})
        select.select([], [], [], round * 0.001)
        agent.process.kill()
        agent.process.wait()
        agent.errors.close()
        now = data(home, "a.md")
        assert now in (text, new.encode()), now[:20]
        text = now
    agent = Agent(home)
    read = agent.call("read", path="a.md")
    assert read["text"].encode() == text
    agent.call("write", path="a.md", base=read["digest"], text="end\n")
    agent.end()
    assert os.listdir(home / "vault") == ["a.md"], os.listdir(home / "vault")


def with_the_daemon(home):
    """The daemon has the vault open: it is asked, and what somebody types in an open note comes first."""
    write(home, "a.md", "base\n")
    daemon = daemon_client.Daemon(folder=str(home), arguments=[str(home / "vault")])
    client = daemon.client()
    vault = client.ask("vault/open", path=str(home / "vault"))["vault"]
    agent = Agent(home)
    base = agent.call("read", path="a.md")["digest"]
    session = client.ask("note/open", vault=vault, path="a.md")
    assert agent.call("write", path="a.md", base=base, text="agent\n")["status"] == "saved"
    # Through the session of the daemon, not beside it.
    assert client.ask("note/save", session=session["session"])["digest"] == digest(home, "a.md")
    read = agent.call("read", path="a.md")
    client.ask(
        "note/edit", session=session["session"], revision=client.ask("note/save", session=session["session"])["revision"],
        edits=[{"start": 0, "end": 0, "text": "typed "}])
    refused = agent.refusal("write", path="a.md", base=read["digest"], text="other\n")
    assert refused["code"] == "conflict", refused
    assert data(home, "a.md") == b"typed agent\n"
    # What was typed contradicts the file: nothing is written before somebody has chosen.
    revision = client.ask("note/save", session=session["session"])["revision"]
    client.ask("note/edit", session=session["session"], revision=revision, edits=[{"start": 0, "end": 5, "text": "mine"}])
    write(home, "a.md", "theirs agent\n")
    read = agent.call("read", path="a.md")
    refused = agent.refusal("write", path="a.md", base=read["digest"], text="other\n")
    assert refused["code"] == "conflict" and "leave the note to them" in refused["advice"], refused
    client.resolve(vault, "a.md", session["session"], "merged", text="typed agent\n")
    # The daemon is killed: the server goes on by itself.
    daemon.end(signal.SIGKILL)
    read = agent.call("read", path="a.md")
    assert read["text"] == "typed agent\n"
    agent.call("edit", path="a.md", base=read["digest"], edits=[{"old": "typed", "text": "written"}])
    assert data(home, "a.md") == b"written agent\n"
    agent.end()


class Typist:
    """Somebody who types in a note that the daemon has open."""

    def __init__(self, daemon, folder, name):
        self.client = daemon.client()
        self.vault = self.client.ask("vault/open", path=str(folder))["vault"]
        self.session = self.client.ask("note/open", vault=self.vault, path=name)

    def type(self, text):
        self.client.ask(
            "note/edit", session=self.session["session"], revision=self.session["revision"],
            edits=[{"start": 0, "end": 0, "text": text}])

    def conflicts(self):
        # All that happened on the disk has come to the session.
        self.client.ask("note/save", session=self.session["session"])
        return self.client.ask("conflict/list", vault=self.vault)["conflicts"]


def beside_a_typist(home, where):
    """A typist comes into no conflict, whichever folder the daemon has open, and since when."""
    write(home, "work/a.md", "one\ntwo\nthree\n")
    folder = {"above": home / "vault", "same": home / "vault/work", "below": home / "vault/work/deep"}[where]
    write(home, "work/deep/a.md", "one\ntwo\nthree\n")
    name = "work/a.md" if where == "above" else "a.md"
    note = "deep/a.md" if where == "below" else "a.md"
    path = f"work/{note}"
    daemon = daemon_client.Daemon(folder=str(home))
    agent = Agent(home, vault=home / "vault/work")
    read = agent.call("read", path=note)
    typist = Typist(daemon, folder, name)
    typist.type("typed ")
    refused = agent.refusal("edit", path=note, base=read["digest"], edits=[{"old": "three", "text": "3"}])
    assert refused["code"] == "conflict" and data(home, path) == b"typed one\ntwo\nthree\n", (refused, data(home, path))
    read = agent.call("read", path=note)
    changed = agent.call("edit", path=note, base=read["digest"], edits=[{"old": "three", "text": "3"}])
    assert data(home, path) == b"typed one\ntwo\n3\n" and typist.conflicts() == []
    # The daemon ends and another begins: it is asked again.
    daemon.end()
    assert agent.call("read", path=note)["text"] == "typed one\ntwo\n3\n"
    daemon.start()
    typist = Typist(daemon, folder, name)
    typist.type("more ")
    refused = agent.refusal("edit", path=note, base=changed["digest"], edits=[{"old": "two", "text": "2"}])
    assert refused["code"] == "conflict", refused
    read = agent.call("read", path=note)
    agent.call("edit", path=note, base=read["digest"], edits=[{"old": "two", "text": "2"}])
    assert data(home, path) == b"more typed one\n2\n3\n" and typist.conflicts() == []
    # A note whose edits contradict the file is left to whoever typed them.
    typist = Typist(daemon, folder, name)
    typist.type("mine ")
    write(home, path, "theirs\n")
    read = agent.call("read", path=note)
    refused = agent.refusal("write", path=note, base=read["digest"], text="agent\n")
    assert refused["code"] == "conflict" and "leave the note to them" in refused["advice"], refused
    assert data(home, path) == b"theirs\n"
    agent.end()
    daemon.end()


def with_a_typist(home):
    beside_a_typist(home, "same")


def below_a_typist(home):
    beside_a_typist(home, "above")


def above_a_typist(home):
    beside_a_typist(home, "below")


def beside_a_daemon_that_hangs(home):
    write(home, "a.md", "one\n")
    daemon = daemon_client.Daemon(folder=str(home), arguments=[str(home / "vault")])
    # Once it has nothing locked any more.
    while "Ready: 1 vault" not in daemon.words():
        select.select([], [], [], 0.01)
    daemon.client().ask("vault/search", vault=daemon.client().ask("vault/open", path=str(home / "vault"))["vault"], query="one")
    daemon.process.send_signal(signal.SIGSTOP)
    start = time.monotonic()
    agent = Agent(home)
    read = agent.call("read", path="a.md")
    agent.call("write", path="a.md", base=read["digest"], text="two\n")
    waited = time.monotonic() - start
    daemon.process.send_signal(signal.SIGCONT)
    # Two seconds each time, and not thirty.
    assert waited < 20 and data(home, "a.md") == b"two\n", waited
    agent.end()
    daemon.end()


def no_text_in_the_log(home):
    write(home, "a.md", "zebra\n")
    agent = Agent(home)
    base = agent.call("read", path="a.md")["digest"]
    agent.refusal("edit", path="a.md", base=base, edits=[{"old": "zebras", "text": "zebra crossing"}])
    agent.refusal("write", path="zz/zebra.md", text="zebra stripes")
    agent.send(b'{"zebra": ')
    agent.hear()
    agent.end()
    assert b"zebra" not in (home / "errors").read_bytes()


for check in (
    stateless_revision, older_revisions, faults, batches, every_tool, marks, resources, read_only, reads_leave_everything,
    closed_folder, nothing_unread_is_replaced, two_agents, escapes, bounds, cancelled, killed, with_the_daemon,
    with_a_typist, below_a_typist, above_a_typist, beside_a_daemon_that_hangs, no_text_in_the_log,
):
    if len(sys.argv) < 2 or check.__name__ in sys.argv[1:]:
        scene(check)
