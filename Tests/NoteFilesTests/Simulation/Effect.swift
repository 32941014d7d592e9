// SPDX-License-Identifier: MIT
// What a system call does to a disk, in the smallest steps that a crash cannot divide.

import NoteFiles

/// One step of the log from which crash states are made.
///
/// The live disk changes by these steps and by nothing else, so a crash state is a selection of them.
enum Effect: Sendable {
    /// A name that afterwards leads to `inode`, or to nothing.
    struct NameChange: Sendable {
        var directory: Int
        var name: NotePath
        var inode: Int?
    }

    enum Property: Sendable {
        case mode(UInt32)
        /// A change of owner also clears the set-id bits, so the mode is part of it.
        case owner(UInt32, UInt32, mode: UInt32)
        case attribute(String, [UInt8]?)
        case flags(Int)
    }

    /// A new inode. It is lost unless a name leads to it.
    case create(Int, Inode)
    /// Names that change together: one for a link, two for a rename or an exchange.
    case names([NameChange])
    /// Bytes; a crash may keep any of its sectors.
    case write(Int, offset: Int, bytes: [UInt8], sizeBefore: Int)
    case size(Int, Int)
    case property(Int, Property)

    /// `fsync(2)` that worked.
    case sync(Int)
    /// `syncfs(2)` that worked.
    case syncDevice(UInt64)
    /// `fsync(2)` that failed: what was not durable yet is marked clean and is never written again.
    case syncFailed(Int)

    /// Whether this is a moment at which something becomes durable, or fails to.
    var isSync: Bool {
        switch self {
        case .sync, .syncDevice, .syncFailed: true
        default: false
        }
    }
}
