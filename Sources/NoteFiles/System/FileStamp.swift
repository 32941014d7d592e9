// SPDX-License-Identifier: MIT
// The facts that tell whether a file is the same and unchanged.

/// What of a file's facts decides whether it is the same file, and whether anything of it moved.
struct FileStamp: Hashable, Sendable {
    var identity: FileFacts.Identity
    var size: Int
    var modified: FileTime
    var changed: FileTime
    var born: FileTime?

    /// Whether nothing moved since `other`, as far as facts can tell.
    func looksUnchanged(from other: FileStamp) -> Bool {
        identity == other.identity && size == other.size && modified == other.modified
            && changed == other.changed
    }

    /// Whether this is the file that `other` described, wherever each of them lies.
    ///
    /// The number of a removed inode is soon given to another file. So both have to be born at the same
    /// moment; where the file system keeps none, size and modification time have to agree.
    func isSameFile(as other: FileStamp) -> Bool {
        guard identity == other.identity else { return false }
        if let born, let otherBorn = other.born { return born == otherBorn }
        return size == other.size && modified == other.modified
    }
}

extension FileFacts {
    /// What tells whether the file is the same and unchanged.
    var stamp: FileStamp {
        FileStamp(identity: identity, size: size, modified: modified, changed: changed, born: born)
    }
}
