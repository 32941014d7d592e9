// SPDX-License-Identifier: MIT
// Calls that a test may watch, precede with something of its own, or make fail.

import CNoteLinux
import Glibc
import NoteFiles
import Synchronization

/// Passes calls on to other calls, and asks a plan before each.
///
/// The plan may do things of its own, such as being the other program that writes at that moment.
final class InterposedCalls: FileCalls {
    private struct Counts {
        var calls = 0
        var files: Set<Int32> = []
        var leases: Set<Int32> = []
    }

    private let base: any FileCalls
    private let plan: @Sendable (Call) -> Call.Fate
    private let counts = Mutex(Counts())

    init(_ base: any FileCalls, plan: @escaping @Sendable (Call) -> Call.Fate) {
        self.base = base
        self.plan = plan
    }

    /// How many calls were made that can fail.
    var callCount: Int { counts.withLock { $0.calls } }

    /// Descriptors that were opened and not closed.
    var openFiles: Set<Int32> { counts.withLock { $0.files } }

    /// Descriptors with a lease that was taken and not released.
    var heldLeases: Set<Int32> { counts.withLock { $0.leases } }

    private func fate(
        _ kind: CallKind, _ file: Int32, _ name: UnsafePointer<CChar>? = nil, flags: Int = 0
    ) -> Call.Fate {
        let number = counts.withLock { counts in
            counts.calls += 1
            return counts.calls
        }
        return plan(
            Call(
                kind: kind, number: number, file: file, flags: flags,
                name: name.map { NotePath(cString: $0) }))
    }

    private func pass<Number: FixedWidthInteger>(
        _ kind: CallKind, _ file: Int32, _ name: UnsafePointer<CChar>? = nil, flags: Int = 0,
        _ call: () -> Number
    ) -> Number {
        switch fate(kind, file, name, flags: flags) {
        case .fails(let number): return Number(-number)
        case .madeButFails(let number):
            _ = call()
            return Number(-number)
        case .made, .short: return call()
        }
    }

    func openat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32
    ) -> Int32 {
        let file = pass(.openat, directory, name, flags: Int(flags)) {
            base.openat(directory, name, flags, mode)
        }
        if file >= 0 { counts.withLock { _ = $0.files.insert(file) } }
        return file
    }

    func close(_ file: Int32) -> Int32 {
        let fate = fate(.close, file)
        counts.withLock { counts in
            counts.files.remove(file)
            counts.leases.remove(file)
        }
        let answer = base.close(file)
        if case .fails(let number) = fate { return -number }
        return answer
    }

    func pread(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        switch fate(.pread, file) {
        case .made, .madeButFails: base.pread(file, buffer, offset)
        case .fails(let number): -Int(number)
        case .short(let count):
            base.pread(file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)), offset)
        }
    }

    func pwrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        switch fate(.pwrite, file) {
        case .made, .madeButFails: base.pwrite(file, bytes, offset)
        case .fails(let number): -Int(number)
        case .short(let count):
            base.pwrite(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), offset)
        }
    }

    func ftruncate(_ file: Int32, _ size: Int) -> Int32 {
        pass(.ftruncate, file) { base.ftruncate(file, size) }
    }

    func fsync(_ file: Int32) -> Int32 { pass(.fsync, file) { base.fsync(file) } }

    func syncfs(_ file: Int32) -> Int32 { pass(.syncfs, file) { base.syncfs(file) } }

    func statx(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        pass(.statx, directory, name) { base.statx(directory, name, flags, &facts) }
    }

    func faccessat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        pass(.faccessat, directory, name) { base.faccessat(directory, name, mode) }
    }

    func filesystemKind(_ file: Int32) -> Int {
        pass(.filesystemKind, file) { base.filesystemKind(file) }
    }

    func linkat(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>
    ) -> Int32 {
        pass(.linkat, toDirectory, to) { base.linkat(fromDirectory, from, toDirectory, to) }
    }

    func linkOpenFile(_ file: Int32, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(.linkOpenFile, directory, name) { base.linkOpenFile(file, directory, name) }
    }

    func renameat2(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>, _ flags: UInt32
    ) -> Int32 {
        pass(.renameat2, toDirectory, to, flags: Int(flags)) {
            base.renameat2(fromDirectory, from, toDirectory, to, flags)
        }
    }

    func unlinkat(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(.unlinkat, directory, name) { base.unlinkat(directory, name) }
    }

    func removeFolder(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(.removeFolder, directory, name) { base.removeFolder(directory, name) }
    }

    func mkdirat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        pass(.mkdirat, directory, name) { base.mkdirat(directory, name, mode) }
    }

    func readlinkat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        pass(.readlinkat, directory, name) { base.readlinkat(directory, name, buffer) }
    }

    func getdents64(_ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        pass(.getdents64, directory) { base.getdents64(directory, buffer) }
    }

    func fchmod(_ file: Int32, _ mode: UInt32) -> Int32 { pass(.fchmod, file) { base.fchmod(file, mode) } }

    func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) -> Int32 {
        pass(.fchown, file) { base.fchown(file, owner, group) }
    }

    func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        pass(.flistxattr, file) { base.flistxattr(file, buffer) }
    }

    func fgetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        pass(.fgetxattr, file, name) { base.fgetxattr(file, name, buffer) }
    }

    func fsetxattr(_ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawBufferPointer) -> Int32 {
        pass(.fsetxattr, file, name) { base.fsetxattr(file, name, value) }
    }

    func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        pass(.fremovexattr, file, name) { base.fremovexattr(file, name) }
    }

    func inodeFlags(_ file: Int32) -> Int { pass(.inodeFlags, file) { base.inodeFlags(file) } }

    func setInodeFlags(_ file: Int32, _ flags: Int) -> Int32 {
        pass(.setInodeFlags, file) { base.setInodeFlags(file, flags) }
    }

    func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32 {
        let answer = pass(.takeLease, file) { base.takeLease(file, kind) }
        if answer >= 0 { counts.withLock { _ = $0.leases.insert(file) } }
        return answer
    }

    /// Failing here means that somebody waits to get in.
    func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        if case .fails = fate(.leaseIsUnbroken, file) { return false }
        return base.leaseIsUnbroken(file, kind)
    }

    /// Cannot fail.
    func releaseLease(_ file: Int32, _ signalsBefore: Int32) {
        _ = fate(.releaseLease, file)
        counts.withLock { _ = $0.leases.remove(file) }
        base.releaseLease(file, signalsBefore)
    }

    func lockExclusively(_ file: Int32) -> Int32 {
        pass(.lockExclusively, file) { base.lockExclusively(file) }
    }

    /// Cannot fail.
    func unlock(_ file: Int32) { base.unlock(file) }

    func monotonicTime() -> UInt64 { base.monotonicTime() }
    func wallClock() -> FileTime { base.wallClock() }
    func pause(nanoseconds: UInt64) { base.pause(nanoseconds: nanoseconds) }
    func uniqueNumber() -> UInt64 { base.uniqueNumber() }
}
