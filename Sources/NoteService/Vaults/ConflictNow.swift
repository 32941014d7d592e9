// SPDX-License-Identifier: MIT
// The sides of a conflict as they are at the moment that somebody asks.

internal import NoteKit
internal import NoteStore

/// The sides of the conflict of a note. A side that is nil is a file that is not there.
struct ConflictNow {
    let base: [UInt8]?
    let mine: [UInt8]?
    let theirs: [UInt8]?
    /// Nil where none is proposed.
    let merge: ThreeWayMerge?

    /// That of a session.
    init(_ conflict: NoteConflict) {
        (base, mine, theirs, merge) = (conflict.base, conflict.mine, conflict.theirs, conflict.merge)
    }

    /// One that is only remembered, over what its note holds by now.
    init(_ stored: StoredConflict, over held: [UInt8]?) {
        (base, mine, theirs, merge) = (stored.base, stored.mine, held, nil)
    }
}
