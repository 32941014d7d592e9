// SPDX-License-Identifier: MIT
// The calls of FileCalls by name, for plans that make one of them fail.

/// One member of `FileCalls`.
enum CallKind: String, CaseIterable, Sendable {
    case openat, close, pread, pwrite, ftruncate, fsync, syncfs, statx, faccessat, filesystemKind
    case linkat, linkOpenFile, renameat2, unlinkat, removeFolder, mkdirat, readlinkat, getdents64
    case fchmod, fchown, flistxattr, fgetxattr, fsetxattr, fremovexattr, inodeFlags, setInodeFlags
    case takeLease, leaseIsUnbroken, releaseLease, lockExclusively
}
