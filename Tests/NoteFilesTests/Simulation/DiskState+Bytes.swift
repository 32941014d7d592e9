// SPDX-License-Identifier: MIT
// Bytes of a simulated disk, and making them durable. See: `man 2 pread`, `man 2 fsync`.

import Glibc
import NoteFiles

extension DiskState {
    func pread(
        _ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int
    ) throws(SystemError) -> Int {
        let description = try content(file)
        guard description.canRead else { throw SystemError(EBADF) }
        guard image[description.inode].kind == .file else { throw SystemError(EISDIR) }
        guard offset >= 0 else { throw SystemError(EINVAL) }
        let part = image[description.inode].bytes.dropFirst(offset).prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }

    mutating func pwrite(
        _ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int
    ) throws(SystemError) -> Int {
        let inode = try writable(file)
        guard offset >= 0 else { throw SystemError(EINVAL) }
        guard !bytes.isEmpty else { return 0 }
        dropSetIdBits(inode)
        perform(
            .write(
                inode, offset: offset, bytes: Array(bytes), sizeBefore: image[inode].bytes.count))
        return bytes.count
    }

    mutating func ftruncate(_ file: Int32, _ size: Int) throws(SystemError) -> Int32 {
        // `man 2 ftruncate`: a descriptor that is not open for writing answers EINVAL.
        guard try content(file).canWrite, size >= 0 else { throw SystemError(EINVAL) }
        let inode = try writable(file)
        dropSetIdBits(inode)
        perform(.size(inode, size))
        return 0
    }

    private func writable(_ file: Int32) throws(SystemError) -> Int {
        let description = try content(file)
        guard description.canWrite else { throw SystemError(EBADF) }
        return description.inode
    }

    /// Whoever writes without privilege clears the set-id bits.
    private mutating func dropSetIdBits(_ inode: Int) {
        let mode = image[inode].mode
        let left = Self.withoutSetIdBits(mode)
        if user.id != 0, left != mode { perform(.property(inode, .mode(left))) }
    }

    /// Set-group-id without group execution means something else and stays. See: `man 2 chown`.
    static func withoutSetIdBits(_ mode: UInt32) -> UInt32 {
        mode & ~0o4000 & ~(mode & 0o010 != 0 ? 0o2000 : 0)
    }

    mutating func fsync(_ file: Int32) throws(SystemError) -> Int32 {
        perform(.sync(try content(file).inode))
        return 0
    }

    mutating func syncfs(_ file: Int32) throws(SystemError) -> Int32 {
        perform(.syncDevice(image[try content(file).inode].device))
        return 0
    }
}
