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
        // Most notes show a line or two.
        text.reserveCapacity(hit.matches.count * (path.count + Excerpt.longest + 8))
        // A byte order mark is no text.
        var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = at
        var (number, shown) = (1, 0)
        for match in hit.matches {
            // To the line in which the match begins.
            number += LineEnds.count(in: bytes, at..<match.lowerBound)
            at = match.lowerBound
            guard shown != number else { continue }
            shown = number
            text += path
            text.append(UInt8(ascii: ":"))
            Self.append(number, to: &text)
            text.append(UInt8(ascii: ":"))
            add(bytes, LineEnds.start(in: bytes, of: at, from: first), match)
            text.append(0x0A)
        }
    }

    /// Appends a number in decimal digits.
    private static func append(_ number: Int, to text: inout [UInt8]) {
        if number > 9 { append(number / 10, to: &text) }
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
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
