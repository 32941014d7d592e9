// SPDX-License-Identifier: MIT
// What, if anything, has to be written so that the file holds a note.

/// What has to be written so that the file holds a note.
public enum WritePlan: Hashable, Sendable {
    /// The file holds it already.
    case nothing
    /// These bytes, whole and exact.
    case write([UInt8])
}

extension NoteText {
    /// What has to be written so that a file which holds `base` holds this note.
    ///
    /// Bytes are compared, never strings: NFC and NFD are different notes.
    ///
    /// - Parameter base: The note as it was last read or written.
    public func writePlan(base: NoteText) -> WritePlan {
        self == base ? .nothing : .write(bytes)
    }

    /// What has to be written so that a file which holds `base` holds this note.
    ///
    /// - Parameter base: The bytes that were last read or written.
    public func writePlan(base: [UInt8]) -> WritePlan {
        holds(base) ? .nothing : .write(bytes)
    }

    /// Whether the file of this note holds exactly these bytes. Nothing is copied.
    public func holds(_ file: [UInt8]) -> Bool {
        guard file.count == fileByteCount else { return false }
        return file.withUnsafeBufferPointer { file in
            var start = 0
            var same = true
            forEachFileChunk { chunk in
                let part = UnsafeBufferPointer(rebasing: file[start..<start + chunk.count])
                same =
                    same
                    && (part.baseAddress == chunk.baseAddress
                        || part.commonPrefix(with: chunk) == chunk.count)
                start += chunk.count
            }
            return same
        }
    }
}
