// SPDX-License-Identifier: MIT
// One piece of what an editor shows: a rendered region, or some source to type into.

/// One piece of what an editor shows of a note.
public enum MarkdownPiece: Hashable, Sendable {
    /// A region as a reader sees it.
    case rendered(MarkdownRegion)
    /// These bytes as they are.
    case source(Range<Int>)

    /// The bytes that it stands for.
    public var range: Range<Int> {
        switch self {
        case .rendered(let region): region.range
        case .source(let range): range
        }
    }
}
