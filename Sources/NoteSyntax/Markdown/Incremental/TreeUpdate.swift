// SPDX-License-Identifier: MIT
// One update of a tree: where to start, where the old tree holds again, and what changes around it.

/// What is worked out about one edit.
struct TreeUpdate: ~Copyable {
    private let tree: MarkdownTree
    private let window: TextWindow
    private let text: UnsafePointer<UInt8>
    private let delta: Int
    /// The bytes of the new text that are not as they were.
    private let dirty: Range<Int>

    /// The old nodes that are replaced.
    private(set) var oldNodes = 0..<0
    /// Where the stretch starts and ends in the new text.
    private(set) var start = 0
    private(set) var end = 0
    private(set) var labels: LinkLabels

    /// The containers that the stretch lies in: their nodes, from the outermost.
    private var path = ScratchBuffer<Int>()
    private var containers = ScratchBuffer<OpenBlock>()
    private var alignments: [NodeFlags] = []
    private var firstBlock: PackedNode?
    private var closed = ScratchBuffer<ClosedContainer>()
    private var openCount = 0

    init(tree: MarkdownTree, window: TextWindow, delta: Int, dirty: Range<Int>) {
        self.tree = tree
        self.window = window
        text = window.text
        self.delta = delta
        self.dirty = dirty
        labels = tree.labels
    }

    // MARK: The start

    /// Finds the last line before the edit that starts a block in a container opened before it.
    ///
    /// - Returns: Whether the window shows that line.
    mutating func findStart() -> Bool {
        var index = tree.firstIndex(startingAfter: dirty.lowerBound) - 1
        while index >= 0 {
            let node = tree.packed(index)
            if node.from < window.start { return false }
            if node.flags.contains(.fresh), node.kind.isBlock, isStart(node, index) {
                firstBlock = node
                return true
            }
            index -= 1
        }
        start = 0
        oldNodes = 0..<tree.count
        return window.start == 0
    }

    private mutating func isStart(_ node: PackedNode, _ index: Int) -> Bool {
        var line = node.from
        while line > window.start, !text[line - 1].isLineEnd { line -= 1 }
        guard line > window.start, !isInsideCommand(line) else { return false }
        let parent = tree.parent(of: index)
        if let parent, tree.packed(parent).from >= line { return false }
        let lineEnd = text.lineEnd(from: node.from, to: window.end)
        // The line with its ending is as it was.
        guard
            lineEnd + 1 < dirty.lowerBound
                || (lineEnd + 1 == dirty.lowerBound && text[lineEnd] == Byte.newline)
        else { return false }
        openPath(to: parent)
        start = line
        // The quote marks of that line come before the block.
        var first = index
        while first > 0, tree.packed(first - 1).kind == .quoteMark, tree.packed(first - 1).from >= line {
            first -= 1
        }
        oldNodes = first..<tree.count
        return true
    }

    /// Whether a line ending before `line` is inside a command and so ends no line.
    private func isInsideCommand(_ line: Int) -> Bool {
        let next = tree.commands.ranges.partitionPoint { $0.upperBound > line }
        return next < tree.commands.ranges.count && tree.commands.ranges[next].lowerBound < line
    }

    private mutating func openPath(to parent: Int?) {
        var nodes: [Int] = []
        var next = parent
        while let node = next {
            nodes.append(node)
            next = tree.parent(of: node)
        }
        for node in nodes.reversed() {
            let packed = tree.packed(node)
            path.append(node)
            var block = OpenBlock(node: -path.count, kind: packed.kind, end: packed.from)
            block.hasChildren = true
            switch packed.kind {
            case .list:
                let item = tree.packed(node + 1)
                block.marker = UInt8(truncatingIfNeeded: item.data >> 8)
            case .item: block.width = Int(packed.data & 0xFF)
            case .footnoteDefinition: block.width = 2
            case .table:
                let head = tree.packed(node + 1)
                alignments = (0..<Int(head.count)).compactMap { offset in
                    let cell = tree.packed(node + 2 + offset)
                    return cell.depth == head.depth + 1 && cell.kind == .tableCell
                        ? cell.flags.intersection([.left, .right]) : nil
                }
                block.width = alignments.count
            default: break
            }
            containers.append(block)
        }
    }

    // MARK: The end

    /// Parses the stretch.
    mutating func parse(_ region: inout TreeRegion) {
        if let firstBlock {
            region.start(at: start, inside: containers, alignments: alignments, after: firstBlock)
        } else {
            region.startAtTop()
        }
        let tree = tree
        let delta = delta
        var lastOld = 0..<0
        let path = UnsafeBufferPointer(start: UnsafePointer(path.base), count: path.count)
        let stop = region.parse(askingFrom: dirty.upperBound + 1) { block, line, open in
            let oldLine = line - delta
            guard oldLine > 0 else { return false }
            let first = tree.firstIndex(startingAfter: oldLine - 1)
            var index = first
            while index < tree.count, tree.packed(index).kind == .quoteMark { index += 1 }
            guard index < tree.count else { return false }
            let old = tree.packed(index)
            guard old.flags.contains(.fresh), old.kind.isBlock, old.from - oldLine == block.from - line,
                old.depth == block.depth,
                old.flags.intersection(.asOpened) == block.flags.intersection(.asOpened)
            else { return false }
            if block.depth > 0 {
                let parent = path[Int(block.depth) - 1]
                guard index <= parent + Int(tree.packed(parent).count) else { return false }
            }
            lastOld = first..<first
            return true
        }
        closed.truncate(to: 0)
        if let stop {
            end = stop
            oldNodes = oldNodes.lowerBound..<max(oldNodes.lowerBound, lastOld.lowerBound)
        } else {
            oldNodes = oldNodes.lowerBound..<tree.count
            end = window.textEnd
        }
        openCount = region.blocks.stack.count
        for index in 0..<region.blocks.closedOutside.count {
            closed.append(region.blocks.closedOutside[index])
        }
    }

    /// Whether the same labels are defined as before.
    mutating func keepsLabels(_ region: borrowing TreeRegion) -> Bool {
        var changed: [UInt32] = []
        labels = region.labels
        for index in 0..<region.blocks.definitions.count { changed.append(region.blocks.definitions[index]) }
        tree.forEachPacked(in: oldNodes) { node in
            if node.kind == .linkDefinition {
                changed.append(node.data)
                labels.release(node.data)
            }
        }
        return changed.allSatisfy { tree.labels.isDefined($0) == labels.isDefined($0) }
    }

    // MARK: Around it

    /// What changes of the containers that the stretch lies in.
    func patches(for nodes: borrowing ScratchBuffer<PackedNode>, old: borrowing MarkdownTree)
        -> [ContainerPatch]
    {
        var patches: [ContainerPatch] = []
        for level in 0..<path.count {
            let index = path[level]
            let packed = old.packed(index)
            let last = index + Int(packed.count)
            var patch = ContainerPatch(
                node: index, length: Int(packed.length) + delta,
                count: Int(packed.count) + nodes.count - oldNodes.count, data: packed.data)
            var inside = nodes.count
            if let end = closedEnd(level) {
                inside = nodes.firstIndex(from: 0, startingAt: end)
                // An empty line of code may be its last part.
                while inside < nodes.count, nodes[inside].from == end, nodes[inside].depth > packed.depth {
                    inside += 1
                }
                patch.length = end - packed.from
                patch.count = oldNodes.lowerBound - index - 1 + inside
            }
            if packed.kind == .list {
                let depths = packed.depth + 1...packed.depth + 2
                tree.forEachPacked(
                    in: oldNodes.lowerBound..<max(oldNodes.lowerBound, min(oldNodes.upperBound, last + 1))
                ) {
                    if $0.flags.contains(.loosens), $0.kind.isBlock, depths.contains($0.depth) {
                        patch.data -= 1
                    }
                }
                for position in 0..<inside {
                    let node = nodes[position]
                    if node.flags.contains(.loosens), node.kind.isBlock, depths.contains(node.depth) {
                        patch.data += 1
                    }
                }
            }
            patches.append(patch)
        }
        return patches
    }

    private func closedEnd(_ level: Int) -> Int? {
        guard level >= openCount else { return nil }
        for index in 0..<closed.count where closed[index].number == level { return closed[index].end }
        return nil
    }
}

extension NodeFlags {
    /// What a block is given when it is opened, but for what it is.
    static let asOpened: NodeFlags = [.fresh, .afterBlank, .loosens, .afterEmpty]
}
