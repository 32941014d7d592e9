// SPDX-License-Identifier: MIT
// The lines of a note that hold what was looked for, as grep shows them.

internal import NoteKit
internal import NoteStore

/// The lines of one note for people.
struct FoundLines {
    private(set) var text: [UInt8] = []

    /// How many bytes before a match are shown of a line that is too long to be shown whole.
    private static let lead = 40

    /// - Parameter bytes: The bytes of the file.
    init(_ hit: SearchHit, in bytes: UnsafeBufferPointer<UInt8>) {
        let path = Array(hit.path.description.utf8)
        if hit.matches.isEmpty { text = path + [0x0A] }
        // A byte order mark is no text.
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var (number, start, at) = (1, first, first)
        var shown = 0
        for match in hit.matches {
            // To the line in which the match begins; CR, LF and CRLF end lines.
            while at < match.lowerBound {
                if at + 8 <= match.lowerBound, !Self.endsLine(within: bytes, at) {
                    at += 8
                    continue
                }
                let byte = bytes[at]
                at += 1
                guard byte == 0x0A || byte == 0x0D else { continue }
                if byte == 0x0D, at < bytes.count, bytes[at] == 0x0A {
                    if at >= match.lowerBound { break }
                    at += 1
                }
                (number, start) = (number + 1, at)
            }
            guard shown != number else { continue }
            shown = number
            text += path
            text += ":\(number):".utf8
            add(bytes, start, match)
            text.append(0x0A)
        }
    }

    /// Whether one of eight bytes ends a line.
    private static func endsLine(within bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let (feeds, returns) = (word ^ 0x0A0A_0A0A_0A0A_0A0A, word ^ 0x0D0D_0D0D_0D0D_0D0D)
        // A byte is zero where taking one from it turns its highest bit on.
        let ones: UInt64 = 0x0101_0101_0101_0101
        return ((feeds &- ones) & ~feeds | (returns &- ones) & ~returns) & ones << 7 != 0
    }

    /// Adds the line that starts at an offset, or the part of it where a match is.
    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ match: Range<Int>) {
        var from = start
        if match.lowerBound - start > Excerpt.longest - Self.lead {
            from = match.lowerBound - Self.lead
            while from < match.lowerBound, bytes[from] & 0xC0 == 0x80 { from += 1 }
            text += Self.ellipsis
        }
        // Nearly every line is plain as far as it is shown.
        var end = from
        let last = min(bytes.count, from + Excerpt.longest)
        while end < last, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
        let isWhole = end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D
        if isWhole || end == from + Excerpt.longest {
            text += UnsafeBufferPointer(rebasing: bytes[from..<end])
            if !isWhole { text += Self.ellipsis }
        } else {
            text += Excerpt.line(bytes[from...].prefix { $0 != 0x0A && $0 != 0x0D }).utf8
        }
    }

    private static let ellipsis = Array("…".utf8)
}
