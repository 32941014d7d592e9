// SPDX-License-Identifier: MIT
// How many notes may be held open in all vaults together.

internal import Synchronization

/// The number of notes that may be open, and how many are.
final class NoteAllowance: Sendable {
    let most: Int
    private let used = Atomic(0)

    init(_ most: Int) { self.most = most }

    /// One open note; it counts as long as this is there.
    final class Share: Sendable {
        private let allowance: NoteAllowance

        fileprivate init(_ allowance: NoteAllowance) { self.allowance = allowance }

        deinit { allowance.used.subtract(1, ordering: .relaxed) }
    }

    /// A share for one more note; nil where none is left.
    func share() -> Share? {
        guard used.add(1, ordering: .relaxed).newValue <= most else {
            used.subtract(1, ordering: .relaxed)
            return nil
        }
        return Share(self)
    }
}
