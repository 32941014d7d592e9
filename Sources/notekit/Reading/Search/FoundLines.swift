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
        let path = hit.path.description
        if hit.matches.isEmpty { text = Array("\(path)\n".utf8) }
        // A byte order mark is no text.
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var (number, start, at) = (1, first, first)
        var shown = 0
        for match in hit.matches {
            // To the line in which the match begins; CR, LF and CRLF end lines.
            while at < match.lowerBound {
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
            text += "\(path):\(number):\(Self.line(bytes, start, match))\n".utf8
        }
    }

    private static func line(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ match: Range<Int>
    ) -> String {
        var (from, lead) = (start, "")
        if match.lowerBound - start > Excerpt.longest - lead.utf8.count - Self.lead {
            (from, lead) = (match.lowerBound - Self.lead, "…")
            while from < match.lowerBound, bytes[from] & 0xC0 == 0x80 { from += 1 }
        }
        let end = bytes[from...].prefix { $0 != 0x0A && $0 != 0x0D }
        return lead + Excerpt.line(end)
    }
}
