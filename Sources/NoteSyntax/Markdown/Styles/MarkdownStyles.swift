// SPDX-License-Identifier: MIT
// What styling a note, or a part of it, gives.

/// The styled ranges of a note or of a part of it.
public struct MarkdownStyles: Sendable {
    /// The ranges in document order, outer before inner.
    public internal(set) var ranges: ContiguousArray<MarkdownStyle> = []
    /// The lines that were longer than the caller allows, so that nothing inside them is styled.
    public internal(set) var plainLines: [Range<Int>] = []

    /// No styles.
    public init() {}
}
