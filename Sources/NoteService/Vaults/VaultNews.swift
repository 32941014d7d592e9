// SPDX-License-Identifier: MIT
// What happens in the open vaults, for whoever runs the daemon.

package import NoteKit

/// Something that happened in a vault that the daemon holds open.
package enum VaultNews: Sendable {
    /// It is watched from now on; so many notes are in it.
    case opened(vault: NotePath, notes: Int)
    /// Notes came, went, moved or changed on the disk.
    case changed(vault: NotePath, FolderBatch)
    /// A note is in conflict, one of its sides changed, or it is over.
    case conflict(vault: NotePath, note: NotePath, isOver: Bool)
}

/// Is told what happens, from any thread. It must not wait for long.
package typealias VaultObserver = @Sendable (VaultNews) -> Void
