// SPDX-License-Identifier: MIT
// Which part of a long text is told.

/// A part of a text that begins and ends between characters, and ends with a line where it can.
struct TextPart: Sendable {
    let range: Range<Int>
    let text: String

    /// - Parameters:
    ///   - start: Where it begins, in bytes. Inside of a character, where that begins.
    ///   - limit: How many bytes it has at most, unless its first character has more; nil for all that follow.
    init(of whole: String, from start: Int, limit: Int?) {
        var whole = whole
        (range, text) = whole.withUTF8 { bytes in
            let start = Self.boundary(before: start, in: bytes)
            var end = bytes.count
            if let limit, limit < end - start {
                end = Self.boundary(before: start + limit, in: bytes)
                if let newline = bytes[start..<end].lastIndex(of: 0x0A) { end = newline + 1 }
                if end == start { end = Self.boundary(after: start, in: bytes) }
            }
            return (start..<end, String(decoding: bytes[start..<end], as: UTF8.self))
        }
    }

    private static func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    static func boundary(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var offset = min(offset, bytes.count)
        while offset > 0, offset < bytes.count, isInside(bytes[offset]) { offset -= 1 }
        return offset
    }

    static func boundary(after offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var offset = min(offset + 1, bytes.count)
        while offset < bytes.count, isInside(bytes[offset]) { offset += 1 }
        return offset
    }
}
