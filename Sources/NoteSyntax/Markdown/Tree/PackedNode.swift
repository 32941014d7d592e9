// SPDX-License-Identifier: MIT
// How a node lies in memory: 32 bytes, positions counted from its chunk, so that an edit moves chunks only.

/// One node of the tree as it is stored, in document order, outer before inner.
struct PackedNode: BitwiseCopyable, Sendable {
    /// Where the node starts, counted from the start of its chunk (while parsing: of the text).
    var start: UInt32
    var length: UInt32
    /// The bytes before the content, and those after it.
    var lead: UInt32 = 0
    var trail: UInt32 = 0
    /// How many nodes lie inside; they follow directly. While inlines are parsed: the next item.
    var count: UInt32 = 0
    /// How many nodes this one lies in.
    var depth: UInt32 = 0
    /// What the kind says: see `MarkdownNode`.
    var data: UInt32 = 0
    var kind: MarkdownKind
    var flags: NodeFlags = []

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

    @inline(__always) var from: Int { Int(start) }
    @inline(__always) var end: Int { Int(start) &+ Int(length) }
    @inline(__always) var contentStart: Int { Int(start) &+ Int(lead) }
    @inline(__always) var contentEnd: Int { end &- Int(trail) }

    /// Ends the node at `end`, its content at `contentEnd`.
    @inline(__always)
    mutating func finish(at end: Int, content contentEnd: Int) {
        length = UInt32(truncatingIfNeeded: end &- Int(start))
        trail = UInt32(truncatingIfNeeded: end &- contentEnd)
    }
}
