// SPDX-License-Identifier: MIT
// What a watcher keeps of one note.

/// One note of a watched folder, as it was when it was last looked at.
public struct WatchedNote: Hashable, Sendable, Identifiable {
    /// The path below the root.
    public let path: NotePath
    /// Which file it is; where the name is a symbolic link, the one it leads to. So are the others.
    public let identity: FileFacts.Identity
    /// Bytes in the file.
    public let size: Int
    /// When the content last changed.
    public let modified: FileTime
    /// When the content or a property last changed.
    public let changed: FileTime
    /// When the file was made, where the file system remembers.
    public let born: FileTime?
    /// Whether the name is a symbolic link.
    public let isLink: Bool

    /// The path, which no other note has.
    public var id: NotePath { path }

    init(path: NotePath, stamp: FileStamp, isLink: Bool) {
        self.path = path
        self.isLink = isLink
        identity = stamp.identity
        size = stamp.size
        modified = stamp.modified
        changed = stamp.changed
        born = stamp.born
    }

    /// What tells whether the file is the same and unchanged.
    var stamp: FileStamp {
        FileStamp(identity: identity, size: size, modified: modified, changed: changed, born: born)
    }
}
