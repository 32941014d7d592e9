// SPDX-License-Identifier: MIT
// A note on a real disk, a session on it, and other programs that write it.

import Foundation
import NoteKit
import Testing

/// A folder with a note `n.md`, and what is needed to open it in a session.
final class SessionBench {
    let folder: ScratchFolder
    let keeper = MemoryVersionKeeper()
    var options: SessionOptions

    var note: NotePath { path("n.md") }

    init(_ text: String? = "a\nb\nc\n") throws {
        folder = try ScratchFolder()
        options = SessionOptions(stateFolder: NotePath(folder.path + "/state"))
        options.keeper = keeper
        // What is unsaved stays so until a test saves it, however slow the machine is.
        options.timing.pause = .seconds(3600)
        options.timing.limit = .seconds(3600)
        if let text { try write(text) }
    }

    /// A path as the session knows it, without a slash too many.
    func path(_ name: String) -> NotePath {
        NotePath((folder.path + "/" + name).replacing("//", with: "/"))
    }

    func session() -> NoteSession { NoteSession(at: note, options: options) }

    /// Writes the note as a program does that truncates and writes.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws {
        let handle = try #require(fopen("\(note)", "w"))
        defer { fclose(handle) }
        #expect(fwrite(bytes, 1, bytes.count, handle) == bytes.count)
    }

    /// What the file holds; nil where there is none.
    var file: String? {
        FileManager.default.contents(atPath: "\(note)").map { String(decoding: $0, as: UTF8.self) }
    }
}
