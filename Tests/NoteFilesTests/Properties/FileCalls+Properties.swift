// SPDX-License-Identifier: MIT
// Giving files properties before a test, through the same calls.

import CNoteLinux
import Glibc
import NoteFiles

extension FileCalls {
    /// Opens, calls, closes; the answer is the call's.
    @discardableResult
    private func withFile(
        _ path: NotePath, _ what: String, _ flags: Int32 = O_RDONLY, _ body: (Int32) -> Int
    ) throws -> Int {
        let file = path.withCString { openat(cn_AT_FDCWD, $0, flags, 0) }
        guard file >= 0 else { throw ProbeFailure(description: "open \(path): \(-file)") }
        defer { _ = close(file) }
        let answer = body(file)
        guard answer >= 0 else { throw ProbeFailure(description: "\(what) \(path): \(-answer)") }
        return answer
    }

    func setOwner(of path: NotePath, _ owner: UInt32, _ group: UInt32) throws {
        try withFile(path, "fchown") { Int(fchown($0, owner, group)) }
    }

    func setAttribute(_ name: String, _ value: [UInt8], of path: NotePath) throws {
        try withFile(path, "fsetxattr \(name)") { file in
            value.withUnsafeBytes { Int(fsetxattr(file, name, $0)) }
        }
    }

    func setFlags(_ flags: Int, of path: NotePath) throws {
        try withFile(path, "setInodeFlags") { file in
            // The flags that a file system sets by itself must be handed back to it.
            let present = max(0, inodeFlags(file)) & ~0x70
            return Int(setInodeFlags(file, present | flags))
        }
    }

    func flags(of path: NotePath) throws -> Int {
        try withFile(path, "inodeFlags") { inodeFlags($0) }
    }

    /// Makes a file that is a hole but for its end.
    func makeSparse(_ path: NotePath, size: Int, ending: [UInt8]) throws {
        try withFile(path, "ftruncate", O_RDWR) { Int(ftruncate($0, 0)) }
        try withFile(path, "pwrite", O_RDWR) { file in
            ending.withUnsafeBytes { pwrite(file, $0, size) }
        }
        try withFile(path, "fsync") { Int(fsync($0)) }
    }
}
