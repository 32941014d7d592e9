// SPDX-License-Identifier: MIT
// How a file is known again after a crash, whatever it is called by then.

internal import NoteFiles

/// What stays of a file or folder when it gets another name. The device is none of it: the kernel may number
/// its devices in another order after a restart.
struct FileMark: Hashable {
    let inode: UInt64
    /// An inode's number is given again; nil where the file system does not remember.
    let born: FileTime?
    /// Type and permission bits.
    let mode: UInt32

    init(inode: UInt64, born: FileTime?, mode: UInt32) {
        self.inode = inode
        self.born = born
        self.mode = mode
    }

    init(_ facts: FileFacts) { self.init(inode: facts.identity.inode, born: facts.born, mode: facts.mode) }

    var kind: FileFacts.Kind {
        var facts = FileFacts()
        facts.mode = mode
        return facts.kind
    }

    /// Whether these are the facts of the same file.
    func matches(_ facts: FileFacts) -> Bool {
        inode == facts.identity.inode && born == facts.born && kind == facts.kind
    }
}
