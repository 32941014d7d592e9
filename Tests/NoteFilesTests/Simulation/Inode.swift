// SPDX-License-Identifier: MIT
// One file, folder or symbolic link of a simulated disk.

import NoteFiles

/// What the simulated disk keeps for one inode.
struct Inode: Hashable, Sendable {
    var kind: FileFacts.Kind
    /// The file system it lives in.
    var device: UInt64
    /// Permission bits, set-user-id, set-group-id and sticky bit included.
    var mode: UInt32
    var owner: UInt32
    var group: UInt32
    var attributes: [String: [UInt8]] = [:]
    var flags = 0

    /// Of a file.
    var bytes: [UInt8] = []
    /// Of a folder.
    var entries: [NotePath: Int] = [:]
    /// Of a folder: where `..` leads.
    var parent = 0
    /// Of a symbolic link.
    var target = NotePath("")

    /// How many names lead here. A folder has two of its own.
    var links = 0
    /// Made by `O_TMPFILE` and not linked yet, so it may still be linked.
    var isLinkable = false

    var born = FileTime(seconds: 0, nanoseconds: 0)
    var modified = FileTime(seconds: 0, nanoseconds: 0)
    var changed = FileTime(seconds: 0, nanoseconds: 0)

    /// What a crash state says of the inode: everything except times, counts and entries.
    func hash(substanceInto hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(mode)
        hasher.combine(owner)
        hasher.combine(group)
        hasher.combine(flags)
        hasher.combine(attributes)
        hasher.combine(target)
        hasher.combine(bytes.count)
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
