// SPDX-License-Identifier: MIT
// A disk in memory that answers every call as Linux would, and remembers what a crash could undo.

import NoteFiles
import Synchronization

/// A file system in memory behind `FileCalls`.
///
/// Time moves only by calls and pauses, chance is a counter, so the same calls always give the same
/// disk. What each call did to the disk is in `log`, from which `CrashStates` makes the disks that a
/// power cut could leave.
final class SimulatedDisk: FileCalls {
    private let state: Mutex<DiskState>

    /// - Parameters:
    ///   - image: What is on the disk, all of it durable.
    ///   - user: Who makes the calls.
    ///   - seed: Where the unique numbers start.
    init(_ image: DiskImage, user: DiskState.User = .root, seed: UInt64 = 0x5EED) {
        state = Mutex(DiskState(image, user: user, seed: seed))
    }

    // MARK: For tests

    /// The content as programs see it now.
    var image: DiskImage { state.withLock { $0.image } }

    /// What was done since the start.
    var log: [Effect] { state.withLock { $0.log } }

    /// How many descriptors are open.
    var openCount: Int { state.withLock { $0.open.count } }

    /// How many leases are held.
    var leaseCount: Int { state.withLock { $0.open.values.count { $0.lease != nil } } }

    /// Lets another program wait for the lease on a file that it means to write.
    func waitToWrite(_ inode: Int) -> Int { state.withLock { $0.waitToWrite(inode) } }

    /// The descriptor of a program that waited, once it got in.
    func file(ofWaiting number: Int) -> Int32? { state.withLock { $0.waiting[number].file } }

    /// Closes everything, as the kernel does for a process that was killed.
    func closeAll() { state.withLock { $0.open = [:] } }

    /// Makes the coming calls as another user, and answers the one before.
    @discardableResult
    func become(_ user: DiskState.User) -> DiskState.User {
        state.withLock { state in
            let before = state.user
            state.user = user
            return before
        }
    }

    /// Remembers that syncing this descriptor failed: what was not durable yet never will be.
    func syncFailed(_ file: Int32) {
        state.withLock { state in
            guard let description = state.open[file] else { return }
            state.perform(.syncFailed(description.inode))
        }
    }

    // MARK: The calls

    private func answer<Number: FixedWidthInteger & Sendable>(
        _ body: (inout DiskState) throws(SystemError) -> Number
    ) -> Number {
        state.withLock { state in
            state.clock += 1_000
            do throws(SystemError) { return try body(&state) } catch { return Number(-error.number) }
        }
    }

    private func path(_ name: UnsafePointer<CChar>) -> NotePath { NotePath(cString: name) }

    func openat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32
    ) -> Int32 {
        answer { state throws(SystemError) in try state.openat(directory, path(name), flags, mode) }
    }

    func close(_ file: Int32) -> Int32 {
        answer { state throws(SystemError) in try state.close(file) }
    }

    func pread(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        answer { state throws(SystemError) in try state.pread(file, buffer, offset) }
    }

    func pwrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        answer { state throws(SystemError) in try state.pwrite(file, bytes, offset) }
    }

    func ftruncate(_ file: Int32, _ size: Int) -> Int32 {
        answer { state throws(SystemError) in try state.ftruncate(file, size) }
    }

    func fsync(_ file: Int32) -> Int32 {
        answer { state throws(SystemError) in try state.fsync(file) }
    }

    func syncfs(_ file: Int32) -> Int32 {
        answer { state throws(SystemError) in try state.syncfs(file) }
    }

    func statx(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        var found = FileFacts()
        let result: Int32 = answer { state throws(SystemError) in
            try state.statx(directory, path(name), flags, &found)
        }
        if result == 0 { facts = found }
        return result
    }

    func faccessat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        answer { state throws(SystemError) in try state.faccessat(directory, path(name), mode) }
    }

    /// The number of ext4.
    func filesystemKind(_ file: Int32) -> Int {
        answer { state throws(SystemError) in
            _ = try state.description(file)
            return 0xEF53
        }
    }

    func linkat(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>
    ) -> Int32 {
        answer { state throws(SystemError) in
            try state.linkat(fromDirectory, path(from), toDirectory, path(to))
        }
    }

    func linkOpenFile(_ file: Int32, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer { state throws(SystemError) in try state.linkOpenFile(file, directory, path(name)) }
    }

    func renameat2(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>, _ flags: UInt32
    ) -> Int32 {
        answer { state throws(SystemError) in
            try state.renameat2(fromDirectory, path(from), toDirectory, path(to), flags)
        }
    }

    func unlinkat(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer { state throws(SystemError) in try state.unlinkat(directory, path(name)) }
    }

    func removeFolder(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer { state throws(SystemError) in try state.removeFolder(directory, path(name)) }
    }

    func mkdirat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        answer { state throws(SystemError) in try state.mkdirat(directory, path(name), mode) }
    }

    func readlinkat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        answer { state throws(SystemError) in try state.readlinkat(directory, path(name), buffer) }
    }

    func getdents64(_ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        answer { state throws(SystemError) in try state.getdents64(directory, buffer) }
    }

    func fchmod(_ file: Int32, _ mode: UInt32) -> Int32 {
        answer { state throws(SystemError) in try state.fchmod(file, mode) }
    }

    func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) -> Int32 {
        answer { state throws(SystemError) in try state.fchown(file, owner, group) }
    }

    func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        answer { state throws(SystemError) in try state.flistxattr(file, buffer) }
    }

    func fgetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        answer { state throws(SystemError) in try state.fgetxattr(file, String(cString: name), buffer) }
    }

    func fsetxattr(_ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawBufferPointer) -> Int32 {
        answer { state throws(SystemError) in
            try state.fsetxattr(file, String(cString: name), Array(value))
        }
    }

    func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer { state throws(SystemError) in try state.fremovexattr(file, String(cString: name)) }
    }

    func inodeFlags(_ file: Int32) -> Int {
        answer { state throws(SystemError) in try state.inodeFlags(file) }
    }

    func setInodeFlags(_ file: Int32, _ flags: Int) -> Int32 {
        answer { state throws(SystemError) in try state.setInodeFlags(file, flags) }
    }

    func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32 {
        answer { state throws(SystemError) in try state.takeLease(file, kind) }
    }

    func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        state.withLock { $0.leaseIsUnbroken(file, kind) }
    }

    func releaseLease(_ file: Int32, _ signalsBefore: Int32) {
        state.withLock { $0.releaseLease(file) }
    }

    func lockExclusively(_ file: Int32) -> Int32 {
        answer { state throws(SystemError) in try state.lockExclusively(file) }
    }

    func unlock(_ file: Int32) { state.withLock { $0.unlock(file) } }

    func monotonicTime() -> UInt64 { state.withLock { $0.clock } }

    func wallClock() -> FileTime { state.withLock { $0.now } }

    func pause(nanoseconds: UInt64) { state.withLock { $0.clock += nanoseconds } }

    func uniqueNumber() -> UInt64 {
        state.withLock { state in
            // Steps of an odd constant visit every number before one comes back.
            state.unique &+= 0x9E37_79B9_7F4A_7C15
            return state.unique
        }
    }
}
