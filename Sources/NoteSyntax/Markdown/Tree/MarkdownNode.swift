// SPDX-License-Identifier: MIT
// One node of the tree as the outside sees it: what it is, and exactly which bytes it takes.

/// One block, inline construct or part of one, with its ranges in bytes of the parsed text.
public struct MarkdownNode: Hashable, Sendable {
    /// What it is.
    public let kind: MarkdownKind
    /// All its bytes, from the first to the last; the ending of its last line is left out.
    public let range: Range<Int>
    /// Its text without its delimiters: a link's text, a code span's code, a heading's words.
    public let content: Range<Int>
    /// How many nodes it lies in.
    public let depth: Int
    /// How many nodes lie in it; in the tree they follow directly.
    public let descendantCount: Int
    let data: UInt32
    let flags: NodeFlags

    init(_ node: PackedNode, base: Int) {
        kind = node.kind
        range = base + node.from..<base + node.end
        content = base + node.contentStart..<base + max(node.contentEnd, node.contentStart)
        depth = Int(node.depth)
        descendantCount = Int(node.count)
        // The number of a label says nothing outside the tree.
        data = node.kind == .linkDefinition ? 0 : node.data
        flags = node.flags
    }

    /// Heading: its level, 1 to 6.
    public var level: Int { Int(data & 7) }
    /// Heading: whether a line of `=` or `-` makes it one.
    public var isUnderlined: Bool { flags.contains(.special) }
    /// List: whether its items stand without blank lines between them or their blocks.
    public var isTight: Bool { data == 0 }
    /// Item: by how many columns its lines are indented within its list's container.
    public var indentation: Int { Int(data & 0xFF) }
    /// Item: its bullet, or the sign after its number, as an ASCII byte.
    public var marker: UInt8 { UInt8(truncatingIfNeeded: data >> 8) }
    /// Block of code, HTML, mathematics or comment: whether its end is written.
    public var isClosed: Bool { flags.contains(.special) }
    /// Link or image: whether its destination is given by a definition.
    public var isReference: Bool { flags.contains(.special) }
    /// Table cell: how its column is aligned.
    public var alignment: TableAlignment {
        flags.contains(.left)
            ? (flags.contains(.right) ? .center : .left) : flags.contains(.right) ? .right : .none
    }
    /// Line of a block: how many spaces it starts with that are not among its bytes: what is left of a tab
    /// that its container used in part, or the indentation before the block.
    public var virtualSpaces: Int { kind == .line ? Int(data) : 0 }

    /// Heading: the signs that make it one, before the text and after or below it.
    public var headingMarks: [Range<Int>] {
        let length = Int(data >> 3)
        let last = range.upperBound - length..<range.upperBound
        if isUnderlined { return [last] }
        let first = range.lowerBound..<range.lowerBound + level
        return length > 0 ? [first, last] : [first]
    }
}
