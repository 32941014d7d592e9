// SPDX-License-Identifier: MIT
// One walk over the nodes of a tree, that writes a style for each and for the signs between them.

/// A walk over the nodes of a tree; the memory of one serves the next.
struct StyleWalk: ~Copyable {
    private var text = UnsafePointer<UInt8>.nowhere
    private var end = 0
    private var longestLine = Int.max
    private let kinds = MarkdownStyle.Kind.ofNodes
    private var ranges = ScratchBuffer<MarkdownStyle>()
    private var open = ScratchBuffer<OpenStyle>()
    private var plainLines: [Range<Int>] = []
    private var listLevel: UInt16 = 0
    private var quoteLevel: UInt16 = 0
    private var lastQuoteMark = -1
    /// Styles that are known before their turn, and the first that is not written yet: the text of a block
    /// of code, the fields of front matter. `laterStart` is `max` when all are written.
    private var later = ScratchBuffer<MarkdownStyle>()
    private var nextLater = 0
    private var laterStart = UInt32.max

    /// Starts with a text; what was found before is forgotten.
    mutating func begin(_ text: UnsafePointer<UInt8>, to end: Int, longestLine: Int?) {
        self.text = text
        self.end = end
        self.longestLine = longestLine ?? .max
        ranges.truncate(to: 0)
        open.truncate(to: 0)
        if !plainLines.isEmpty { plainLines = [] }
        listLevel = 0
        quoteLevel = 0
        lastQuoteMark = -1
        later.truncate(to: 0)
        nextLater = 0
        laterStart = .max
    }

    /// Puts what was found in the place of what `styles` held.
    func finish(_ styles: inout MarkdownStyles) {
        styles.ranges.removeAll(keepingCapacity: true)
        styles.ranges.append(
            contentsOf: UnsafeBufferPointer(start: UnsafePointer(ranges.base), count: ranges.count))
        styles.plainLines = plainLines
    }

    /// Writes the styles of the nodes that touch `range`.
    mutating func run(_ tree: borrowing MarkdownTree, within range: Range<Int>) {
        let isWhole = range.lowerBound == 0 && range.upperBound >= end
        if isWhole { ranges.reserve(tree.count * 2) }
        let first = isWhole ? 0 : enter(tree, at: range.lowerBound)
        guard first < tree.count else { return close(to: 0) }
        var place = tree.chunkIndex(of: first)
        var index = first - tree.chunks[place].first
        while place < tree.chunks.count {
            // Skips what lies before the range; a node that reaches into it is not skipped.
            if index >= tree.chunks[place].nodes.count {
                index -= tree.chunks[place].nodes.count
                place += 1
                continue
            }
            let chunk = tree.chunks[place]
            let base = UInt32(truncatingIfNeeded: chunk.base)
            let isDone = chunk.nodes.withUnsafeBufferPointer { nodes in
                guard let first = nodes.baseAddress else { return false }
                while index < nodes.count {
                    let node = first + index
                    if !isWhole {
                        let start = Int(node.pointee.start &+ base)
                        if start > range.upperBound { return true }
                        if start + Int(node.pointee.length) < range.lowerBound {
                            index += 1 + Int(node.pointee.count)
                            continue
                        }
                    }
                    index &+= 1 &+ visit(node, base: base)
                }
                return false
            }
            if isDone { break }
            index -= chunk.nodes.count
            place += 1
        }
        close(to: 0)
    }

    /// Visits the nodes around `position` that reach up to it, from the outermost.
    ///
    /// - Returns: The number of the node to go on with.
    private mutating func enter(_ tree: borrowing MarkdownTree, at position: Int) -> Int {
        let before = tree.firstIndex(startingAfter: position - 1) - 1
        guard before >= 0 else { return 0 }
        var path = [before]
        while let last = path.last, let parent = tree.parent(of: last) { path.append(parent) }
        for index in path.reversed() {
            let node = tree.packed(index)
            var next = index + 1
            guard node.end >= position else { return next + Int(node.count) }
            next += withUnsafePointer(to: node) { visit($0, base: 0) }
            // Inline text is styled whole.
            if node.kind.holdsInlines || !node.kind.isBlock { return next }
        }
        return before + 1
    }

    /// Writes the styles that start with a node.
    ///
    /// - Parameter base: Where the positions of the node count from.
    /// - Returns: How many of the nodes after it are to be passed over.
    @inline(never)
    private mutating func visit(_ place: UnsafePointer<PackedNode>, base: UInt32) -> Int {
        var node = place.pointee
        node.start &+= base
        close(to: node.depth)
        if node.kind.isBlock { return visitBlock(node) }
        visitInline(node)
        return 0
    }

    @inline(never)
    private mutating func visitBlock(_ node: PackedNode) -> Int {
        switch node.kind {
        case .paragraph, .heading, .tableCell, .calloutTitle:
            if let kind = MarkdownStyle.Kind.style(of: node) {
                add(kind, node.start, node.start + node.length)
            }
            if node.kind == .heading { visitHeading(node) }
            if Int(node.length) > longestLine, hasLongLine(node) { return Int(node.count) }
        case .list:
            listLevel += 1
            push(node, cursor: node.start, hasMarks: false)
        case .item:
            add(.listMark, node.start, node.start + node.lead, level: listLevel)
            push(node, cursor: node.start, hasMarks: false)
        case .taskMark: add(.taskMark, node.start, node.start + node.length, level: listLevel)
        case .quoteMark:
            let isNext = lastQuoteMark >= 0 && isSameLine(lastQuoteMark, node.from)
            quoteLevel = isNext ? quoteLevel + 1 : 1
            lastQuoteMark = node.from
            add(.quoteMark, node.start, node.start + 1, level: quoteLevel)
        case .codeBlock: visitFence(node)
        case .mathBlock, .commentBlock:
            add(node.kind == .mathBlock ? .mathDisplay : .comment, node.start, node.start + node.length)
            add(.mark, node.start, node.start + 2)
            push(node, cursor: node.start + node.length - node.trail, hasMarks: node.flags.contains(.special))
        case .frontmatter:
            add(.frontmatter, node.start, node.start + node.length)
            add(.fmText, node.start + node.lead, node.start + node.length - node.trail)
            push(node, cursor: node.start, hasMarks: false)
            visitFields(node)
        case .linkDefinition:
            add(.linkDef, node.start, node.start + node.length)
            push(node, cursor: node.start, hasMarks: false)
        default:
            if let kind = MarkdownStyle.Kind.style(of: node) {
                add(kind, node.start, node.start + node.length)
            }
        }
        return 0
    }

    @inline(__always)
    private mutating func visitInline(_ node: PackedNode) {
        if node.kind.rawValue >= MarkdownKind.linkLabel.rawValue, !enterPart(node) { return }
        let end = node.start &+ node.length
        if node.kind == .templater, open.count > 0, open.last.kind == .frontmatter { holdCommand(node) }
        add(kinds[Int(node.kind.rawValue)], node.start, end)
        guard node.lead > 0, node.kind != .tag else { return }
        let contentStart = node.start &+ node.lead
        let contentEnd = end &- node.trail
        add(.mark, node.start, contentStart)
        switch node.kind {
        case .wikilink, .embed: push(node, cursor: contentStart, hasMarks: true)
        case .link, .image:
            add(.linkText, contentStart, contentEnd)
            push(node, cursor: contentEnd, hasMarks: true)
        default:
            if node.count == 0, laterStart == .max {
                // Nothing comes between its signs.
                if contentEnd < end { add(.mark, contentEnd, end) }
            } else {
                push(node, cursor: contentEnd, hasMarks: true)
            }
        }
    }

    /// Writes the sign before a part of a link.
    ///
    /// - Returns: Whether the part has a style.
    @inline(never)
    private mutating func enterPart(_ node: PackedNode) -> Bool {
        guard open.count > 0 else { return true }
        let outer = open.last
        // The label that a definition defines is no use of it.
        if node.kind == .linkLabel, outer.kind == .linkDefinition { return false }
        guard outer.depth + 1 == node.depth, outer.hasMarks, node.kind != .embedSize,
            node.kind != .highlightColor
        else { return true }
        // What lies between the parts of a link is sign.
        if outer.cursor < node.start { add(.mark, outer.cursor, node.start) }
        open.base[open.count - 1].cursor = node.start + node.length
        return true
    }

    private mutating func visitHeading(_ node: PackedNode) {
        let length = node.data >> 3
        let nodeEnd = node.start + node.length
        if !node.flags.contains(.special) { add(.mark, node.start, node.start + (node.data & 7)) }
        // The closing mark comes after what the heading holds.
        push(node, cursor: nodeEnd - length, hasMarks: length > 0)
    }

    private mutating func visitFence(_ node: PackedNode) {
        add(.codeBlock, node.start, node.start + node.length)
        let sign = text[node.from]
        var open = node.from
        while open < node.end, text[open] == sign { open += 1 }
        add(.mark, node.start, UInt32(truncatingIfNeeded: open))
        var close = node.end
        if node.flags.contains(.special) {
            while close > open, text[close - 1] == sign { close -= 1 }
        }
        push(node, cursor: UInt32(truncatingIfNeeded: close), hasMarks: close < node.end)
        if node.contentEnd > node.contentStart {
            // Before the marks of its lines, which lie inside, but after the word on its first line.
            addLater(.codeText, node.start + node.lead, node.start + node.length - node.trail)
        }
    }

    // MARK: Writing

    @inline(__always)
    private mutating func add(_ kind: MarkdownStyle.Kind, _ start: UInt32, _ end: UInt32, level: UInt16 = 0) {
        if start >= laterStart { writeLater(upTo: start) }
        ranges.append(MarkdownStyle(kind: kind, level: level, start: start, end: end))
    }

    /// Keeps a style until its turn comes.
    private mutating func addLater(_ kind: MarkdownStyle.Kind, _ start: UInt32, _ end: UInt32) {
        if laterStart == .max { laterStart = start }
        later.append(MarkdownStyle(kind: kind, level: 0, start: start, end: end))
    }

    /// Writes the kept styles that start at `position` or before.
    private mutating func writeLater(upTo position: UInt32) {
        while nextLater < later.count, later[nextLater].start <= position {
            let style = later[nextLater]
            nextLater += 1
            // A command is opaque.
            let isInCommand = open.count > 0 && open.last.kind == .templater && style.start < open.last.end
            if !isInCommand { ranges.append(style) }
        }
        laterStart = nextLater < later.count ? later[nextLater].start : .max
        guard laterStart == .max else { return }
        later.truncate(to: 0)
        nextLater = 0
    }

    private mutating func push(_ node: PackedNode, cursor: UInt32, hasMarks: Bool) {
        open.append(
            OpenStyle(
                end: node.start + node.length, cursor: cursor, depth: node.depth, kind: node.kind,
                hasMarks: hasMarks))
    }

    /// Closes what is as deep as `depth`, or deeper.
    @inline(__always)
    private mutating func close(to depth: UInt32) {
        while open.count > 0, open.last.depth >= depth {
            let last = open.last
            // While it is open still: what lies in a command is none of its fields.
            if laterStart < last.end { writeLater(upTo: last.end - 1) }
            open.truncate(to: open.count - 1)
            if last.kind == .list { listLevel -= 1 }
            if last.hasMarks, last.cursor < last.end { add(.mark, last.cursor, last.end) }
        }
    }

    // MARK: Lines

    private func isSameLine(_ first: Int, _ second: Int) -> Bool {
        guard first < second, second - first < 16 else { return false }
        for position in first..<second where text[position].isLineEnd { return false }
        return true
    }

    /// Whether a run of inline text has a line longer than the limit; such lines are kept.
    private mutating func hasLongLine(_ node: PackedNode) -> Bool {
        var isLong = false
        var start = node.contentStart
        while start < node.contentEnd {
            let lineEnd = text.lineEnd(from: start, to: node.contentEnd)
            if lineEnd - start > longestLine { isLong = true }
            start = lineEnd + 1
        }
        if isLong { plainLines.append(node.contentStart..<node.contentEnd) }
        return isLong
    }

    // MARK: Front matter

    /// Lets the field that a command starts in reach to the end of the command, which may lie lines below.
    private mutating func holdCommand(_ command: PackedNode) {
        if command.start >= laterStart { writeLater(upTo: command.start) }
        let end = command.start + command.length
        var index = ranges.count - 1
        while index >= 0, ranges[index].kind != .fmText, ranges[index].end > command.start {
            ranges.base[index].end = max(ranges[index].end, end)
            index -= 1
        }
    }

    private mutating func visitFields(_ node: PackedNode) {
        FrontmatterFields.scan(text, node.contentStart..<node.contentEnd) { field in
            addLater(
                field.kind, UInt32(truncatingIfNeeded: field.range.lowerBound),
                UInt32(truncatingIfNeeded: field.range.upperBound))
        }
    }
}

extension MarkdownTree {
    /// From the start of the first to the end of the last block of text that touches a range.
    func blocks(touching range: Range<Int>) -> Range<Int> {
        var found = range
        guard count > 0 else { return found }
        let last = Swift.max(firstIndex(startingAfter: range.upperBound) - 1, 0)
        let first = Swift.max(firstIndex(startingAfter: range.lowerBound - 1) - 1, 0)
        for index in Set([first, last]) {
            var next: Int? = index
            while let node = next {
                let packed = packed(node)
                // Containers are not read.
                if packed.kind.rawValue >= MarkdownKind.paragraph.rawValue {
                    found = Swift.min(found.lowerBound, packed.from)..<Swift.max(found.upperBound, packed.end)
                }
                next = parent(of: node)
            }
        }
        return found
    }
}
