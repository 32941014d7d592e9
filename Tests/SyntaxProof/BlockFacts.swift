// SPDX-License-Identifier: MIT
// A block with all that lies in it, as two parses can be compared.

internal import NoteSyntax

/// What a parse says of one block that lies in nothing, or of one item of a list that does.
struct BlockFacts: Equatable {
    let kind: MarkdownKind
    var start: Int
    var end: Int
    /// The number of an item as a reader sees it; 0 for a bullet, and what is no item.
    let number: Int
    /// All that lies in it, and it itself.
    var nodes: [NodeFacts]

    /// The blocks of a text that start at or behind a place.
    static func all(of tree: MarkdownTree, in bytes: [UInt8], from start: Int) -> [BlockFacts] {
        var blocks: [BlockFacts] = []
        var index = 0
        while index < tree.count {
            let node = tree[index]
            if node.kind == .list {
                let items = tree.children(of: index)
                let first = items.first.map { Self.number(of: tree[$0], in: bytes) } ?? 0
                for (place, item) in items.enumerated() where tree[item].range.lowerBound >= start {
                    let isBullet = tree[item].marker != 0x2E && tree[item].marker != 0x29
                    blocks.append(BlockFacts(item, of: tree, number: isBullet ? 0 : first + place))
                }
            } else if node.range.lowerBound >= start {
                blocks.append(BlockFacts(index, of: tree, number: 0))
            }
            index = tree.next(after: index)
        }
        return blocks
    }

    private init(_ index: Int, of tree: MarkdownTree, number: Int) {
        let node = tree[index]
        (kind, start, end) = (node.kind, node.range.lowerBound, node.range.upperBound)
        self.number = number
        nodes = (index...index + node.descendantCount).map { NodeFacts(tree[$0]) }
    }

    func moved(by distance: Int) -> BlockFacts {
        var copy = self
        copy.start += distance
        copy.end += distance
        copy.nodes = nodes.map { $0.moved(by: distance) }
        return copy
    }

    private static func number(of item: MarkdownNode, in bytes: [UInt8]) -> Int {
        let digits = bytes[item.range.lowerBound...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

/// What a parse says of one node, but whether a list is tight.
struct NodeFacts: Equatable {
    let kind: MarkdownKind
    let depth: Int
    var range: Range<Int>
    var content: Range<Int>
    let facts: [Int]

    init(_ node: MarkdownNode) {
        (kind, depth, range, content) = (node.kind, node.depth, node.range, node.content)
        switch kind {
        case .list: facts = []
        case .heading: facts = [node.level, node.isUnderlined ? 1 : 0] + node.headingMarks.map(\.count)
        case .item: facts = [Int(node.marker), node.indentation]
        case .line: facts = [node.virtualSpaces]
        case .tableCell:
            facts = [["none", "left", "center", "right"].firstIndex(of: "\(node.alignment)") ?? -1]
        default: facts = [node.isClosed ? 1 : 0]
        }
    }

    func moved(by distance: Int) -> NodeFacts {
        var copy = self
        copy.range = range.lowerBound + distance..<range.upperBound + distance
        copy.content = content.lowerBound + distance..<content.upperBound + distance
        return copy
    }
}
