// SPDX-License-Identifier: MIT
// What an update of a tree touched.

/// What an update of a tree did.
public struct MarkdownChange: Hashable, Sendable {
    /// The bytes of the new text whose styles may have changed; whole lines.
    public let range: Range<Int>
    /// How many bytes were parsed again.
    public let parsedByteCount: Int
    /// Whether the whole text was parsed again, because the edit reaches all of it.
    public let isWhole: Bool
}
