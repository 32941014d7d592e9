// SPDX-License-Identifier: MIT
// The live state of a simulated disk: its content, who has what open, the time, and the log.

import Glibc
import NoteFiles

/// Everything that changes while a simulated disk is used.
struct DiskState: Sendable {
    /// Who makes the calls.
    struct User: Sendable {
        var id: UInt32
        var group: UInt32
        var groups: Set<UInt32> = []
        static let root = User(id: 0, group: 0)

        func isIn(_ other: UInt32) -> Bool { group == other || groups.contains(other) }
    }

    var image: DiskImage
    var log: [Effect] = []
    var open: [Int32: OpenDescription] = [:]
    /// Who waits to open which file for writing, and the descriptor once it got in.
    var waiting: [(inode: Int, file: Int32?)] = []
    var user: User
    /// Permission bits that new files do not get.
    var umask: UInt32 = 0o022
    /// Nanoseconds since 1970.
    var clock: UInt64 = 1_700_000_000_000_000_000
    var unique: UInt64

    init(_ image: DiskImage, user: User, seed: UInt64) {
        self.image = image
        self.user = user
        unique = seed
    }

    var now: FileTime {
        FileTime(seconds: Int64(clock / 1_000_000_000), nanoseconds: UInt32(clock % 1_000_000_000))
    }

    /// Does a step and remembers it.
    mutating func perform(_ effect: Effect) {
        image.apply(effect)
        log.append(effect)
        switch effect {
        case .write(let number, _, _, _), .size(let number, _):
            image[number].modified = now
            image[number].changed = now
        case .property(let number, _): image[number].changed = now
        case .names(let changes):
            for change in changes {
                image[change.directory].modified = now
                image[change.directory].changed = now
                if let inode = change.inode { image[inode].changed = now }
            }
        default: break
        }
    }

    /// Adds an inode without a name.
    mutating func makeInode(
        _ kind: FileFacts.Kind, in directory: Int, mode: UInt32
    ) -> Int {
        let parent = image[directory]
        let group = parent.mode & 0o2000 != 0 ? parent.group : user.group
        var inode = Inode(
            kind: kind, device: parent.device, mode: mode & ~umask, owner: user.id, group: group)
        inode.born = now
        inode.modified = now
        inode.changed = now
        inode.parent = directory
        if kind == .directory { inode.mode |= parent.mode & 0o2000 }
        inode.links = kind == .directory ? 1 : 0
        let number = image.takeNumber()
        perform(.create(number, inode))
        return number
    }

    /// Hands out the lowest free descriptor.
    mutating func open(_ description: OpenDescription) -> Int32 {
        var number: Int32 = 3
        while open[number] != nil { number += 1 }
        open[number] = description
        return number
    }

    /// What a descriptor stands for. See: `man 2 close`, EBADF.
    func description(_ file: Int32) throws(SystemError) -> OpenDescription {
        guard let description = open[file] else { throw SystemError(EBADF) }
        return description
    }

    /// The same for calls that want content, which an `O_PATH` descriptor does not give.
    func content(_ file: Int32) throws(SystemError) -> OpenDescription {
        let description = try description(file)
        guard !description.isPlace else { throw SystemError(EBADF) }
        return description
    }
}
