// SPDX-License-Identifier: MIT
// Facts and properties of a simulated disk. See: `man 2 statx`, `man 7 xattr`, `man 2 chown`.

import CNoteLinux
import Glibc
import NoteFiles

extension DiskState {
    func statx(
        _ directory: Int32, _ name: NotePath, _ flags: Int32, _ facts: inout FileFacts
    ) throws(SystemError) -> Int32 {
        let number =
            if name.bytes.isEmpty, flags & cn_AT_EMPTY_PATH != 0 {
                try description(directory).inode
            } else {
                try place(directory, name, followLast: flags & cn_AT_SYMLINK_NOFOLLOW == 0).existing()
            }
        let inode = image[number]
        facts = FileFacts()
        facts.identity = FileFacts.Identity(device: inode.device, inode: UInt64(number))
        facts.mode = inode.mode | Self.typeBits(inode.kind)
        facts.links = UInt32(inode.links)
        facts.owner = inode.owner
        facts.group = inode.group
        facts.size = inode.kind == .link ? inode.target.bytes.count : inode.bytes.count
        facts.blocks = (inode.bytes.count + 4095) / 4096 * 8
        facts.modified = inode.modified
        facts.changed = inode.changed
        facts.accessed = inode.modified
        facts.born = inode.born
        return 0
    }

    private static func typeBits(_ kind: FileFacts.Kind) -> UInt32 {
        switch kind {
        case .file: 0o100000
        case .directory: 0o040000
        case .link: 0o120000
        case .other: 0o010000
        }
    }

    func faccessat(_ directory: Int32, _ name: NotePath, _ mode: Int32) throws(SystemError) -> Int32 {
        let number = try place(directory, name, followLast: false).existing()
        guard allows(number, UInt32(mode)) else { throw SystemError(EACCES) }
        return 0
    }

    mutating func fchmod(_ file: Int32, _ mode: UInt32) throws(SystemError) -> Int32 {
        let inode = try content(file).inode
        guard owns(inode) else { throw SystemError(EPERM) }
        var mode = mode & 0o7777
        if user.id != 0, !user.isIn(image[inode].group) { mode &= ~0o2000 }
        perform(.property(inode, .mode(mode)))
        return 0
    }

    mutating func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) throws(SystemError) -> Int32 {
        let number = try content(file).inode
        let inode = image[number]
        let newOwner = owner == .max ? inode.owner : owner
        let newGroup = group == .max ? inode.group : group
        let mayGive = newOwner == inode.owner && (newGroup == inode.group || user.isIn(newGroup))
        guard user.id == 0 || owns(number) && mayGive else { throw SystemError(EPERM) }
        let mode = inode.kind == .file ? Self.withoutSetIdBits(inode.mode) : inode.mode
        perform(.property(number, .owner(newOwner, newGroup, mode: mode)))
        return 0
    }

    func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let names = image[try content(file).inode].attributes.keys.sorted()
        let visible = names.filter { user.id == 0 || !$0.hasPrefix("trusted.") }
        return try fill(buffer, with: visible.flatMap { Array($0.utf8) + [0] })
    }

    func fgetxattr(
        _ file: Int32, _ name: String, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        let inode = try content(file).inode
        if name.hasPrefix("user."), !allows(inode, 4) { throw SystemError(EACCES) }
        guard let value = image[inode].attributes[name] else { throw SystemError(ENODATA) }
        return try fill(buffer, with: value)
    }

    /// An empty buffer asks for the size.
    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, with bytes: [UInt8]
    ) throws(SystemError) -> Int {
        guard !buffer.isEmpty else { return bytes.count }
        guard bytes.count <= buffer.count else { throw SystemError(ERANGE) }
        buffer.copyBytes(from: bytes)
        return bytes.count
    }

    mutating func fsetxattr(_ file: Int32, _ name: String, _ value: [UInt8]) throws(SystemError) -> Int32 {
        let inode = try mayChange(name, of: file)
        perform(.property(inode, .attribute(name, value)))
        return 0
    }

    mutating func fremovexattr(_ file: Int32, _ name: String) throws(SystemError) -> Int32 {
        let inode = try mayChange(name, of: file)
        guard image[inode].attributes[name] != nil else { throw SystemError(ENODATA) }
        perform(.property(inode, .attribute(name, nil)))
        return 0
    }

    private func mayChange(_ name: String, of file: Int32) throws(SystemError) -> Int {
        let inode = try content(file).inode
        if name.hasPrefix("user.") {
            guard allows(inode, 2) else { throw SystemError(EACCES) }
        } else if name.hasPrefix("system.posix_acl") {
            guard owns(inode) else { throw SystemError(EPERM) }
        } else if name.hasPrefix("trusted.") || name.hasPrefix("security.") {
            guard user.id == 0 else { throw SystemError(EPERM) }
        } else {
            throw SystemError(EOPNOTSUPP)
        }
        return inode
    }

    func inodeFlags(_ file: Int32) throws(SystemError) -> Int { image[try content(file).inode].flags }

    mutating func setInodeFlags(_ file: Int32, _ flags: Int) throws(SystemError) -> Int32 {
        let inode = try content(file).inode
        guard owns(inode) else { throw SystemError(EACCES) }
        perform(.property(inode, .flags(flags)))
        return 0
    }
}
