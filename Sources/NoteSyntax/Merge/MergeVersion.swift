// SPDX-License-Identifier: MIT
// One of the three texts of a merge.

/// Which of the two changed texts.
enum MergeSide { case mine, theirs }

/// A text with its lines.
struct MergeVersion {
    let text: UnsafeBufferPointer<UInt8>
    let lines: TextLines
    /// The numbers of all lines.
    private let said: Set<Int>

    init(_ text: UnsafeBufferPointer<UInt8>, numbering: inout LineNumbering) {
        self.text = text
        lines = TextLines(of: text, numbering: &numbering)
        said = Set(lines.numbers)
    }

    func content(_ line: Int) -> Slice<UnsafeBufferPointer<UInt8>> { text[lines.content(of: line)] }

    func numbers(_ lines: Range<Int>) -> ArraySlice<Int> { self.lines.numbers[lines] }

    func endings(_ lines: Range<Int>) -> ArraySlice<LineEnding> { self.lines.endings[lines] }

    /// Whether some line has a number.
    func says(_ number: Int) -> Bool { said.contains(number) }

    /// The ending to which this side converted a base that had others; nil when it did not.
    func conversion(of base: MergeVersion) -> LineEnding? {
        guard let only = lines.endings.first, only != .none,
            lines.endings.allSatisfy({ $0 == only || $0 == .none })
        else { return nil }
        let isConverted = base.lines.numbers.indices.contains { line in
            let ending = base.lines.endings[line]
            return ending != only && ending != .none && says(base.lines.numbers[line])
        }
        return isConverted ? only : nil
    }
}
