// SPDX-License-Identifier: MIT
// What is shown of a place in a note: its line, as far as that is bearable.

internal import NoteKit

/// The line of a place, with its number.
struct LineExcerpt: Sendable {
    /// How many bytes are shown at most before a place, and how many from it on.
    private static let (before, behind) = (120, 240)

    let line: Int
    let text: String

    /// - Parameters:
    ///   - range: The place.
    ///   - bytes: The file, UTF-8.
    ///   - lines: Its lines.
    init(of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, _ lines: LineNumbers) {
        let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        let (first, last) = (
            max(0, range.lowerBound - Self.before), min(bytes.count, range.lowerBound + Self.behind)
        )
        var start = bytes[first..<range.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? first
        let end = bytes[range.lowerBound..<last].firstIndex(where: isEnd) ?? last
        // A byte order mark is no text.
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, range.lowerBound) }
        start = start == first ? TextPart.boundary(before: start, in: bytes) : start
        line = lines.line(at: range.lowerBound)
        text = String(
            decoding: bytes[start..<max(start, TextPart.boundary(before: end, in: bytes))], as: UTF8.self)
    }
}
