// SPDX-License-Identifier: MIT
// A file that may be damaged, read piece by piece.

internal import Glibc
internal import NoteFiles

/// An open file of which any part may be unreadable.
final class RawFile {
    let size: Int
    private let file: Int32

    /// Nil where there is no such file, or it may not be read.
    init?(_ path: NotePath) {
        file = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard file >= 0 else { return nil }
        var facts = stat()
        size = fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
    }

    deinit { if file >= 0 { close(file) } }

    /// So many bytes from a place on; nil when they are not there or the device cannot read them.
    func bytes(_ start: Int, _ count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = max(0, pread(file, buffer.baseAddress, count, start))
        }
        return bytes.count == count ? bytes : nil
    }
}
