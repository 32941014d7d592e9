// SPDX-License-Identifier: MIT
// The real calls, with a place to stand before and after each of them.

internal import NoteFiles

/// Passes every call on to the kernel, unless the hook answers in its place.
struct HookedCalls: FileCalls {
    /// The calls that a hook can tell apart. The rest is `.other`.
    enum Call { case fsync, takeLease, renameat2, unlinkat, linkOpenFile, faccessat, other }

    private let real = LinuxCalls()
    /// Asked before each call, with the file it is about; answers in its place, or nil.
    var before: @Sendable (Call, Int32) -> Int32? = { _, _ in nil }
    /// Told what is about to be written to any file.
    var writing: @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
    /// Told the answer after each call that a hook can tell apart.
    var after: @Sendable (Call, Int32) -> Void = { _, _ in }

    private func through(_ call: Call, _ file: Int32 = -1, _ body: () -> Int32) -> Int32 {
        let answer = before(call, file) ?? body()
        if call != .other { after(call, answer) }
        return answer
    }

    private func count(_ file: Int32 = -1, _ body: () -> Int) -> Int {
        before(.other, file).map { Int($0) } ?? body()
    }

    func openat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32 {
        through(.other) { real.openat(directory, name, flags, mode) }
    }
    // Never answered in its place: a descriptor would stay open.
    func close(_ file: Int32) -> Int32 { real.close(file) }
    func pread(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        count(file) { real.pread(file, buffer, offset) }
    }
    func pwrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        writing(bytes)
        return count(file) { real.pwrite(file, bytes, offset) }
    }
    func ftruncate(_ file: Int32, _ size: Int) -> Int32 { through(.other) { real.ftruncate(file, size) } }
    func fsync(_ file: Int32) -> Int32 { through(.fsync, file) { real.fsync(file) } }
    func syncfs(_ file: Int32) -> Int32 { through(.other) { real.syncfs(file) } }
    func statx(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        before(.other, directory) ?? real.statx(directory, name, flags, &facts)
    }
    func faccessat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        through(.faccessat) { real.faccessat(directory, name, mode) }
    }
    func filesystemKind(_ file: Int32) -> Int { count(file) { real.filesystemKind(file) } }
    func linkat(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32, _ to: UnsafePointer<CChar>
    ) -> Int32 {
        through(.other) { real.linkat(fromDirectory, from, toDirectory, to) }
    }
    func linkOpenFile(_ file: Int32, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        through(.linkOpenFile) { real.linkOpenFile(file, directory, name) }
    }
    func renameat2(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>, _ flags: UInt32
    ) -> Int32 {
        through(.renameat2) { real.renameat2(fromDirectory, from, toDirectory, to, flags) }
    }
    func unlinkat(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        through(.unlinkat) { real.unlinkat(directory, name) }
    }
    func removeFolder(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        through(.other) { real.removeFolder(directory, name) }
    }
    func mkdirat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        through(.other) { real.mkdirat(directory, name, mode) }
    }
    func readlinkat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        count { real.readlinkat(directory, name, buffer) }
    }
    func getdents64(_ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        count { real.getdents64(directory, buffer) }
    }
    func fchmod(_ file: Int32, _ mode: UInt32) -> Int32 { through(.other) { real.fchmod(file, mode) } }
    func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) -> Int32 {
        through(.other) { real.fchown(file, owner, group) }
    }
    func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        count { real.flistxattr(file, buffer) }
    }
    func fgetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        count { real.fgetxattr(file, name, buffer) }
    }
    func fsetxattr(_ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawBufferPointer) -> Int32 {
        through(.other) { real.fsetxattr(file, name, value) }
    }
    func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        through(.other) { real.fremovexattr(file, name) }
    }
    func inodeFlags(_ file: Int32) -> Int { count { real.inodeFlags(file) } }
    func setInodeFlags(_ file: Int32, _ flags: Int) -> Int32 {
        through(.other) { real.setInodeFlags(file, flags) }
    }
    func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32 {
        through(.takeLease) { real.takeLease(file, kind) }
    }
    func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool {
        _ = before(.other, file)
        return real.leaseIsUnbroken(file, kind)
    }
    func releaseLease(_ file: Int32, _ signalsBefore: Int32) {
        _ = before(.other, file)
        real.releaseLease(file, signalsBefore)
    }
    func lockExclusively(_ file: Int32) -> Int32 { through(.other) { real.lockExclusively(file) } }
    func unlock(_ file: Int32) { real.unlock(file) }
    func monotonicTime() -> UInt64 { real.monotonicTime() }
    func wallClock() -> FileTime { real.wallClock() }
    func pause(nanoseconds: UInt64) { real.pause(nanoseconds: nanoseconds) }
    func uniqueNumber() -> UInt64 { real.uniqueNumber() }
}
