// SPDX-License-Identifier: MIT
// Names of a simulated disk. See: `man 2 link`, `man 2 rename`, `man 2 unlink`, `man 2 mkdir`.

import CNoteLinux
import Glibc
import NoteFiles

extension DiskState {
    mutating func linkat(
        _ fromDirectory: Int32, _ from: NotePath, _ toDirectory: Int32, _ to: NotePath
    ) throws(SystemError) -> Int32 {
        let source = try place(fromDirectory, from, followLast: false).existing()
        let target = try place(toDirectory, to, followLast: false)
        guard target.inode == nil else { throw SystemError(EEXIST) }
        guard !target.mustBeDirectory else { throw SystemError(ENOENT) }
        guard image[source].device == image[target.directory].device else { throw SystemError(EXDEV) }
        try mayAdd(to: target.directory)
        guard image[source].kind != .directory else { throw SystemError(EPERM) }
        perform(.names([.init(directory: target.directory, name: target.name, inode: source)]))
        return 0
    }

    mutating func linkOpenFile(
        _ file: Int32, _ directory: Int32, _ name: NotePath
    ) throws(SystemError) -> Int32 {
        let source = try description(file).inode
        let target = try place(directory, name, followLast: false)
        guard target.inode == nil else { throw SystemError(EEXIST) }
        guard image[source].device == image[target.directory].device else { throw SystemError(EXDEV) }
        try mayAdd(to: target.directory)
        guard image[source].kind != .directory else { throw SystemError(EPERM) }
        guard image[source].links > 0 || image[source].isLinkable else { throw SystemError(ENOENT) }
        perform(.names([.init(directory: target.directory, name: target.name, inode: source)]))
        return 0
    }

    mutating func renameat2(
        _ fromDirectory: Int32, _ from: NotePath, _ toDirectory: Int32, _ to: NotePath, _ flags: UInt32
    ) throws(SystemError) -> Int32 {
        guard [0, cn_RENAME_NOREPLACE, cn_RENAME_EXCHANGE].contains(flags) else { throw SystemError(EINVAL) }
        let old = try place(fromDirectory, from, followLast: false)
        let new = try place(toDirectory, to, followLast: false)
        guard old.isOrdinary, new.isOrdinary else { throw SystemError(EBUSY) }
        guard image[old.directory].device == image[new.directory].device else { throw SystemError(EXDEV) }
        let moved = try old.existing()
        if flags == cn_RENAME_NOREPLACE, new.inode != nil { throw SystemError(EEXIST) }
        if flags == cn_RENAME_EXCHANGE { _ = try new.existing() }
        // A folder cannot move below itself, nor take the place of one that it is in.
        if isFolder(moved, around: new.directory) { throw SystemError(EINVAL) }
        if let inode = new.inode, isFolder(inode, around: old.directory) {
            throw SystemError(flags == cn_RENAME_EXCHANGE ? EINVAL : ENOTEMPTY)
        }
        if flags == cn_RENAME_EXCHANGE {
            return try exchange(old, moved, new, try new.existing())
        }
        try mayRemove(moved, from: old.directory)
        try mayAdd(to: new.directory)
        if let replaced = new.inode {
            try mayRemove(replaced, from: new.directory)
            if replaced == moved { return 0 }
            try checkReplacing(replaced, by: moved)
        } else if new.mustBeDirectory, image[moved].kind != .directory {
            throw SystemError(ENOTDIR)
        }
        perform(
            .names([
                .init(directory: old.directory, name: old.name, inode: nil),
                .init(directory: new.directory, name: new.name, inode: moved),
            ]))
        return 0
    }

    private func isFolder(_ number: Int, around directory: Int) -> Bool {
        guard image[number].kind == .directory else { return false }
        var directory = directory
        while directory != DiskImage.root, directory != number { directory = image[directory].parent }
        return directory == number
    }

    private mutating func exchange(
        _ old: Place, _ first: Int, _ new: Place, _ second: Int
    ) throws(SystemError) -> Int32 {
        try mayRemove(first, from: old.directory)
        try mayRemove(second, from: new.directory)
        if first == second { return 0 }
        perform(
            .names([
                .init(directory: old.directory, name: old.name, inode: second),
                .init(directory: new.directory, name: new.name, inode: first),
            ]))
        return 0
    }

    private func checkReplacing(_ replaced: Int, by moved: Int) throws(SystemError) {
        switch (image[moved].kind == .directory, image[replaced].kind == .directory) {
        case (true, false): throw SystemError(ENOTDIR)
        case (false, true): throw SystemError(EISDIR)
        case (true, true) where !image[replaced].entries.isEmpty: throw SystemError(ENOTEMPTY)
        default: break
        }
    }

    mutating func unlinkat(_ directory: Int32, _ name: NotePath) throws(SystemError) -> Int32 {
        let place = try place(directory, name, followLast: false)
        guard place.name != NotePath("..") else { throw SystemError(EISDIR) }
        let inode = try place.existing()
        if place.isOrdinary { try mayRemove(inode, from: place.directory) }
        guard image[inode].kind != .directory else { throw SystemError(EISDIR) }
        perform(.names([.init(directory: place.directory, name: place.name, inode: nil)]))
        return 0
    }

    mutating func removeFolder(_ directory: Int32, _ name: NotePath) throws(SystemError) -> Int32 {
        let place = try place(directory, name, followLast: false)
        guard place.isOrdinary else { throw SystemError(EINVAL) }
        let inode = try place.existing()
        try mayRemove(inode, from: place.directory)
        guard image[inode].kind == .directory else { throw SystemError(ENOTDIR) }
        guard image[inode].entries.isEmpty else { throw SystemError(ENOTEMPTY) }
        perform(.names([.init(directory: place.directory, name: place.name, inode: nil)]))
        return 0
    }

    mutating func mkdirat(
        _ directory: Int32, _ name: NotePath, _ mode: UInt32
    ) throws(SystemError) -> Int32 {
        let place = try place(directory, name, followLast: false)
        guard place.inode == nil else { throw SystemError(EEXIST) }
        try mayAdd(to: place.directory)
        let inode = makeInode(.directory, in: place.directory, mode: mode & 0o1777)
        perform(.names([.init(directory: place.directory, name: place.name, inode: inode)]))
        return 0
    }

    func readlinkat(
        _ directory: Int32, _ name: NotePath, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        let inode = try place(directory, name, followLast: false).existing()
        guard image[inode].kind == .link, !buffer.isEmpty else { throw SystemError(EINVAL) }
        let part = image[inode].target.bytes.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }

    /// Fills the buffer with records of `struct linux_dirent64`. See: `man 2 getdents`.
    mutating func getdents64(
        _ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        let description = try content(directory)
        guard image[description.inode].kind == .directory else { throw SystemError(ENOTDIR) }
        let folder = image[description.inode]
        var rest =
            description.listing
            ?? [(NotePath("."), description.inode), (NotePath(".."), folder.parent)]
            + folder.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var filled = 0
        while let (name, inode) = rest.first {
            let length = (19 + name.bytes.count + 1 + 7) & ~7
            guard filled + length <= buffer.count else {
                guard filled > 0 else { throw SystemError(EINVAL) }
                break
            }
            let record = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + length])
            record.initializeMemory(as: UInt8.self, repeating: 0)
            record.storeBytes(of: UInt64(inode), toByteOffset: 0, as: UInt64.self)
            record.storeBytes(of: UInt16(length), toByteOffset: 16, as: UInt16.self)
            record.storeBytes(of: Self.directoryType(image[inode].kind), toByteOffset: 18, as: UInt8.self)
            for (index, byte) in name.bytes.enumerated() { record[19 + index] = byte }
            filled += length
            rest.removeFirst()
        }
        open[directory]?.listing = rest
        return filled
    }

    private static func directoryType(_ kind: FileFacts.Kind) -> UInt8 {
        switch kind {
        case .file: 8
        case .directory: 4
        case .link: 10
        case .other: 0
        }
    }
}
