// SPDX-License-Identifier: MIT
// What outside programs do to a note that is open.

/// One thing that an outside program does.
enum SessionMove: UInt64, CaseIterable {
    /// Opened, truncated, written, closed.
    case cutAndWrite
    /// The same with `O_TRUNC`.
    case openTruncating
    /// A new file renamed over the note.
    case renameOver
    /// A new file exchanged with the note.
    case exchange
    /// Opened before the session saves, and written while it does.
    case heldOpen
    /// Opened before the session saves, and written afterwards.
    case heldUntilSaved
    /// Deleted, and made anew.
    case recreate
    /// Renamed away, and made anew.
    case takeAndCreate
    /// Renamed away, and back.
    case awayAndBack

    /// Whether a series of it, one right after the other, is something that programs do, as
    /// `git checkout` does.
    var comesInBursts: Bool { self == .recreate || self == .takeAndCreate || self == .renameOver }
}
