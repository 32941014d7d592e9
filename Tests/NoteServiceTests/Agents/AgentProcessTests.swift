// SPDX-License-Identifier: MIT
// notekit mcp as a real process, driven by clients in another language.

import Foundation
import Testing

@Suite("notekit mcp as a process", .serialized)
struct AgentProcessTests {
    @Test(
        "speaks the protocol line by line, as it is written down",
        arguments: ["stateless_revision", "older_revisions", "faults", "batches"])
    func messages(scene: String) async throws { try await Programs.python("agent_transcript.py", scene) }

    @Test(
        "has tools that do what they say",
        arguments: [
            "every_tool", "marks", "resources", "read_only", "reads_leave_everything", "closed_folder",
            "bounds",
            "no_text_in_the_log",
        ])
    func tools(scene: String) async throws { try await Programs.python("agent_transcript.py", scene) }

    @Test(
        "replaces nothing that an agent has not read, and names nothing outside of the vault",
        arguments: ["nothing_unread_is_replaced", "two_agents", "escapes", "cancelled", "killed"])
    func refusals(scene: String) async throws { try await Programs.python("agent_transcript.py", scene) }

    @Test(
        "works beside a daemon, and beside who types in a note there",
        arguments: [
            "with_the_daemon", "with_a_typist", "below_a_typist", "above_a_typist",
            "beside_a_daemon_that_hangs",
        ])
    func besides(scene: String) async throws { try await Programs.python("agent_transcript.py", scene) }

    @Test("works for a client library that knows nothing of it")
    func library() async throws {
        let python = Programs.tests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("scripts/python-for-tests")
        try await Programs.python("agent_library.py", by: python.path)
    }
}
