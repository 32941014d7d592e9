// SPDX-License-Identifier: MIT
// A conflict that waits for somebody to choose.

public import NoteFiles

/// The three texts of a conflict. A text that is nil is a file that is not there.
public struct StoredConflict: Hashable, Sendable {
    /// The note, as a path in the vault.
    public var note: NotePath
    /// What both sides started from.
    public var base: [UInt8]?
    /// What was typed here.
    public var mine: [UInt8]?
    /// What another program wrote.
    public var theirs: [UInt8]?
    /// When the conflict was seen.
    public var since: FileTime

    /// Makes a conflict.
    public init(of note: NotePath, base: [UInt8]?, mine: [UInt8]?, theirs: [UInt8]?, since: FileTime) {
        self.note = note
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.since = since
    }

    /// The sides that another conflict of the note does not have, as versions.
    ///
    /// - Parameters:
    ///   - other: The conflict that takes the place of this one.
    ///   - file: The note, as the keeper of versions knows it.
    package func versions(besides other: StoredConflict, of file: NotePath) -> [NoteVersion] {
        let sides: [([UInt8]?, NoteVersion.Reason)] = [(mine, .mine), (theirs, .theirs)]
        return sides.compactMap { side, reason in
            guard let side, side != other.mine, side != other.theirs else { return nil }
            return NoteVersion(of: file, side, because: reason, at: since)
        }
    }
}
