// SPDX-License-Identifier: MIT
// The calls as Linux answers them.

internal import CNoteLinux
internal import Glibc

/// The real system calls.
package struct LinuxCalls: FileCalls {
    package init() {}

    /// Turns the C convention (-1 and `errno`) into the kernel's (a negative number).
    @inline(__always)
    private func answer(_ result: Int32) -> Int32 { result < 0 ? -errno : result }

    @inline(__always)
    private func answer(_ result: Int) -> Int { result < 0 ? -Int(errno) : result }

    package func openat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32
    ) -> Int32 {
        Int32(cn_openat(directory, name, flags, mode))
    }

    package func close(_ file: Int32) -> Int32 { answer(Glibc.close(file)) }

    package func pread(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        answer(Glibc.pread(file, buffer.baseAddress, buffer.count, offset))
    }

    package func pwrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        withFileSizeSignalHeld { answer(Glibc.pwrite(file, bytes.baseAddress, bytes.count, offset)) }
    }

    package func ftruncate(_ file: Int32, _ size: Int) -> Int32 {
        withFileSizeSignalHeld { answer(Glibc.ftruncate(file, size)) }
    }

    package func fsync(_ file: Int32) -> Int32 { answer(Glibc.fsync(file)) }

    package func syncfs(_ file: Int32) -> Int32 { Int32(cn_syncfs(file)) }

    package func statx(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        var raw = CNoteLinux.statx()
        let result = cn_statx(directory, name, flags, UInt32(STATX_BASIC_STATS | STATX_BTIME), &raw)
        guard result >= 0 else { return Int32(result) }
        facts = FileFacts(raw)
        return 0
    }

    package func faccessat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        Int32(cn_faccessat2(directory, name, mode, cn_AT_EACCESS | cn_AT_SYMLINK_NOFOLLOW))
    }

    package func filesystemKind(_ file: Int32) -> Int { cn_filesystem_kind(file) }

    package func freeBytes(_ file: Int32) -> Int {
        var facts = statvfs()
        // Some file systems do not say how large they are.
        guard fstatvfs(file, &facts) == 0, facts.f_blocks > 0 else { return .max }
        let (bytes, isTooMuch) = facts.f_bavail.multipliedReportingOverflow(by: facts.f_frsize)
        return isTooMuch ? .max : Int(clamping: bytes)
    }

    package func linkat(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>
    ) -> Int32 {
        answer(Glibc.linkat(fromDirectory, from, toDirectory, to, 0))
    }

    package func linkOpenFile(_ file: Int32, _ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        // The way through procfs needs no capability; the other works where procfs is not mounted.
        let throughProc = answer(
            Glibc.linkat(cn_AT_FDCWD, "/proc/self/fd/\(file)", directory, name, cn_AT_SYMLINK_FOLLOW))
        guard throughProc == -ENOENT else { return throughProc }
        return answer(Glibc.linkat(file, "", directory, name, cn_AT_EMPTY_PATH))
    }

    package func renameat2(
        _ fromDirectory: Int32, _ from: UnsafePointer<CChar>, _ toDirectory: Int32,
        _ to: UnsafePointer<CChar>, _ flags: UInt32
    ) -> Int32 {
        // Without flags the older call does, which no sandbox refuses.
        guard flags != 0 else { return answer(Glibc.renameat(fromDirectory, from, toDirectory, to)) }
        return Int32(cn_renameat2(fromDirectory, from, toDirectory, to, flags))
    }

    package func unlinkat(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer(Glibc.unlinkat(directory, name, 0))
    }

    package func removeFolder(_ directory: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer(Glibc.unlinkat(directory, name, AT_REMOVEDIR))
    }

    package func mkdirat(_ directory: Int32, _ name: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        answer(Glibc.mkdirat(directory, name, mode))
    }

    package func readlinkat(
        _ directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard let start = buffer.baseAddress else { return -Int(EINVAL) }
        return answer(
            Glibc.readlinkat(directory, name, start.assumingMemoryBound(to: CChar.self), buffer.count))
    }

    package func symlinkat(
        _ target: UnsafePointer<CChar>, _ directory: Int32, _ name: UnsafePointer<CChar>
    ) -> Int32 {
        answer(Glibc.symlinkat(target, directory, name))
    }

    package func getdents64(_ directory: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        Int(cn_getdents64(directory, buffer.baseAddress, UInt(buffer.count)))
    }

    package func fchmod(_ file: Int32, _ mode: UInt32) -> Int32 { answer(Glibc.fchmod(file, mode)) }

    package func fchown(_ file: Int32, _ owner: UInt32, _ group: UInt32) -> Int32 {
        answer(Glibc.fchown(file, owner, group))
    }

    package func flistxattr(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        answer(
            CNoteLinux.flistxattr(file, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        )
    }

    package func fgetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        answer(CNoteLinux.fgetxattr(file, name, buffer.baseAddress, buffer.count))
    }

    package func fsetxattr(
        _ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawBufferPointer
    ) -> Int32 {
        answer(CNoteLinux.fsetxattr(file, name, value.baseAddress, value.count, 0))
    }

    package func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32 {
        answer(CNoteLinux.fremovexattr(file, name))
    }

    package func inodeFlags(_ file: Int32) -> Int { cn_get_inode_flags(file) }

    package func setInodeFlags(_ file: Int32, _ flags: Int) -> Int32 {
        Int32(cn_set_inode_flags(file, Int32(truncatingIfNeeded: flags)))
    }

    package func clone(_ file: Int32, from source: Int32) -> Int32 {
        withFileSizeSignalHeld { Int32(cn_clone(file, source)) }
    }

    package func setModified(_ file: Int32, _ time: FileTime) -> Int32 {
        // The time of the last reading stays.
        let times = [
            timespec(tv_sec: 0, tv_nsec: cn_UTIME_OMIT),
            timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
        ]
        return answer(futimens(file, times))
    }

    package func lockExclusively(_ file: Int32) -> Int32 {
        Int32(cn_lock_exclusively(file))
    }

    package func unlock(_ file: Int32) {
        // The only way to fail is a file that is not open.
        _ = cn_unlock(file)
    }

    package func monotonicTime() -> UInt64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    package func wallClock() -> FileTime {
        var time = timespec()
        _ = clock_gettime(CLOCK_REALTIME, &time)
        return FileTime(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
    }

    package func pause(nanoseconds: UInt64) {
        var time = timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        // An early end by a signal only makes the caller look sooner.
        _ = nanosleep(&time, nil)
    }

    package func uniqueNumber() -> UInt64 { UInt64.random(in: .min ... .max) }
}

extension FileFacts {
    fileprivate init(_ raw: CNoteLinux.statx) {
        identity = Identity(
            device: UInt64(raw.stx_dev_major) << 32 | UInt64(raw.stx_dev_minor), inode: raw.stx_ino)
        mode = UInt32(raw.stx_mode)
        links = raw.stx_nlink
        owner = raw.stx_uid
        group = raw.stx_gid
        size = Int(truncatingIfNeeded: raw.stx_size)
        blocks = Int(truncatingIfNeeded: raw.stx_blocks)
        modified = FileTime(raw.stx_mtime)
        changed = FileTime(raw.stx_ctime)
        accessed = FileTime(raw.stx_atime)
        born = raw.stx_mask & UInt32(STATX_BTIME) != 0 ? FileTime(raw.stx_btime) : nil
    }
}

extension FileTime {
    fileprivate init(_ raw: statx_timestamp) {
        self.init(seconds: raw.tv_sec, nanoseconds: raw.tv_nsec)
    }
}
