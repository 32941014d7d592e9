// SPDX-License-Identifier: MIT
// One call on its way to the disk, and what may become of it.

import NoteFiles

/// A call as `InterposedCalls` sees it.
struct Call: Sendable {
    /// What becomes of a call.
    enum Fate: Sendable {
        /// It is made.
        case made
        /// It is not made, and answers this error number. A `close` is made all the same, as in
        /// Linux, where the descriptor is gone whatever the answer.
        case fails(Int32)
        /// It is made, and answers this error number all the same, as over a network.
        case madeButFails(Int32)
        /// It is made for this many bytes at most (`pread`, `pwrite`).
        case short(Int)
    }

    let kind: CallKind
    /// Counts from 1.
    let number: Int
    /// The descriptor of a call that has one: the file, or the folder that the name is in.
    let file: Int32
    /// The flags of `openat` and `renameat2`.
    let flags: Int
    /// The name of a call that has one, of two the second.
    let name: NotePath?
}
