// SPDX-License-Identifier: MIT
// What came of removing an attachment.

public import NoteFiles

/// A file that a note lists no more.
public struct AttachmentRemoval: Hashable, Sendable {
    /// What was written in the list.
    public let name: String
    /// Whether its bytes are gone.
    public var isFileRemoved: Bool
    /// The notes that name it, for which it stays on the disk.
    public let namedBy: [NotePath]
    /// Why it is still there, when it could not be removed.
    public var problem: LibraryError?
}
