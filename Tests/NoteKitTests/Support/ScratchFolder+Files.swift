// SPDX-License-Identifier: MIT
// A scratch folder as a vault: filled by path.

import Foundation
import NoteKit

extension ScratchFolder {
    /// - Parameter files: Paths and contents; the folders on the way are made.
    convenience init(files: [String: String]) throws {
        try self.init()
        for (name, text) in files { try write(text, to: name) }
    }

    var notePath: NotePath { NotePath(path) }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }
}
