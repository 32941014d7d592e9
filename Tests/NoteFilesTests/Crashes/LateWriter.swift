// SPDX-License-Identifier: MIT
// A program whose open ends later than it began.

import NoteFiles
import Synchronization

/// Another program that found a file while it had a name, and writes it when it gets in.
final class LateWriter: Sendable {
    private struct State {
        var inode: Int?
        var ticket: Int?
        var isOver = false
    }

    private let disk: SimulatedDisk
    private let bytes: [UInt8]
    private let state = Mutex(State())

    init(_ disk: SimulatedDisk, writing bytes: [UInt8]) {
        self.disk = disk
        self.bytes = bytes
    }

    /// Looks a path up, once.
    func find(_ path: NotePath) {
        state.withLock { state in
            if state.inode == nil { state.inode = disk.image.number(at: path) }
        }
    }

    /// Starts to open the file when it may, and writes as soon as no lease is in its way.
    func proceed(mayWait: Bool) {
        let file = state.withLock { state -> Int32? in
            guard let inode = state.inode, !state.isOver else { return nil }
            if mayWait, state.ticket == nil { state.ticket = disk.waitToWrite(inode) }
            guard let ticket = state.ticket, let file = disk.file(ofWaiting: ticket) else { return nil }
            state.isOver = true
            return file
        }
        guard let file else { return }
        do { try disk.writeAll(bytes, to: file) } catch { preconditionFailure("\(error)") }
        _ = disk.ftruncate(file, bytes.count)
        _ = disk.fsync(file)
        _ = disk.close(file)
    }
}
