// SPDX-License-Identifier: MIT
// What a session says of edits that it can write nowhere: never that they are safe.

import Foundation
import NoteKit
import Testing

@Suite("Edits that can be written nowhere")
struct LostEditsTests {
    /// A session with an edit, whose note cannot be written any more and whose state folder never could be.
    private func stranded() async throws -> (bench: SessionBench, session: NoteSession) {
        let bench = try SessionBench(nil)
        try FileManager.default.createDirectory(
            atPath: "\(bench.path("f"))", withIntermediateDirectories: false)
        try Data("one\n".utf8).write(to: URL(fileURLWithPath: "\(bench.path("f/n.md"))"))
        try Data().write(to: URL(fileURLWithPath: "\(bench.path("state"))"))
        bench.options.isWatching = false
        let session = NoteSession(at: bench.path("f/n.md"), options: bench.options)
        try await session.open()
        try FileManager.default.moveItem(atPath: "\(bench.path("f"))", toPath: "\(bench.path("g"))")
        _ = try await session.replace(0..<0, with: "typed ")
        return (bench, session)
    }

    @Test("are named as lost when their session is closed")
    func lost() async throws {
        let (bench, session) = try await stranded()
        let saving = await #expect(throws: SessionError.self) { try await session.save() }
        #expect(saving?.description.contains("kept in the session's journal") == false)
        let closing = await #expect(throws: SessionError.self) { try await session.close() }
        #expect(closing?.code == .lost)
        #expect(closing?.description.contains("f/n.md' are lost") == true)
        withExtendedLifetime(bench) {}
    }

    @Test("go into a journal at the last moment, where one can be written by then")
    func kept() async throws {
        let (bench, session) = try await stranded()
        _ = await #expect(throws: SessionError.self) { try await session.save() }
        try FileManager.default.removeItem(atPath: "\(bench.path("state"))")
        let closing = await #expect(throws: SessionError.self) { try await session.close() }
        #expect(closing.map { $0.code != .lost } == true)
        try FileManager.default.moveItem(atPath: "\(bench.path("g"))", toPath: "\(bench.path("f"))")
        let next = NoteSession(at: bench.path("f/n.md"), options: bench.options)
        try await next.open()
        #expect(await next.snapshot.text.text == "typed one\n")
        try await next.close()
    }
}
