// SPDX-License-Identifier: MIT
// What a file is besides its bytes, and how a new file is given the same.

internal import CNoteLinux
internal import Glibc

/// The properties of a file that a replacement must carry on.
struct FileProperties {
    private static let accessList = NotePath("system.posix_acl_access")

    /// The inode flags of ioctl_iflags(2) that say something about a note and can be set: secure
    /// deletion, undeletable, compressed, synchronous, no dump, no access time, not compressed,
    /// journalled data, no tail, no copy on write.
    private static let carriedFlags = 0x0080_C4CF

    private let facts: FileFacts
    // Names of attributes are bytes under the same rules as names of files.
    private let attributes: [(name: NotePath, value: [UInt8])]
    private let unreadable: [String]
    private let flags: Int
    private let calls: any FileCalls

    /// Reads the properties of an open file.
    init(of file: borrowing OpenFile, _ facts: FileFacts, calls: any FileCalls) {
        self.facts = facts
        self.calls = calls
        flags = max(0, calls.inodeFlags(file.number)) & Self.carriedFlags
        var attributes: [(name: NotePath, value: [UInt8])] = []
        var unreadable: [String] = []
        for name in Self.attributeNames(of: file, calls: calls) {
            if let value = Self.attribute(name, of: file, calls: calls) {
                attributes.append((name, value))
            } else {
                unreadable.append(Self.shown(name))
            }
        }
        self.attributes = attributes
        self.unreadable = unreadable
    }

    /// Sets the inode flags. Before the bytes are written: some apply only to an empty file.
    func giveFlags(to file: borrowing OpenFile) {
        let present = calls.inodeFlags(file.number)
        guard present >= 0, present & Self.carriedFlags != flags else { return }
        // What could not be set is seen when the result is compared in `give`.
        _ = calls.setInodeFlags(file.number, present & ~Self.carriedFlags | flags)
    }

    /// Gives the file owner, group, extended attributes, access list, mode and creation date.
    ///
    /// Answers the names of what it could not be given, or nil when owner or group were refused: then
    /// a new file is no replacement.
    func give(to file: borrowing OpenFile) -> [String]? {
        guard giveOwner(to: file) else { return nil }
        var lost = giveAttributes(to: file)
        lost += giveMode(to: file)
        if max(0, calls.inodeFlags(file.number)) & Self.carriedFlags != flags { lost.append("flags") }
        // A whole block that takes no room on the disk.
        if facts.blocks <= facts.size / 512 - 8 { lost.append("holes") }
        return lost
    }

    private func giveOwner(to file: borrowing OpenFile) -> Bool {
        var present = FileFacts()
        guard calls.statx(file.number, "", cn_AT_EMPTY_PATH, &present) == 0 else { return false }
        if present.owner == facts.owner && present.group == facts.group { return true }
        let unchanged = UInt32.max
        return calls.fchown(
            file.number, present.owner == facts.owner ? unchanged : facts.owner,
            present.group == facts.group ? unchanged : facts.group) == 0
    }

    private func giveAttributes(to file: borrowing OpenFile) -> [String] {
        var lost = unreadable
        for (name, value) in attributes {
            let result = set(name, value, of: file)
            if result != 0 { lost.append(Self.shown(name)) }
        }
        // A directory with a default access list gives one to the new file that the old one has not.
        if !attributes.contains(where: { $0.name == Self.accessList }) {
            let number = file.number
            _ = Self.accessList.withCString { calls.fremovexattr(number, $0) }
        }
        return lost + giveCreationDate(to: file)
    }

    private func giveCreationDate(to file: borrowing OpenFile) -> [String] {
        let name = NotePath(CreationDate.attribute)
        guard !attributes.contains(where: { $0.name == name }), let born = facts.born else { return [] }
        return set(name, CreationDate.value(for: born), of: file) == 0 ? [] : ["created"]
    }

    private func set(_ name: NotePath, _ value: [UInt8], of file: borrowing OpenFile) -> Int32 {
        let number = file.number
        return name.withCString { name in
            value.withUnsafeBytes { calls.fsetxattr(number, name, $0) }
        }
    }

    private func giveMode(to file: borrowing OpenFile) -> [String] {
        let result = calls.fchmod(file.number, facts.permissions)
        var present = FileFacts()
        // The kernel may drop set-group-id without an error, see chmod(2). So look.
        guard result == 0, calls.statx(file.number, "", cn_AT_EMPTY_PATH, &present) == 0,
            present.permissions == facts.permissions
        else { return ["mode"] }
        return []
    }

    // MARK: - Extended attributes

    /// The names of a file's extended attributes. Empty where there are none to be had.
    static func attributeNames(of file: borrowing OpenFile, calls: any FileCalls) -> [NotePath] {
        guard let list = growing({ calls.flistxattr(file.number, $0) }) else { return [] }
        return list.split(separator: 0).map { NotePath(bytes: Array($0)) }
    }

    private static func attribute(
        _ name: NotePath, of file: borrowing OpenFile, calls: any FileCalls
    ) -> [UInt8]? {
        let number = file.number
        return name.withCString { name in growing { calls.fgetxattr(number, name, $0) } }
    }

    /// Reads into room that grows until it suffices (`ERANGE`); nil for any other error.
    private static func growing(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8]? {
        var room = 256
        // The kernel keeps lists and values below 64 KiB, see xattr(7).
        while room <= 128 * 1024 {
            var buffer = [UInt8](repeating: 0, count: room)
            let count = buffer.withUnsafeMutableBytes { read($0) }
            if count >= 0 { return Array(buffer.prefix(count)) }
            guard count == -Int(ERANGE) else { return nil }
            room *= 4
        }
        return nil
    }

    private static func shown(_ name: NotePath) -> String {
        name == accessList ? "acl" : "xattr \(name)"
    }
}
