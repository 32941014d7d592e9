// SPDX-License-Identifier: MIT
// Opening files of a simulated disk. See: `man 2 open`.

import CNoteLinux
import Glibc
import NoteFiles

extension DiskState {
    mutating func openat(
        _ start: Int32, _ path: NotePath, _ flags: Int32, _ mode: UInt32
    ) throws(SystemError) -> Int32 {
        if let file = path.descriptor { return try open(existing: description(file).inode, flags) }
        if flags & cn_O_TMPFILE == cn_O_TMPFILE { return try openUnnamed(start, path, flags, mode) }
        let isExclusive = flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL
        let follow = flags & cn_O_NOFOLLOW == 0 && !isExclusive
        let place = try place(start, path, followLast: follow)
        if let inode = place.inode {
            guard !isExclusive else { throw SystemError(EEXIST) }
            return try open(existing: inode, flags)
        }
        guard flags & O_CREAT != 0 else { throw SystemError(ENOENT) }
        guard !place.mustBeDirectory else { throw SystemError(EISDIR) }
        try mayAdd(to: place.directory)
        let inode = makeInode(.file, in: place.directory, mode: mode & 0o7777)
        perform(.names([.init(directory: place.directory, name: place.name, inode: inode)]))
        return open(description(of: inode, flags))
    }

    private mutating func open(existing inode: Int, _ flags: Int32) throws(SystemError) -> Int32 {
        var description = description(of: inode, flags)
        let kind = image[inode].kind
        if flags & cn_O_PATH != 0 {
            guard flags & cn_O_DIRECTORY == 0 || kind == .directory else { throw SystemError(ENOTDIR) }
            description.isPlace = true
            description.canRead = false
            description.canWrite = false
            return open(description)
        }
        if kind == .link { throw SystemError(flags & cn_O_DIRECTORY != 0 ? ENOTDIR : ELOOP) }
        if flags & cn_O_DIRECTORY != 0, kind != .directory { throw SystemError(ENOTDIR) }
        if kind == .directory, description.canWrite || flags & O_CREAT != 0 { throw SystemError(EISDIR) }
        guard allows(inode, (description.canRead ? 4 : 0) | (description.canWrite ? 2 : 0)) else {
            throw SystemError(EACCES)
        }
        if flags & cn_O_NOATIME != 0, !owns(inode) { throw SystemError(EPERM) }
        try breakLeases(on: inode, forWriting: description.canWrite || flags & O_TRUNC != 0)
        if flags & O_TRUNC != 0, kind == .file { perform(.size(inode, 0)) }
        return open(description)
    }

    private mutating func openUnnamed(
        _ start: Int32, _ path: NotePath, _ flags: Int32, _ mode: UInt32
    ) throws(SystemError) -> Int32 {
        guard flags & O_ACCMODE != O_RDONLY else { throw SystemError(EINVAL) }
        let directory = try place(start, path, followLast: true).existing()
        guard image[directory].kind == .directory else { throw SystemError(ENOTDIR) }
        try mayAdd(to: directory)
        let inode = makeInode(.file, in: directory, mode: mode & 0o7777)
        image[inode].isLinkable = flags & O_EXCL == 0
        return open(description(of: inode, flags))
    }

    private func description(of inode: Int, _ flags: Int32) -> OpenDescription {
        let access = flags & O_ACCMODE
        return OpenDescription(
            inode: inode, canRead: access != O_WRONLY, canWrite: access != O_RDONLY, isPlace: false)
    }

    mutating func close(_ file: Int32) throws(SystemError) -> Int32 {
        guard open.removeValue(forKey: file) != nil else { throw SystemError(EBADF) }
        letWaitingIn()
        return 0
    }
}

extension NotePath {
    /// The descriptor that a path in procfs stands for. See: `man 5 proc_pid_fd`.
    fileprivate var descriptor: Int32? {
        folder == NotePath("/proc/self/fd") ? Int32(name.description) : nil
    }
}
