// SPDX-License-Identifier: MIT
// A folder of its own for one test.

import Foundation

/// A fresh folder, gone when the value goes.
final class ScratchFolder: Sendable {
    let path = NSTemporaryDirectory() + "/notekit-\(UUID().uuidString)"

    /// - Parameter subfolder: A folder to make in it.
    init(with subfolder: String = "") throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(subfolder)", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
