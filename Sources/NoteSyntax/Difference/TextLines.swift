// SPDX-License-Identifier: MIT
// A file as lines for comparing: what each line says and, apart from that, what ends it.

/// The lines of a file, with a number for each that is the same for lines that say the same.
///
/// A byte order mark belongs to no line. What follows the last ending is a line when it is not empty.
struct TextLines {
    /// Whether the file begins with a byte order mark.
    let hasMark: Bool
    /// Where each line starts, and the end of the last.
    private(set) var starts: [Int]
    /// What ends each line.
    private(set) var endings: [LineEnding] = []
    /// Equal for lines with equal bytes, endings left aside.
    private(set) var numbers: [Int] = []

    var count: Int { endings.count }

    /// Splits a file.
    ///
    /// - Parameters:
    ///   - text: The bytes of the file, which must outlive the numbering.
    ///   - numbering: Shared by the texts that are to be compared.
    ///   - withEndings: Whether lines that end in different ways have different numbers.
    init(of text: UnsafeBufferPointer<UInt8>, numbering: inout LineNumbering, withEndings: Bool = false) {
        hasMark = text.starts(with: TextLines.mark)
        var start = hasMark ? TextLines.mark.count : 0
        starts = [start]
        while start < text.count {
            let end = text.firstBreak(from: start)
            let ending = LineEnding(at: end, in: text)
            let next = end + ending.length
            let compared = start..<(withEndings ? next : end)
            numbers.append(numbering.number(of: UnsafeBufferPointer(rebasing: text[compared])))
            endings.append(ending)
            starts.append(next)
            start = next
        }
    }

    /// The bytes of a line without its ending.
    func content(of line: Int) -> Range<Int> { starts[line]..<starts[line + 1] - endings[line].length }

    /// The bytes of a run of lines, endings included; an empty run stands where its lines would.
    func bytes(of lines: Range<Int>) -> Range<Int> { starts[lines.lowerBound]..<starts[lines.upperBound] }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension LineEnding {
    /// What stands at the end of a line.
    fileprivate init(at end: Int, in text: UnsafeBufferPointer<UInt8>) {
        if end == text.count {
            self = .none
        } else if text[end] == 0x0A {
            self = .lf
        } else {
            self = end + 1 < text.count && text[end + 1] == 0x0A ? .crlf : .cr
        }
    }

    /// How many bytes it has.
    var length: Int {
        switch self {
        case .none: 0
        case .lf, .cr: 1
        case .crlf: 2
        }
    }
}
