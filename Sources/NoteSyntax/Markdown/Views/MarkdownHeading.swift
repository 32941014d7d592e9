// SPDX-License-Identifier: MIT
// The outline of a note: its headings in order.

/// One heading of a note.
public struct MarkdownHeading: Hashable, Sendable {
    /// Its level, 1 to 6.
    public let level: Int
    /// Its words, without signs.
    public let text: String
    /// All its bytes.
    public let range: Range<Int>
    /// The number of its node in the tree.
    public let node: Int
}

extension MarkdownTree {
    /// The headings of the note, those in quotes and lists included.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func outline(in bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownHeading] {
        var headings: [MarkdownHeading] = []
        forEach(.heading) { index, node in
            headings.append(
                MarkdownHeading(
                    level: Int(node.data & 7), text: plainText(of: index, in: bytes),
                    range: node.from..<node.end,
                    node: index))
        }
        return headings
    }

    /// Visits the nodes of one kind in order.
    func forEach(_ kind: MarkdownKind, _ body: (Int, PackedNode) -> Void) {
        for chunk in chunks {
            for position in chunk.nodes.indices where chunk.nodes[position].kind == kind {
                var node = chunk.nodes[position]
                node.start += UInt32(truncatingIfNeeded: chunk.base)
                body(chunk.first + position, node)
            }
        }
    }
}
