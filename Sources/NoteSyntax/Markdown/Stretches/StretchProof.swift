// SPDX-License-Identifier: MIT
// The proof that some lines of a note mean by themselves what they mean in it.

/// Parses stretches of a note's body alone, and compares what comes out with what the note has there.
///
/// The labels that the note defines are known to each stretch, wherever they are defined. Whether a list is
/// tight is not compared, nor is where a list ends whose items lie outside too.
package struct StretchProof: ~Copyable {
    private var region = TreeRegion()
    private var labels: LinkLabels
    /// How many bytes were parsed.
    package private(set) var parsedByteCount = 0

    /// A proof for stretches of the note that this tree is of.
    package init(for tree: borrowing MarkdownTree) {
        labels = tree.labels
        labels.isClosed = true
    }

    /// Whether a stretch, parsed alone, gives the nodes that the whole note has there.
    ///
    /// - Parameters:
    ///   - range: The stretch; whole lines of the body.
    ///   - nodes: The numbers of the nodes that the note has there.
    ///   - isInsideList: Whether the first of them is an item whose list starts before.
    ///   - tree: The tree of the note.
    ///   - window: The note, or a part of it that holds the stretch.
    package mutating func holds(
        _ range: Range<Int>, _ nodes: Range<Int>, isInsideList: Bool, of tree: borrowing MarkdownTree,
        in window: TextWindow
    ) -> Bool {
        parsedByteCount += range.count
        // Rebased: what lies around it cannot be read.
        let alone = UnsafeBufferPointer(start: window.text + range.lowerBound, count: range.count)
        return alone.withMemoryRebound(to: UInt8.self) { bytes in
            guard let text = bytes.baseAddress, bytes.count > 0 else { return nodes.isEmpty }
            region.begin(
                in: TextWindow(whole: bytes, text), commands: TemplaterCommands(in: text, to: bytes.count),
                frontmatter: nil, labels: labels)
            region.startInBody()
            region.parseToEnd()
            region.writeNodes()
            return isEqual(to: nodes, of: tree, from: range.lowerBound, isInsideList: isInsideList)
        }
    }

    private func isEqual(
        to nodes: Range<Int>, of tree: borrowing MarkdownTree, from start: Int, isInsideList: Bool
    ) -> Bool {
        let count = region.writer.nodes.count
        var index = 0
        if isInsideList {
            guard count > 0, region.writer.nodes[0].kind == .list else { return false }
            index = 1
        }
        guard count - index == nodes.count else { return false }
        guard !nodes.isEmpty else { return true }
        var place = tree.chunkIndex(of: nodes.lowerBound)
        var node = nodes.lowerBound
        while node < nodes.upperBound {
            let chunk = tree.chunks[place]
            let last = Swift.min(chunk.end, nodes.upperBound)
            let isEqual = chunk.nodes.withUnsafeBufferPointer { stored in
                while node < last {
                    let other = stored[node - chunk.first]
                    guard
                        region.writer.nodes[index].isEqual(to: other, movedBy: start - chunk.base)
                    else { return false }
                    node += 1
                    index += 1
                }
                return true
            }
            guard isEqual else { return false }
            place += 1
        }
        return true
    }
}

extension PackedNode {
    /// Whether two nodes say the same, in another place.
    fileprivate func isEqual(to other: PackedNode, movedBy distance: Int) -> Bool {
        guard kind == other.kind, depth == other.depth, from + distance == other.from else { return false }
        if kind == .list { return depth == 0 || (length == other.length && count == other.count) }
        return length == other.length && lead == other.lead && trail == other.trail && count == other.count
            && data == other.data
            && flags.intersection(.meaning) == other.flags.intersection(.meaning)
    }
}

extension NodeFlags {
    /// What of a block or an inline construct a reader can see.
    fileprivate static let meaning: NodeFlags = [.special, .left, .right]
}
