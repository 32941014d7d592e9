// SPDX-License-Identifier: MIT
// Which vaults of the configuration are being looked at.

internal import NoteKit
internal import Synchronization

/// The vaults that are being opened, each on its own: one on a disk that does not answer holds up nothing but itself.
final class OpeningVaults: Sendable {
    private let paths = Mutex<Set<NotePath>>([])

    /// Takes vaults as being opened; answers those that were not yet.
    func begin(_ vaults: [NotePath]) -> [NotePath] {
        paths.withLock { paths in vaults.filter { paths.insert($0).inserted } }
    }

    /// A vault was opened, or could not be.
    func end(_ vault: NotePath) { paths.withLock { _ = $0.remove(vault) } }

    /// Whether all were looked at.
    var isEmpty: Bool { paths.withLock { $0.isEmpty } }

    /// What is said of them behind what is open; nothing where there is none.
    var description: String {
        let names = paths.withLock { $0.sorted() }.map { "'\($0)'" }
        return names.isEmpty ? "" : "; looking at \(names.joined(separator: ", "))"
    }
}
