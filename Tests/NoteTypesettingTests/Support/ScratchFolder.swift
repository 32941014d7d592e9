// SPDX-License-Identifier: MIT
// A folder of its own for one test, filled by name.

import Foundation

/// A fresh folder, gone when the value goes.
final class ScratchFolder: Sendable {
    let path = NSTemporaryDirectory() + "notekit-typesetting-\(UUID().uuidString)"

    /// - Parameter files: Names and contents.
    init(_ files: [String: String]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
