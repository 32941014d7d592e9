// SPDX-License-Identifier: MIT
// Where one line of the input ends and the next begins.

internal import Glibc

/// Puts pieces of input together to lines, none longer than a limit.
struct LineSplitter {
    /// A line of input, without the newline.
    enum Line: Equatable, Sendable {
        case whole([UInt8])
        /// It was longer than the limit, and is gone.
        case tooLong
    }

    private let limit: Int
    private var begun: [UInt8] = []
    private var isTooLong = false

    /// - Parameter limit: How many bytes a line has at most, the newline not counted.
    init(limit: Int) { self.limit = limit }

    /// Takes the next bytes, and answers the lines that end in them.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(upTo: newline(in: rest).map { rest.startIndex + $0 } ?? rest.endIndex)
            if begun.count + piece.count > limit {
                isTooLong = true
                begun = []
            } else if !isTooLong {
                begun += piece
            }
            rest = rest[piece.endIndex...]
            if !rest.isEmpty {
                rest = rest.dropFirst()
                lines.append(line())
            }
        }
        return lines
    }

    /// The line that has no newline at its end; nil where there is none.
    mutating func end() -> Line? { begun.isEmpty && !isTooLong ? nil : line() }

    private func newline(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        guard let start = bytes.baseAddress, let found = memchr(start, 0x0A, bytes.count) else { return nil }
        return UnsafeRawPointer(found) - start
    }

    private mutating func line() -> Line {
        defer { (begun, isTooLong) = ([], false) }
        return isTooLong ? .tooLong : .whole(begun)
    }
}
