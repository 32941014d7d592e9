// SPDX-License-Identifier: MIT
// How a vault is told from others when its folder is moved or renamed.

internal import NoteFiles

/// What stays of a folder when it is moved or renamed within its file system: its inode, and the moment it
/// was made, since a number is given again. The device is none of it: the kernel may number its devices in
/// another order after a restart.
struct VaultIdentity: Hashable, Sendable {
    let inode: UInt64
    /// Nil where the file system does not remember: then only the path tells.
    let born: FileTime?

    init(inode: UInt64, born: FileTime?) {
        self.inode = inode
        self.born = born
    }

    init(_ facts: FileFacts) { self.init(inode: facts.identity.inode, born: facts.born) }
}
