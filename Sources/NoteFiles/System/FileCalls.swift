// SPDX-License-Identifier: MIT
// The one value through which everything here speaks to the kernel, so that a test can stand in.

internal import Glibc

/// The system calls that NoteFiles makes.
///
/// A call answers as the kernel does: zero or a count when it worked, the negative error number
/// when it did not. There is no `errno`. Names are bytes that end in zero and are relative to the
/// directory descriptor beside them. Interrupted calls are not retried here.
///
/// `LinuxCalls` is the real thing. A simulator or a fault injector conforms to the same protocol.
package protocol FileCalls: Sendable {
    // Opening and closing: `openat(2)`, `close(2)`.
    func openat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32) -> Int32
    func close(_ file: Int32) -> Int32

    // Bytes: `pread(2)`, `pwrite(2)`, `ftruncate(2)`.
    func pread(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int
    func pwrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
    func ftruncate(_ file: Int32, _ size: Int) -> Int32

    // Making durable: `fsync(2)` of a file or directory, `syncfs(2)`.
    func fsync(_ file: Int32) -> Int32
    func syncfs(_ file: Int32) -> Int32

    // Facts: `statx(2)`, of an open file when `name` is empty and `flags` holds `AT_EMPTY_PATH`;
    // `faccessat(2)` with the effective user; the kind of file system by `fstatfs(2)`.
    func statx(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32
    func faccessat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32
    func filesystemKind(_ file: Int32) -> Int
    // How many bytes this user can still write there, by `fstatvfs(3)`; the largest number where that is unknown.
    func freeBytes(_ file: Int32) -> Int

    // Names: `linkat(2)`, `linkat(2)` of a file that has no name yet, `renameat2(2)`, `unlinkat(2)`,
    // the same with `AT_REMOVEDIR`, `mkdirat(2)`, `readlinkat(2)`, `getdents64(2)`.
    func linkat(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>
    ) -> Int32
    func linkOpenFile(_ file: Int32, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32
    func renameat2(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>, _ flags: UInt32
    ) -> Int32
    func unlinkat(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32
    func removeFolder(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32
    func mkdirat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: UInt32) -> Int32
    func readlinkat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int
    func getdents64(_ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int

    // A name that is a symbolic link: `symlinkat(2)`.
    func symlinkat(_ target: UnsafePointer<CChar>, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32

    // Properties: `fchmod(2)`, `fchown(2)`, extended attributes (an access control list is one of
    // them), and the inode flags of `ioctl_iflags(2)`.
    func fchmod(_ file: Int32, _ mode: UInt32) -> Int32
    func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) -> Int32
    func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int
    func fgetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int
    func fsetxattr(_ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawBufferPointer) -> Int32
    func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32
    func inodeFlags(_ file: Int32) -> Int
    func setInodeFlags(_ file: Int32, _ flags: Int) -> Int32

    // What only attachments need: the blocks of another file by `ioctl_ficlone(2)`, and the time of the last
    // change by `utimensat(2)`.
    func clone(_ file: Int32, from source: Int32) -> Int32
    func setModified(_ file: Int32, _ time: FileTime) -> Int32

    // Leases of `fcntl(2)`: see `FileLease`. Taking one answers how its signals stood in this thread
    // before, as a number to be given back with it. `leaseKind` answers `F_UNLCK` as soon as a writer waits.
    func takeLease(_ file: Int32, _ kind: LeaseKind) -> Int32
    func leaseIsUnbroken(_ file: Int32, _ kind: LeaseKind) -> Bool
    func releaseLease(_ file: Int32, _ signalsBefore: Int32)

    // `flock(2)`, exclusive and without waiting. The lock ends with the open file, of which a child that is
    // just being started has a share, or by `unlock`.
    func lockExclusively(_ file: Int32) -> Int32
    func unlock(_ file: Int32)

    // Time and chance: nanoseconds of `CLOCK_MONOTONIC` and of `CLOCK_REALTIME`, a pause, and a
    // number that no other process has.
    func monotonicTime() -> UInt64
    func wallClock() -> FileTime
    func pause(nanoseconds: UInt64)
    func uniqueNumber() -> UInt64
}

extension FileCalls {
    /// A file system that shares no blocks: then they are copied.
    package func clone(_ file: Int32, from source: Int32) -> Int32 { -EOPNOTSUPP }
    /// One of unknown size.
    package func freeBytes(_ file: Int32) -> Int { .max }
    /// One that has no symbolic links.
    package func symlinkat(
        _ target: UnsafePointer<CChar>, _ directory: Int32, _ name: UnsafePointer<CChar>
    ) -> Int32 { -EPERM }
    /// One that keeps its own time.
    package func setModified(_ file: Int32, _ time: FileTime) -> Int32 { -EOPNOTSUPP }
}

/// What a lease of `fcntl(2)` proves while it is held.
package enum LeaseKind: Sendable {
    /// Nobody has the file open for writing.
    case read
    /// Nobody else has the file open at all.
    case write
}
