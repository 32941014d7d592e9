// SPDX-License-Identifier: MIT
// A folder of its own for one test, on the real disk.

import Foundation
import NoteFiles

/// A fresh folder with a `vault` and a `state` folder in it, gone when the value goes.
final class TemporaryFolder: Sendable {
    let path: NotePath

    init(below parent: String = NSTemporaryDirectory()) throws {
        let url = URL(fileURLWithPath: parent).appendingPathComponent("notekit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("vault"), withIntermediateDirectories: true)
        path = NotePath(url.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.description) }

    var vault: NotePath { path.appending(NotePath("vault")) }
    var state: NotePath { path.appending(NotePath("state")) }
    var disk: NoteDisk { NoteDisk(stateFolder: state) }

    /// Writes a file in the vault as any program would.
    @discardableResult
    func write(_ text: String, to name: String) throws -> NotePath {
        let note = vault.appending(NotePath(name))
        try Data(text.utf8).write(to: URL(fileURLWithPath: note.description))
        return note
    }

    /// The bytes of a file, read as any program would.
    func text(of note: NotePath) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: note.description)), as: UTF8.self)
    }

    /// Every name in a folder, hidden ones included.
    func names(in folder: NotePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.description).sorted()
    }
}
