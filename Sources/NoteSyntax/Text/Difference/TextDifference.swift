// SPDX-License-Identifier: MIT
// What changed between two texts: which lines, and within them which characters.

/// The difference of two texts with `\n` line endings, as few and as short replacements.
package enum TextDifference {
    /// The replacements that turn one text into the other, in order, on scalar boundaries.
    ///
    /// Lines are compared first. Where as many lines stand as stood before, each is compared with
    /// its own predecessor; elsewhere all together. What agrees at both ends is left out.
    ///
    /// - Parameters:
    ///   - old: Valid UTF-8.
    ///   - new: Valid UTF-8.
    package static func replacements(
        from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>
    ) -> [TextReplacement] {
        var numbering = LineNumbering()
        let oldLines = numbering.lines(of: old)
        let newLines = numbering.lines(of: new)
        var result: [TextReplacement] = []
        func add(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
            let oldRange = oldLines.starts[oldPart.lowerBound]..<oldLines.starts[oldPart.upperBound]
            let newRange = newLines.starts[newPart.lowerBound]..<newLines.starts[newPart.upperBound]
            if let change = trimmed(old, oldRange, new, newRange) { result.append(change) }
        }
        for hunk in SequenceDifference.hunks(from: oldLines.numbers, to: newLines.numbers) {
            if hunk.old.count == hunk.new.count {
                for (oldLine, newLine) in zip(hunk.old, hunk.new) {
                    add(oldLine..<oldLine + 1, newLine..<newLine + 1)
                }
            } else {
                add(hunk.old, hunk.new)
            }
        }
        return result
    }

    /// What differs between two ranges once the common ends are left out; nil for equal ones.
    private static func trimmed(
        _ old: UnsafeBufferPointer<UInt8>, _ oldRange: Range<Int>,
        _ new: UnsafeBufferPointer<UInt8>, _ newRange: Range<Int>
    ) -> TextReplacement? {
        let oldPart = UnsafeBufferPointer(rebasing: old[oldRange])
        let newPart = UnsafeBufferPointer(rebasing: new[newRange])
        let front = oldPart.commonCharacters(with: newPart)
        if front == oldPart.count, front == newPart.count { return nil }
        let back = UnsafeBufferPointer(rebasing: oldPart[front...])
            .commonLastCharacters(with: UnsafeBufferPointer(rebasing: newPart[front...]))
        return TextReplacement(
            old: oldRange.lowerBound + front..<oldRange.upperBound - back,
            new: newRange.lowerBound + front..<newRange.upperBound - back)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes at the front are the same in both and make whole scalars.
    package func commonCharacters(with other: UnsafeBufferPointer<UInt8>) -> Int {
        var length = commonPrefix(with: other)
        while length > 0, isInsideScalar(length) || other.isInsideScalar(length) { length -= 1 }
        return length
    }

    /// How many bytes at the back are the same in both and make whole scalars.
    package func commonLastCharacters(with other: UnsafeBufferPointer<UInt8>) -> Int {
        var length = commonSuffix(with: other)
        while length > 0, self[count - length] & 0xC0 == 0x80 { length -= 1 }
        return length
    }

    private func isInsideScalar(_ offset: Int) -> Bool { offset < count && self[offset] & 0xC0 == 0x80 }
}
