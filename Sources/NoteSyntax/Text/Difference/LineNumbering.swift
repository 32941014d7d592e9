// SPDX-License-Identifier: MIT
// How lines become numbers, so that equal lines are compared at one stroke.

/// Gives every distinct line a number. Lines are compared byte by byte; hashes only find them.
struct LineNumbering {
    private var numbers: [Line: Int] = [:]

    /// The lines of a text, ended by `\n`: where each starts, the end of the last, and their numbers.
    ///
    /// The text must outlive the numbering.
    mutating func lines(of text: UnsafeBufferPointer<UInt8>) -> (starts: [Int], numbers: [Int]) {
        var starts = [0]
        var result: [Int] = []
        while let start = starts.last, start < text.count {
            let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            result.append(number(of: UnsafeBufferPointer(rebasing: text[start..<end])))
            starts.append(end)
        }
        return (starts, result)
    }

    /// The number of a run of bytes: that of an equal run, or the next one.
    ///
    /// The bytes must outlive the numbering.
    mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let next = numbers.count
        let number = numbers[Line(bytes: bytes), default: next]
        if number == next { numbers[Line(bytes: bytes)] = next }
        return number
    }

    private struct Line: Hashable {
        let bytes: UnsafeBufferPointer<UInt8>

        static func == (left: Line, right: Line) -> Bool {
            left.bytes.count == right.bytes.count
                && left.bytes.commonPrefix(with: right.bytes) == left.bytes.count
        }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    }
}
