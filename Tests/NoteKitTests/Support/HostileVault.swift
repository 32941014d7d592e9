// SPDX-License-Identifier: MIT
// A vault of everything that breaks tools, for one test.

import Foundation
import NoteKit

/// The vault that `scripts/make-hostile-vault` makes; gone when the value goes.
final class HostileVault: Sendable {
    let path: NotePath
    private let top: String

    init(deep: Int = 1500) throws {
        top = NSTemporaryDirectory() + "/notekit-hostile-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: top, withIntermediateDirectories: true)
        path = NotePath(top + "/vault")
        try Tool.run("make-hostile-vault", path.description, "--deep", "\(deep)")
    }

    deinit {
        // Foundation removes neither what no path can name nor folders without permissions.
        _ = try? Tool.run("/bin/chmod", "-R", "u+rwX", path.description + "/modes")
        _ = try? Tool.run("/bin/rm", "-rf", top)
    }

    /// What links out of the vault lead to.
    var outside: String { path.description + ".outside" }

    /// What the kernel knows of everything in the vault and outside, one line each.
    func facts() throws -> [Substring] {
        let inside = try Tool.run("vault-facts", path.description).split(separator: "\n")
        return try inside + Tool.run("vault-facts", outside).split(separator: "\n")
    }
}
