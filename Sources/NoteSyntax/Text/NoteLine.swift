// SPDX-License-Identifier: MIT
// One line of a note: where its words lie and what ends it.

/// One line of a note.
public struct NoteLine: Hashable, Sendable {
    /// The line's content in the shown text, without its ending.
    public let range: Range<Int>
    /// What ends the line in the file.
    public let ending: LineEnding

    /// The line's content and the `\n` that ends it, if one does.
    public var rangeWithEnding: Range<Int> {
        range.lowerBound..<range.upperBound + (ending == .none ? 0 : 1)
    }
}
