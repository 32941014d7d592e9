// SPDX-License-Identifier: MIT
// Opening, editing and saving one note.

import Foundation
import NoteKit
import Testing

@Suite("An open note")
struct OpenNoteTests {
    let folder: String
    let disk: NoteDisk

    init() throws {
        folder = NSTemporaryDirectory() + "/notekit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        disk = NoteDisk(stateFolder: NotePath(folder + "/state"))
    }

    private func note(_ bytes: [UInt8]) throws -> NotePath {
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/n.md"))
        return NotePath(folder + "/n.md")
    }

    @Test("field case A1: keeps its byte order mark, once, over eleven saves")
    func byteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let path = try note(mark + Array("# T\nbody\n".utf8))
        var open = try OpenNote(at: path, on: disk)
        #expect(open.text.position(at: 0).line == 0 && open.text.text.first == "#")
        open.text.replace(8..<8, with: "x")
        _ = try open.save()
        #expect(try disk.read(path).bytes == mark + Array("# T\nbodyx\n".utf8))
        for _ in 0..<10 {
            open.text.replace(0..<0, with: "y")
            _ = try open.save()
        }
        let bytes = try disk.read(path).bytes
        #expect(bytes == mark + Array(String(repeating: "y", count: 10).utf8) + Array("# T\nbodyx\n".utf8))
    }

    @Test("that was only looked at writes nothing")
    func onlyLookedAt() throws {
        let path = try note(Array("Title\n-----\n* a\n+ b\n\n\n\n| a|b |\n   trailing  \n".utf8))
        let before = try disk.read(path)
        var open = try OpenNote(at: path, on: disk)
        open.text.setText(open.text.text)
        #expect(!open.hasUnsavedEdits)
        #expect(try open.save() == .unchanged)
        #expect(try disk.read(path).facts == before.facts)
    }

    @Test("whose file moved on is in conflict, and keeps its own text")
    func conflict() throws {
        let path = try note(Array("a\n".utf8))
        var open = try OpenNote(at: path, on: disk)
        open.text.replace(0..<1, with: "mine")
        _ = try note(Array("theirs\n".utf8))
        guard case .conflict(let conflict) = try open.save() else {
            Issue.record("saved over another version")
            return
        }
        #expect(conflict.reason == .changed && conflict.kept.isEmpty)
        #expect(open.text.text == "mine\n" && open.hasUnsavedEdits)
        #expect(try disk.read(path).bytes == Array("theirs\n".utf8))
    }

    @Test("that is no UTF-8 is refused with the place of the first bad byte")
    func unreadable() throws {
        let path = try note([0x61, 0xE9, 0x0A])
        let error = #expect(throws: NoteOpeningError.self) { try OpenNote(at: path, on: disk) }
        guard case .unreadable(_, let reason) = try #require(error) else {
            Issue.record("opened as a file error")
            return
        }
        #expect(reason.offset == 1)
    }
}
