// SPDX-License-Identifier: MIT
// Laying out a simulated disk before a test.

import NoteFiles

extension DiskImage {
    /// A moment long before the simulated clock starts, so that nothing looks freshly written.
    static let longAgo = FileTime(seconds: 1_600_000_000, nanoseconds: 123_456_789)

    /// Makes a folder, and those above it. A folder may start a file system of its own.
    @discardableResult
    mutating func addFolder(
        _ path: NotePath, mode: UInt32 = 0o755, owner: UInt32 = 0, device: UInt64? = nil
    ) -> Int {
        if let number = number(at: path) { return number }
        let parent = path.folder == path ? Self.root : addFolder(path.folder, owner: owner)
        var inode = Inode(
            kind: .directory, device: device ?? self[parent].device, mode: mode, owner: owner, group: owner)
        inode.links = 1
        return add(inode, path)
    }

    /// Makes a file.
    @discardableResult
    mutating func addFile(
        _ path: NotePath, _ bytes: [UInt8], mode: UInt32 = 0o644, owner: UInt32 = 0,
        attributes: [String: [UInt8]] = [:]
    ) -> Int {
        let device = self[addFolder(path.folder)].device
        var inode = Inode(kind: .file, device: device, mode: mode, owner: owner, group: owner)
        inode.bytes = bytes
        inode.attributes = attributes
        return add(inode, path)
    }

    /// Makes a symbolic link.
    mutating func addLink(_ path: NotePath, to target: NotePath) {
        let device = self[addFolder(path.folder)].device
        var inode = Inode(kind: .link, device: device, mode: 0o777, owner: 0, group: 0)
        inode.target = target
        add(inode, path)
    }

    /// Gives the file at `path` one more name.
    mutating func addName(_ name: NotePath, of path: NotePath) {
        guard let number = number(at: path) else { preconditionFailure("no file at \(path)") }
        apply(.names([.init(directory: addFolder(name.folder), name: name.name, inode: number)]))
    }

    @discardableResult
    private mutating func add(_ inode: Inode, _ path: NotePath) -> Int {
        let number = takeNumber()
        var inode = inode
        inode.born = Self.longAgo
        inode.modified = Self.longAgo
        inode.changed = Self.longAgo
        let directory = path.folder == NotePath("/") ? Self.root : addFolder(path.folder)
        apply(.create(number, inode))
        apply(.names([.init(directory: directory, name: path.name, inode: number)]))
        return number
    }
}
