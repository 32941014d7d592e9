// SPDX-License-Identifier: MIT
// Leases and locks of a simulated disk. See: `man 2 fcntl`, "Leases"; `man 2 flock`.

import Glibc
import NoteFiles

extension DiskState {
    mutating func takeLease(_ file: Int32, _ kind: LeaseKind) throws(SystemError) -> Int32 {
        let own = try content(file)
        guard image[own.inode].kind == .file else { throw SystemError(EINVAL) }
        guard owns(own.inode) else { throw SystemError(EACCES) }
        let others = open.filter { $0.key != file && $0.value.inode == own.inode && !$0.value.isPlace }
        let isInTheWay =
            switch kind {
            case .read: own.canWrite || others.contains { $0.value.canWrite }
            case .write: !others.isEmpty
            }
        guard !isInTheWay else { throw SystemError(EAGAIN) }
        open[file]?.lease = kind
        open[file]?.leaseIsBreaking = false
        return 0
    }

    func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        open[file]?.lease == kind && open[file]?.leaseIsBreaking == false
    }

    mutating func releaseLease(_ file: Int32) {
        open[file]?.lease = nil
        letWaitingIn()
    }

    /// Lets another program, which had found the file by a name it has lost since, wait until no lease
    /// is in the way. Answers its number in the queue.
    mutating func waitToWrite(_ inode: Int) -> Int {
        for (number, description) in open where description.inode == inode && description.lease != nil {
            open[number]?.leaseIsBreaking = true
        }
        waiting.append((inode, nil))
        letWaitingIn()
        return waiting.count - 1
    }

    mutating func letWaitingIn() {
        for index in waiting.indices where waiting[index].file == nil {
            let inode = waiting[index].inode
            guard !open.values.contains(where: { $0.inode == inode && $0.lease != nil }) else { continue }
            waiting[index].file = open(
                OpenDescription(inode: inode, canRead: true, canWrite: true, isPlace: false))
        }
    }

    /// What opening does to the leases of others. A real open waits; the simulation has one thread,
    /// so the open is refused as with `O_NONBLOCK`, and whoever wanted in tries again.
    mutating func breakLeases(on inode: Int, forWriting: Bool) throws(SystemError) {
        var isHeld = false
        for (number, description) in open where description.inode == inode {
            guard let lease = description.lease, forWriting || lease == .write else { continue }
            open[number]?.leaseIsBreaking = true
            isHeld = true
        }
        if isHeld { throw SystemError(EAGAIN) }
    }

    mutating func lockExclusively(_ file: Int32) throws(SystemError) -> Int32 {
        let own = try content(file)
        let isTaken = open.contains { $0.key != file && $0.value.inode == own.inode && $0.value.isLocked }
        guard !isTaken else { throw SystemError(EAGAIN) }
        open[file]?.isLocked = true
        return 0
    }

    mutating func unlock(_ file: Int32) { open[file]?.isLocked = false }
}
