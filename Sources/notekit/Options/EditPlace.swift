// SPDX-License-Identifier: MIT
// Which bytes of a file an edit names.

internal import NoteProgram

/// Where in a file an edit goes.
enum EditPlace: Equatable, Sendable {
    /// In place of these bytes.
    case range(Range<Int>)
    /// Behind the last byte.
    case end

    /// The bytes; nil for the end, which only the note knows.
    var range: Range<Int>? { if case .range(let range) = self { range } else { nil } }

    /// Reads `START:END`; nil when that is no range.
    init?(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let start = Int(decimal: parts[0]), let end = Int(decimal: parts[1]),
            start <= end
        else { return nil }
        self = .range(start..<end)
    }
}
