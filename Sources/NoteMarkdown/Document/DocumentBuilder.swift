// SPDX-License-Identifier: MIT
// From the nodes of a tree to the packed arrays of a document, in one pass and without recursion.

/// Builds a document: visits every node of a tree once.
struct DocumentBuilder: ~Copyable {
    /// What the nodes inside a block of text mean.
    enum Leaf {
        /// No block of text is open.
        case none
        /// Inline text, shown in the block `leafBlock` or in a cell.
        case inline, cell
        /// Text that stands as it is written, with a node for each line where a container takes some of it.
        case verbatim
        /// A link reference definition.
        case definition
    }

    let text: UnsafePointer<UInt8>
    let count: Int
    /// Whether every byte can be shown as it is: UTF-8 without NUL.
    let isClean: Bool
    /// Whether no line ends with a carriage return.
    let hasNoReturns: Bool

    var shown: [UInt8] = []
    var blocks: [PackedBlock] = []
    var runs: [PackedRun] = []
    var cells: [PackedCell] = []
    var rows: [PackedRow] = []
    var links: [PackedName] = []
    var names: [UInt8] = []

    var containers: [OpenContainer] = []
    /// The innermost block that other blocks lie in.
    var parent: Int32 = -1
    var itemDepth: UInt32 = 0

    var leaf = Leaf.none
    var leafKind = MarkdownKind.paragraph
    var leafDepth: UInt32 = 0
    /// The block that the open leaf says the text of.
    var leafBlock = 0
    /// Whether the leaf is a paragraph with a block of its own.
    var isOwnParagraph = false
    var leafStart = 0
    var leafEnd = 0
    /// Whether a newline was written before the text of this leaf.
    var hasSeparator = false

    var inlines: [OpenInline] = []
    /// Up to where the text of the leaf is written.
    var cursor = 0
    var style: MarkdownRun.Styles = []
    var link: UInt32 = 0
    var isAtLineStart = false
    /// Where the signs of a line break start that is about to come; -1 for none.
    var breakStart = -1
    /// The first run of this leaf: runs before it are not added to.
    var firstRun = 0
    /// Verbatim: where the last line ended; -1 before the first.
    var lastLineEnd = -1

    /// The destinations of definitions by the numbers of their labels.
    var definitions: [UInt32: PackedName] = [:]
    var definition: UInt32 = 0
    /// Links whose destination is given by a definition.
    var references: [(link: Int, label: UInt32)] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        count = bytes.count
        // SAFETY: the address is not 0, and nothing is read where there are no bytes.
        text = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        isClean = UTF8Automaton.accepts(bytes) && text.first(0, from: 0, to: count) == count
        hasNoReturns = text.first(0x0D, from: 0, to: count) == count
    }

    /// Builds the document of a tree.
    mutating func read(_ tree: borrowing MarkdownTree) {
        shown.reserveCapacity(count)
        blocks.reserveCapacity(tree.count / 3 + 4)
        runs.reserveCapacity(tree.count + 4)
        var skip = 0
        tree.forEachChunk { nodes, base in
            var index = skip
            while index < nodes.count {
                var node = nodes[index]
                node.start &+= base
                index &+= 1 &+ visit(node, tree)
            }
            skip = index - nodes.count
        }
        if leaf != .none { closeLeaf(tree) }
        closeContainers(to: 0)
        for reference in references {
            links[reference.link] = definitions[reference.label] ?? links[reference.link]
        }
    }

    /// - Returns: How many of the nodes after it are to be passed over.
    @inline(__always)
    private mutating func visit(_ node: PackedNode, _ tree: borrowing MarkdownTree) -> Int {
        if leaf != .none {
            if node.depth > leafDepth {
                switch leaf {
                case .inline, .cell: return visitInline(node, tree)
                case .verbatim: visitLine(node)
                default: visitDefinition(node)
                }
                return 0
            }
            closeLeaf(tree)
        }
        return visitBlock(node)
    }

    /// Keeps text that is shown in no block: a destination, a name.
    mutating func name(_ range: Range<Int>) -> PackedName {
        let start = names.count
        names.append(contentsOf: UnsafeBufferPointer(start: text + range.lowerBound, count: range.count))
        return PackedName(
            start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: names.count))
    }

    /// The same with escapes and character references resolved.
    mutating func unescapedName(_ range: Range<Int>) -> PackedName {
        for position in range
        where text[position] == UInt8(ascii: "\\") || text[position] == UInt8(ascii: "&") {
            let start = names.count
            let bytes = UnsafeBufferPointer(start: text, count: count)
            names.append(contentsOf: MarkdownTree.unescaped(bytes, range).utf8)
            return PackedName(
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: names.count))
        }
        return name(range)
    }
}
