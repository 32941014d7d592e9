// SPDX-License-Identifier: MIT
// How the bytes of a version lie in the database: compressed where that makes them fewer.

internal import CZstd
internal import NoteFiles

/// Bytes as they are stored.
struct PackedText {
    /// The level of compression that zstd itself takes: quicker than any disk.
    private static let level: Int32 = 3

    /// What is stored.
    let bytes: [UInt8]
    let isCompressed: Bool

    init(packing text: [UInt8]) {
        let packed = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(text.count)) { buffer, count in
            let made = ZSTD_compress(buffer.baseAddress, buffer.count, text, text.count, Self.level)
            count = ZSTD_isError(made) == 0 ? made : 0
        }
        isCompressed = !packed.isEmpty && packed.count < text.count
        bytes = isCompressed ? packed : text
    }

    init(stored bytes: [UInt8], isCompressed: Bool) {
        self.bytes = bytes
        self.isCompressed = isCompressed
    }

    /// The text; nil when what is stored is damaged.
    ///
    /// - Parameters:
    ///   - size: How many bytes the text has.
    ///   - digest: Its SHA-256 digest.
    func text(ofSize size: Int, digest: [UInt8]) -> [UInt8]? {
        var text = bytes
        if isCompressed {
            // A damaged size must not ask for all the memory: the packed text tells its own.
            guard ZSTD_getFrameContentSize(bytes, bytes.count) == UInt64(size) else { return nil }
            text = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let made = ZSTD_decompress(buffer.baseAddress, buffer.count, bytes, bytes.count)
                count = ZSTD_isError(made) == 0 ? made : 0
            }
        }
        return text.count == size && SHA256Digest(of: text).bytes == digest ? text : nil
    }
}
