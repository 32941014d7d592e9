// SPDX-License-Identifier: MIT
// The real calls, of which one fails, or none is made any more from one on, as after kill -9.

import CNoteLinux
import Glibc
import NoteFiles
import Synchronization

/// Passes calls on to the kernel until a plan strikes.
final class StruckCalls: FileCalls {
    enum Strike: Sendable {
        case never
        /// The call with this number, from 1 on, fails once.
        case once(Int, Int32)
        /// The calls with these numbers fail.
        case during(Range<Int>, Int32)
        /// The `renameat2` with this number fails once.
        case rename(Int, Int32)
        /// The call with this number that needs room on the disk finds none, once.
        case full(Int)
        /// From the call with this number on that needs room on the disk, none finds any that makes a file or
        /// makes one larger; names change, and what is there is flushed.
        case fullFrom(Int)
        /// No call is made from this number on: as far as the disk goes, the process is dead.
        case dies(Int)
        /// The same, but only calls that may change the disk are counted: to die before one that only looks is to
        /// die before the next change.
        case diesAtChange(Int)
    }

    private let real = LinuxCalls()
    private let strike: Strike
    private let count = Mutex(0)
    private let renames = Mutex(0)
    private let changes = Mutex(0)
    private let isSpent = Mutex(false)
    private let writes = Mutex(0)
    /// Called before each call that can be stricken.
    private let before: @Sendable (Int) -> Void

    /// How much room is left; nil for what the kernel says.
    private let free: Int?

    /// Whether the file system knows `RENAME_EXCHANGE`.
    private let canExchange: Bool

    init(
        _ strike: Strike = .never, free: Int? = nil, canExchange: Bool = true,
        before: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.strike = strike
        self.canExchange = canExchange
        self.free = free
        self.before = before
    }

    /// How many calls were made that can be stricken.
    var callCount: Int { count.withLock { $0 } }

    /// Whether the plan has struck.
    var hasStruck: Bool {
        switch strike {
        case .never, .rename: false
        case .full(let number), .fullFrom(let number): writes.withLock { $0 } >= number
        case .once(let number, _), .dies(let number): callCount >= number
        case .during(let numbers, _): callCount >= numbers.lowerBound
        case .diesAtChange(let number): changes.withLock { $0 } >= number
        }
    }

    /// From now on every call is made.
    func stopStriking() { isSpent.withLock { $0 = true } }

    private func pass<Number: FixedWidthInteger>(isChange: Bool = false, _ call: () -> Number) -> Number {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if isChange { changes.withLock { $0 += 1 } }
        before(number)
        guard !isSpent.withLock({ $0 }) else { return call() }
        switch strike {
        case .once(number, let error): return Number(-error)
        case .during(let numbers, let error) where numbers.contains(number): return Number(-error)
        case .dies(let first) where number >= first: return Number(-EIO)
        case .diesAtChange where hasStruck: return Number(-EIO)
        default: return call()
        }
    }

    /// Passes on a call that needs room.
    private func write<Number: FixedWidthInteger>(
        isChange: Bool = true, isGrowing: Bool = false, _ call: () -> Number
    ) -> Number {
        let number = writes.withLock { writes in
            writes += 1
            return writes
        }
        if case .full(number) = strike { return Number(-ENOSPC) }
        if case .fullFrom(let first) = strike, isGrowing, number >= first, !isSpent.withLock({ $0 }) {
            return Number(-ENOSPC)
        }
        return pass(isChange: isChange, call)
    }

    private var isDead: Bool {
        switch strike {
        case .dies, .diesAtChange: hasStruck
        default: false
        }
    }

    func openat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
        let isChange = flags & (O_CREAT | cn_O_TMPFILE & ~cn_O_DIRECTORY) != 0
        return isChange
            ? write(isGrowing: true) { real.openat(directory, name, flags, mode) }
            : pass { real.openat(directory, name, flags, mode) }
    }
    func close(_ file: Int32) -> Int32 { real.close(file) }
    func pread(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        pass { real.pread(file, buffer, offset) }
    }
    func pwrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        write(isGrowing: true) { real.pwrite(file, bytes, offset) }
    }
    func ftruncate(_ file: Int32, _ size: Int) -> Int32 {
        pass(isChange: true) { real.ftruncate(file, size) }
    }
    /// Nothing is flushed: no test here cuts the power.
    func fsync(_ file: Int32) -> Int32 { write(isChange: false) { 0 } }
    func syncfs(_ file: Int32) -> Int32 { pass { 0 } }
    func statx(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        var found = facts
        let answer = pass { real.statx(directory, name, flags, &found) }
        facts = found
        return answer
    }
    func faccessat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        pass { real.faccessat(directory, name, mode) }
    }
    func freeBytes(_ file: Int32) -> Int { free ?? real.freeBytes(file) }
    func filesystemKind(_ file: Int32) -> Int { real.filesystemKind(file) }
    func linkat(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32, _ to: UnsafePointer<CChar>
    ) -> Int32 {
        pass(isChange: true) { real.linkat(fromDirectory, from, toDirectory, to) }
    }
    func linkOpenFile(_ file: Int32, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        write { real.linkOpenFile(file, directory, name) }
    }
    func renameat2(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>, _ flags: UInt32
    ) -> Int32 {
        let rename = renames.withLock { renames in
            renames += 1
            return renames
        }
        if case .rename(rename, let error) = strike { return -error }
        if !canExchange, flags & cn_RENAME_EXCHANGE != 0 { return -EINVAL }
        return write { real.renameat2(fromDirectory, from, toDirectory, to, flags) }
    }
    func unlinkat(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(isChange: true) { real.unlinkat(directory, name) }
    }
    func removeFolder(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(isChange: true) { real.removeFolder(directory, name) }
    }
    func mkdirat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        write(isGrowing: true) { real.mkdirat(directory, name, mode) }
    }
    func readlinkat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        pass { real.readlinkat(directory, name, buffer) }
    }
    func symlinkat(
        _ target: UnsafePointer<CChar>, _ directory: Int32, _ name: UnsafePointer<CChar>
    ) -> Int32 {
        write(isGrowing: true) { real.symlinkat(target, directory, name) }
    }
    func getdents64(_ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        pass { real.getdents64(directory, buffer) }
    }
    func fchmod(_ file: Int32, _ mode: UInt32) -> Int32 { pass(isChange: true) { real.fchmod(file, mode) } }
    func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) -> Int32 {
        pass(isChange: true) { real.fchown(file, owner, group) }
    }
    func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        pass { real.flistxattr(file, buffer) }
    }
    func fgetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        pass { real.fgetxattr(file, name, buffer) }
    }
    func fsetxattr(_ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawBufferPointer) -> Int32 {
        pass(isChange: true) { real.fsetxattr(file, name, value) }
    }
    func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(isChange: true) { real.fremovexattr(file, name) }
    }
    func inodeFlags(_ file: Int32) -> Int { pass { real.inodeFlags(file) } }
    func setInodeFlags(_ file: Int32, _ flags: Int) -> Int32 {
        pass(isChange: true) { real.setInodeFlags(file, flags) }
    }
    func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32 { pass { real.takeLease(file, kind) } }
    func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        !isDead && real.leaseIsUnbroken(file, kind)
    }
    func releaseLease(_ file: Int32, _ signalsBefore: Int32) { real.releaseLease(file, signalsBefore) }
    func lockExclusively(_ file: Int32) -> Int32 { pass { real.lockExclusively(file) } }
    /// A dead process gives its locks back, too.
    func unlock(_ file: Int32) { real.unlock(file) }
    func monotonicTime() -> UInt64 { real.monotonicTime() }
    func wallClock() -> FileTime { real.wallClock() }
    func pause(nanoseconds: UInt64) { real.pause(nanoseconds: nanoseconds) }
    func uniqueNumber() -> UInt64 { real.uniqueNumber() }
}
