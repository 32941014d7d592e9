// SPDX-License-Identifier: MIT
// A file that may be damaged, read piece by piece.

internal import Glibc
internal import NoteFiles

/// An open file of which any part may be unreadable.
final class RawFile {
    let size: Int
    private let file: Int32

    private init(_ file: Int32, size: Int) {
        self.file = file
        self.size = size
    }

    deinit { close(file) }

    /// Opens a file; nil where there is none.
    ///
    /// - Throws: `StoreError` when there is one and it cannot be opened: what cannot be looked at for want of
    ///   descriptors is not to be taken for what is lost.
    static func open(_ path: NotePath) throws(StoreError) -> RawFile? {
        try PrivateFile.demandOrdinary(path)
        let file = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else { throw StoreError(path, call: "open", systemError: errno) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else {
            let number = errno
            close(file)
            throw StoreError(path, call: "fstat", systemError: number)
        }
        return RawFile(file, size: Int(facts.st_size))
    }

    /// So many bytes from a place on; nil when they are not there or the device cannot read them.
    func bytes(_ start: Int, _ count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = max(0, pread(file, buffer.baseAddress, count, start))
        }
        return bytes.count == count ? bytes : nil
    }
}
