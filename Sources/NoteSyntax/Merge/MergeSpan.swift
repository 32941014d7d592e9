// SPDX-License-Identifier: MIT
// A place of a merged text, and where the three texts stand that it came from.

/// A run of bytes of a proposed text with the runs of the three texts behind it.
///
/// A range is empty, at the place where its text would stand, where a side has nothing.
public struct MergeSpan: Hashable, Sendable {
    /// The bytes of the proposed text.
    public let merged: Range<Int>
    /// The bytes of the text that both sides started from.
    public let base: Range<Int>
    /// The bytes of the one side.
    public let mine: Range<Int>
    /// The bytes of the other side.
    public let theirs: Range<Int>
}
