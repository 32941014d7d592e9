// SPDX-License-Identifier: MIT
// How the text of one region, edited by itself, is written back into its note.

extension NoteText {
    /// Writes the text of a region back into the bytes that it stands for.
    ///
    /// What is the same at both ends is not touched, so that its line endings stay as they are; every byte
    /// outside of the region does too.
    ///
    /// - Parameters:
    ///   - range: The region, in bytes of the shown text.
    ///   - text: What it holds now.
    /// - Returns: The edit; `nil` where nothing changed.
    @discardableResult
    public mutating func writeRegion(_ range: Range<Int>, _ text: String) -> NoteEdit? {
        let old = utf8(in: range)
        let new = Array(text.utf8)
        let change = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                let front = old.commonCharacters(with: new)
                let back = UnsafeBufferPointer(rebasing: old[front...])
                    .commonLastCharacters(with: UnsafeBufferPointer(rebasing: new[front...]))
                return (front, back)
            }
        }
        let (front, back) = change
        guard front < old.count || front < new.count else { return nil }
        return replace(
            range.lowerBound + front..<range.upperBound - back,
            with: new[front..<new.count - back])
    }
}
