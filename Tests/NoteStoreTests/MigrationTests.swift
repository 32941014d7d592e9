// SPDX-License-Identifier: MIT
// Stores that earlier editions wrote.

import Foundation
import NoteFiles
import Testing

@testable import NoteStore

@Suite("A store of an earlier edition")
struct MigrationTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static var stores: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/store")
    }

    @Test("gives back everything it held, and goes on", arguments: 1...StoreSchema.steps.count)
    func opened(step: Int) throws {
        let folder = try VaultRegistry(in: scratch.state).folder(of: scratch.path("vault"))
        try FileManager.default.copyItem(
            atPath: Self.stores.appendingPathComponent("step-\(step).sqlite").path,
            toPath: "\(folder)/store.sqlite")
        let store = try scratch.store()
        try store.check()
        let first = "\u{FEFF}one\r\ntwo\n"
        let second = first + "three"
        let third = second + String(repeating: "long ", count: 20_000)
        #expect(try store.texts(of: "deep/note.md") == [third, second, first])
        #expect(
            try store.versions(of: NotePath("deep/note.md")).last?.edited
                == FileTime(seconds: 981_173_106, nanoseconds: 7))
        #expect(try store.texts(of: "gone.md") == ["gone"])
        #expect(try store.versions(of: NotePath("new.md")).map(\.title) == ["old"])
        #expect(try store.retention() == RetentionPolicy(days: 90, count: nil, bytes: 1 << 30))
        try store.keep(NoteVersion("deep/note.md", "more", at: 4_000_000_000))
        #expect(try store.texts(of: "deep/note.md").first == "more")
        #expect(try scratch.files(below: "vault").isEmpty)
    }
}
