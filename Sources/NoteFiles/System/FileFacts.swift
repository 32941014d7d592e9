// SPDX-License-Identifier: MIT
// What the kernel knows of a file without reading it.

/// The facts of one file, as `statx(2)` reports them.
public struct FileFacts: Hashable, Sendable {
    /// What sort of thing a name leads to.
    public enum Kind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A directory.
        case directory
        /// A symbolic link.
        case link
        /// A pipe, a socket or a device.
        case other
    }

    /// Device and inode number: which file this is, as long as it exists.
    public struct Identity: Hashable, Sendable {
        /// The device number, major and minor in one.
        public var device: UInt64
        /// The inode number.
        public var inode: UInt64

        /// Makes an identity from its two numbers.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// Which file this is.
    public var identity: Identity
    /// Type bits and permission bits, as in `st_mode`.
    public var mode: UInt32
    /// How many names the file has.
    public var links: UInt32
    /// The user id of the owner.
    public var owner: UInt32
    /// The group id.
    public var group: UInt32
    /// Bytes in the file.
    public var size: Int
    /// Blocks of 512 bytes that the file takes on the disk.
    public var blocks: Int
    /// When the content last changed.
    public var modified: FileTime
    /// When the content or a property last changed. No program can set it back.
    public var changed: FileTime
    /// When the file was last read, as far as the mount keeps count.
    public var accessed: FileTime
    /// When the file was made, where the file system remembers.
    public var born: FileTime?

    /// Facts of nothing: all zero.
    public init() {
        identity = Identity(device: 0, inode: 0)
        mode = 0
        links = 0
        owner = 0
        group = 0
        size = 0
        blocks = 0
        modified = FileTime(seconds: 0, nanoseconds: 0)
        changed = modified
        accessed = modified
        born = nil
    }

    /// The sort of thing, from the type bits of `mode`.
    public var kind: Kind {
        switch mode & 0o170000 {
        case 0o100000: .file
        case 0o040000: .directory
        case 0o120000: .link
        default: .other
        }
    }

    /// The permission bits of `mode`, set-user-id, set-group-id and sticky bit included.
    public var permissions: UInt32 { mode & 0o7777 }

    /// Whether `other` describes the same file with the same content, as far as facts can tell.
    package func looksUnchanged(from other: FileFacts) -> Bool {
        stamp.looksUnchanged(from: other.stamp)
    }
}
