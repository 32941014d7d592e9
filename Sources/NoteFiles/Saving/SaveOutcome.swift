// SPDX-License-Identifier: MIT
// What came of a save.

/// What came of a save that did not fail.
public enum SaveOutcome: Equatable, Sendable {
    /// The note holds the new bytes.
    case saved(SaveReceipt)
    /// The note held these bytes already. Nothing was written, no time moved.
    case unchanged
    /// Somebody else's text is there. Nothing of it was overwritten, and the new text is not there.
    case conflict(SaveConflict)
}

/// What a save established.
public struct SaveReceipt: Equatable, Sendable {
    /// How sure it is that nobody else's bytes were displaced.
    public enum Proof: String, Sendable {
        /// What was displaced was compared with the base while no program had it open for writing.
        case proven
        /// It was compared, but the file system or the owner does not allow a lease.
        case verified
        /// The file system cannot exchange two names: the comparison came just before, not after.
        case unverified
    }

    /// The way the new bytes came to the name.
    public enum Method: String, Sendable {
        /// A new file was exchanged with the old one.
        case exchanged
        /// A new file was renamed over the old one.
        case renamed
        /// The old file was rewritten behind an undo copy.
        case inPlace
        /// A new file was linked to a free name.
        case created
    }

    /// How sure it is that nobody else's bytes were displaced.
    public var proof: Proof
    /// The way the new bytes came to the name.
    public var method: Method
    /// Whether the bytes and the name are known to survive a power cut.
    public var durable: Bool
    /// Properties of the old file that the new one does not have, by name: `owner`, `group`, `mode`,
    /// `acl`, `xattr NAME`, `flags`, `holes`, `created`.
    public var lost: [String]
}

/// Why a save did not happen, and what was found instead.
public struct SaveConflict: Equatable, Sendable {
    /// Why the save did not happen.
    public enum Reason: String, Sendable {
        /// The note no longer holds the bytes the edit was made from.
        case changed
        /// The note is gone.
        case missing
        /// The name is taken by a note that was not expected.
        case exists
        /// Another program has the note open for writing, and did not let go in time.
        case openForWriting = "open-for-writing"
    }

    /// Why the save did not happen.
    public var reason: Reason
    /// Versions by other programs that came out of the way, and where each is kept now.
    public var kept: [NotePath]
}
