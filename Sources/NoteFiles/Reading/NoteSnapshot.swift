// SPDX-License-Identifier: MIT
// A note as it was at one moment.

/// The bytes of a note and the facts of its file at the moment they were read.
public struct NoteSnapshot: Sendable {
    /// Every byte, byte order mark included.
    public let bytes: [UInt8]
    /// The facts, taken when the bytes were complete and had not moved meanwhile.
    public let facts: FileFacts
    /// When the note was made: as recorded by an earlier save, else as the file system remembers.
    public let created: FileTime?

    package init(bytes: [UInt8], facts: FileFacts, created: FileTime?) {
        self.bytes = bytes
        self.facts = facts
        self.created = created
    }

    /// The digest that names these bytes. Computed anew each time.
    public var digest: SHA256Digest { SHA256Digest(of: bytes) }
}
