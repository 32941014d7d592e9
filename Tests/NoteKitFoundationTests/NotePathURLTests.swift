// SPDX-License-Identifier: MIT
// Paths as URLs of Foundation and back, and a session by URL.

import Foundation
import NoteKit
import NoteKitFoundation
import Testing

@Suite("A path and a URL")
struct NotePathURLTests {
    static let names: [[UInt8]] = [
        Array("/".utf8), Array("/notes/todo.md".utf8), Array("/a b/%41?#;=&+.md".utf8),
        Array("/Ame\u{301}lie/Am\u{E9}lie.md".utf8), Array("/日本/🎉.md".utf8),
        [0x2F, 0x61, 0xFF, 0x0A, 0x7F, 0x62],
        [0x2F] + (1...255).map { UInt8($0) },
    ]

    @Test("become each other byte for byte", arguments: names)
    func roundTrip(bytes: [UInt8]) throws {
        let path = NotePath(bytes: bytes)
        let url = try #require(path.url)
        #expect(url.isFileURL)
        #expect(NotePath(url) == path)
    }

    @Test(
        "of Foundation's own making names the same file",
        arguments: ["todo.md", "Ame\u{301}lie ü.md", "a%2Fb?.md"])
    func made(name: String) {
        #expect(NotePath(URL(fileURLWithPath: "/notes/" + name)) == NotePath("/notes/" + name))
        let folder = URL(fileURLWithPath: "/notes", isDirectory: true)
        #expect(NotePath(folder.appendingPathComponent(name)) == NotePath("/notes/" + name))
        #expect(NotePath(URL(fileURLWithPath: name, relativeTo: folder)) == NotePath("/notes/" + name))
    }

    static let none = [
        "https://example.org/a.md", "file://elsewhere/a.md", "file:///a%00b", "file:///a%2Fb", "a.md",
    ]

    @Test("that names no file on this machine is no path", arguments: none)
    func refused(text: String) throws {
        #expect(NotePath(try #require(URL(string: text))) == nil)
        #expect(NoteSession(url: try #require(URL(string: text))) == nil)
    }

    @Test("from anywhere but the root has no URL")
    func relative() {
        #expect(NotePath("notes/a.md").url == nil)
        #expect(NotePath("").url == nil)
    }

    @Test("of a note opens a session")
    func session() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "notekit-url-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let note = folder.appendingPathComponent("Ame\u{301}lie.md")
        try Data("a\r\n".utf8).write(to: note)
        let state = try #require(NotePath(folder.appendingPathComponent("state")))
        let session = try #require(NoteSession(url: note, options: SessionOptions(stateFolder: state)))
        try await session.open()
        try await session.replace(1..<1, with: "\nb")
        try await session.close()
        #expect(try Data(contentsOf: note) == Data("a\r\nb\r\n".utf8))
    }
}
