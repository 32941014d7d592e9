// SPDX-License-Identifier: MIT
// What an edit did to a division.

/// What an edit did to the regions of a note.
public struct MarkdownRegionChange: Hashable, Sendable {
    /// The places of the regions that were there, counted before the edit; all others moved at most.
    public let replaced: Range<Int>
    /// The places of the regions that stand there now.
    public let regions: Range<Int>
    /// What the edit did to the tree.
    public let tree: MarkdownChange
}
