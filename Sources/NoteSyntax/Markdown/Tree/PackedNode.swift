// SPDX-License-Identifier: MIT
// How a node lies in memory: 32 bytes, positions counted from its chunk, so that an edit moves chunks only.

/// One node of the tree as it is stored, in document order, outer before inner.
@usableFromInline
package struct PackedNode: BitwiseCopyable, Sendable {
    /// Where the node starts, counted from the start of its chunk (while parsing: of the text).
    @usableFromInline package var start: UInt32
    @usableFromInline package var length: UInt32
    /// The bytes before the content, and those after it.
    @usableFromInline package var lead: UInt32 = 0
    @usableFromInline package var trail: UInt32 = 0
    /// How many nodes lie inside; they follow directly. While inlines are parsed: the next item.
    @usableFromInline package var count: UInt32 = 0
    /// How many nodes this one lies in.
    @usableFromInline package var depth: UInt32 = 0
    /// What the kind says: see `MarkdownNode`.
    @usableFromInline package var data: UInt32 = 0
    @usableFromInline package var kind: MarkdownKind
    @usableFromInline package var flags: NodeFlags = []

    @inline(__always)
    init(_ kind: MarkdownKind, _ start: Int, _ end: Int) {
        self.kind = kind
        self.start = UInt32(truncatingIfNeeded: start)
        length = UInt32(truncatingIfNeeded: end &- start)
    }

    @inline(__always)
    init(_ kind: MarkdownKind, _ start: Int, _ end: Int, content: Range<Int>) {
        self.init(kind, start, end)
        lead = UInt32(truncatingIfNeeded: content.lowerBound &- start)
        trail = UInt32(truncatingIfNeeded: end &- content.upperBound)
    }

    @inlinable @inline(__always) package var from: Int { Int(start) }
    @inlinable @inline(__always) package var end: Int { Int(start) &+ Int(length) }
    @inlinable @inline(__always) package var contentStart: Int { Int(start) &+ Int(lead) }
    @inlinable @inline(__always) package var contentEnd: Int { end &- Int(trail) }

    /// Ends the node at `end`, its content at `contentEnd`.
    @inline(__always)
    mutating func finish(at end: Int, content contentEnd: Int) {
        length = UInt32(truncatingIfNeeded: end &- Int(start))
        trail = UInt32(truncatingIfNeeded: end &- contentEnd)
    }
}
