// SPDX-License-Identifier: MIT
// Finding what a path leads to on a simulated disk. See: `man 7 path_resolution`.

import CNoteLinux
import Glibc
import NoteFiles

extension DiskState {
    /// Where a path ends: a name in a folder, and what it leads to now.
    struct Place {
        var directory: Int
        var name: NotePath
        var inode: Int?
        /// The path ended in a slash, so it must be a folder.
        var mustBeDirectory: Bool

        func existing() throws(SystemError) -> Int {
            guard let inode else { throw SystemError(ENOENT) }
            return inode
        }

        /// Whether the name may be made, removed or renamed: not for `.`, `..` and the root.
        var isOrdinary: Bool { !name.bytes.isEmpty && name != NotePath(".") && name != NotePath("..") }
    }

    /// Follows a path from a descriptor, or from the root.
    func place(
        _ start: Int32, _ path: NotePath, followLast: Bool
    ) throws(SystemError) -> Place {
        var links = 0
        let first = path.isAbsolute || start == cn_AT_FDCWD ? DiskImage.root : try description(start).inode
        return try walk(from: first, path, followLast: followLast, links: &links)
    }

    private func walk(
        from start: Int, _ path: NotePath, followLast: Bool, links: inout Int
    ) throws(SystemError) -> Place {
        guard !path.bytes.isEmpty else { throw SystemError(ENOENT) }
        var directory = path.isAbsolute ? DiskImage.root : start
        let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { NotePath(bytes: Array($0)) }
        let endsInSlash = path.bytes.last == UInt8(ascii: "/")
        guard let last = parts.last else {
            return Place(directory: directory, name: NotePath(""), inode: directory, mustBeDirectory: true)
        }
        for part in parts.dropLast() {
            let place = try step(directory, part, follow: true, links: &links)
            directory = try place.existing()
            guard image[directory].kind == .directory else { throw SystemError(ENOTDIR) }
        }
        var place = try step(directory, last, follow: followLast || endsInSlash, links: &links)
        place.mustBeDirectory = place.mustBeDirectory || endsInSlash
        if endsInSlash, let inode = place.inode, image[inode].kind != .directory {
            throw SystemError(ENOTDIR)
        }
        return place
    }

    private func step(
        _ directory: Int, _ name: NotePath, follow: Bool, links: inout Int
    ) throws(SystemError) -> Place {
        guard image[directory].kind == .directory else { throw SystemError(ENOTDIR) }
        guard name.bytes.count <= Int(NAME_MAX) else { throw SystemError(ENAMETOOLONG) }
        guard allows(directory, 1) else { throw SystemError(EACCES) }
        var place = Place(directory: directory, name: name, inode: nil, mustBeDirectory: false)
        switch name {
        case NotePath("."): place.inode = directory
        case NotePath(".."): place.inode = image[directory].parent
        default: place.inode = image[directory].entries[name]
        }
        guard follow, let inode = place.inode, image[inode].kind == .link else { return place }
        links += 1
        guard links <= 40 else { throw SystemError(ELOOP) }
        return try walk(from: directory, image[inode].target, followLast: true, links: &links)
    }

    // MARK: Permission. See: `man 7 path_resolution`, "Permissions".

    /// Whether the user may read (4), write (2) or search (1).
    func allows(_ number: Int, _ wanted: UInt32) -> Bool {
        let inode = image[number]
        if user.id == 0 { return true }
        let bits: UInt32
        if inode.owner == user.id {
            bits = inode.mode >> 6
        } else if user.isIn(inode.group) {
            bits = inode.mode >> 3
        } else {
            bits = inode.mode
        }
        return bits & wanted == wanted
    }

    /// Whether the user may do what only an owner may.
    func owns(_ number: Int) -> Bool { user.id == 0 || image[number].owner == user.id }

    /// Whether names may be added to a folder.
    func mayAdd(to directory: Int) throws(SystemError) {
        guard allows(directory, 3) else { throw SystemError(EACCES) }
    }

    /// Whether a name may be taken away: in a sticky folder only by the owner of either.
    func mayRemove(_ number: Int, from directory: Int) throws(SystemError) {
        guard allows(directory, 3) else { throw SystemError(EACCES) }
        guard image[directory].mode & 0o1000 == 0 || owns(number) || owns(directory) else {
            throw SystemError(EPERM)
        }
    }
}
