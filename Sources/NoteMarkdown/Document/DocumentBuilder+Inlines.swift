// SPDX-License-Identifier: MIT
// How inline constructs of a tree become runs with styles and links.

extension DocumentBuilder {
    /// Visits a node inside a block of inline text.
    ///
    /// - Returns: How many of the nodes after it are to be passed over.
    mutating func visitInline(_ node: PackedNode, _ tree: borrowing MarkdownTree) -> Int {
        if let last = inlines.last, last.depth >= node.depth { closeInlines(to: node.depth, tree) }
        write(to: min(node.from, inlines.last?.contentEnd ?? leafEnd))
        switch node.kind {
        case .emphasis: open(node, adding: .italic)
        case .strong: open(node, adding: .bold)
        case .strike: open(node, adding: .strike)
        case .highlight: open(node, adding: .highlight)
        case .inlineNote: open(node, adding: .footnote)
        case .link: openLink(node, adding: .link)
        case .image: openLink(node, adding: .embed)
        case .wikilink: openLink(node, adding: [.link, .wikilink])
        case .embed: openLink(node, adding: .embed)
        case .code: openCode(node)
        case .html, .templater:
            var whole = node
            (whole.lead, whole.trail) = (0, 0)
            open(whole, adding: [])
        case .linkDestination, .linkTitle, .linkLabel, .wikiTarget, .wikiSubpath, .wikiAlias, .embedSize:
            takePart(node)
        case .quoteMark: cursor = max(cursor, node.end)
        default: return writeOpaque(node)
        }
        return 0
    }

    /// Writes a construct that holds no others.
    private mutating func writeOpaque(_ node: PackedNode) -> Int {
        let outer = (style, link)
        cursor = node.end
        isAtLineStart = isAtLineStart && (node.kind == .comment || node.kind == .blockID)
        switch node.kind {
        case .escape:
            // The sign alone: its backslash is no part of what it says.
            addRun(text[node.contentStart], for: node.from..<node.end)
        case .entity:
            let start = shown.count
            for scalar in text.entityValue(node.from..<node.end) {
                shown.append(contentsOf: String(Character(scalar)).utf8)
            }
            addRun(from: start, for: node.from..<node.end)
        case .hardBreak:
            breakStart = node.from
        case .autolink, .url: writeAddress(node)
        case .tag:
            style.insert(.tag)
            writeVerbatim(node.from..<node.end)
        case .footnoteReference:
            style.insert(.footnote)
            writeVerbatim(node.contentStart..<node.contentEnd)
        case .mathDisplay where isOwnParagraph && node.from == leafStart && node.end == leafEnd:
            blocks[leafBlock].kind = .math
            writeVerbatim(node.contentStart..<node.contentEnd)
        case .math, .mathDisplay:
            style.insert(.math)
            writeVerbatim(node.contentStart..<node.contentEnd)
        case .blockID: trimBlanks()
        default: break
        }
        (style, link) = outer
        return Int(node.count)
    }

    /// Writes an address that is its own text.
    private mutating func writeAddress(_ node: PackedNode) {
        let address = node.contentStart..<node.contentEnd
        let bytes = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: text, count: count)[address])
        let hasScheme = bytes.contains(UInt8(ascii: ":"))
        // In a link or the description of an image it is words only.
        if style.isDisjoint(with: [.link, .embed]) {
            style.insert(.link)
            let start = names.count
            if !hasScheme {
                let isMail = bytes.contains(UInt8(ascii: "@"))
                names.append(contentsOf: (isMail ? "mailto:" : "http://").utf8)
            }
            names.append(contentsOf: bytes)
            link = addLink(
                PackedName(
                    start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: names.count)))
        }
        writeVerbatim(address)
    }

    mutating func addLink(_ name: PackedName) -> UInt32 {
        links.append(name)
        return UInt32(truncatingIfNeeded: links.count)
    }

    // MARK: Opening

    private mutating func open(_ node: PackedNode, adding added: MarkdownRun.Styles) {
        inlines.append(
            OpenInline(
                kind: node.kind, depth: node.depth, start: node.from, contentStart: node.contentStart,
                contentEnd: node.contentEnd, end: node.end, outerStyle: style, outerLink: link,
                firstRun: runs.count))
        style.formUnion(added)
        cursor = node.contentStart
    }

    /// Opens a link or an embed; in the description of an image it is words only.
    private mutating func openLink(_ node: PackedNode, adding added: MarkdownRun.Styles) {
        let isInImage = style.contains(.embed)
        let isInLink = style.contains(.link)
        open(node, adding: isInImage ? [] : added)
        let number = addLink(PackedName())
        let last = inlines.count - 1
        inlines[last].link = number
        if node.kind == .wikilink || node.kind == .embed {
            // Its text is known when its parts are.
            cursor = node.contentEnd
        } else if node.flags.contains(.special) {
            (inlines[last].targetStart, inlines[last].targetEnd) = (node.contentStart, node.contentEnd)
        }
        if !isInImage, !isInLink { link = number }
    }

    /// Opens code, of whose content one space at each end is none.
    private mutating func openCode(_ node: PackedNode) {
        var code = node
        let (first, end) = (node.contentStart, node.contentEnd)
        let hasLetters = (first..<end).contains { !text[$0].isBlankOrEnd || text[$0] == 0x09 }
        let isPadded =
            end - first > 1 && hasLetters && (text[first] == 0x20 || text[first].isLineEnd)
            && (text[end - 1] == 0x20 || text[end - 1].isLineEnd)
        var startsLine = false
        if isPadded {
            startsLine = text[first].isLineEnd
            code.lead += UInt32(startsLine ? after(first, to: end) - first : 1)
            var last = end - 1
            if text[last] == 0x20 {
                // Blanks after a line ending count as nothing, so the ending is the space.
                while last > first, text[last - 1].isSpaceOrTab { last -= 1 }
                last = text[last - 1].isLineEnd ? last - 1 : end - 1
            }
            if text[last] == 0x0A, text[last - 1] == 0x0D { last -= 1 }
            code.trail = UInt32(truncatingIfNeeded: node.end - max(last, code.contentStart))
        }
        open(code, adding: .code)
        isAtLineStart = startsLine
        guard leaf == .cell else { return }
        // In a table the backslash before a bar is the table's.
        var position = code.contentStart
        while position + 1 < code.contentEnd {
            if text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "|") {
                write(to: position)
                addRun(UInt8(ascii: "|"), for: position..<position + 2)
                cursor = position + 2
                position += 1
            }
            position += 1
        }
    }

    // MARK: Parts

    private mutating func takePart(_ node: PackedNode) {
        let last = inlines.count - 1
        guard last >= 0 else { return }
        switch node.kind {
        case .linkDestination:
            if inlines[last].link > 0 {
                links[Int(inlines[last].link) - 1] = unescapedName(node.from..<node.end)
            }
        case .linkLabel: (inlines[last].targetStart, inlines[last].targetEnd) = (node.from, node.end)
        case .wikiTarget, .wikiSubpath:
            if inlines[last].targetStart < 0 { inlines[last].targetStart = node.from }
            inlines[last].targetEnd = node.end
        case .wikiAlias: (inlines[last].aliasStart, inlines[last].aliasEnd) = (node.from, node.end)
        case .embedSize:
            if inlines[last].kind == .embed {
                inlines[last].aliasStart = -1
            } else {
                takeBackBar()
                cursor = max(cursor, node.end)
            }
        default: break
        }
        if node.kind != .embedSize { cursor = max(cursor, node.end) }
    }

    /// Takes back the bar before the size of an image, which is none of its words.
    private mutating func takeBackBar() {
        let last = runs.count - 1
        guard last >= firstRun, shown[shown.count - 1] == UInt8(ascii: "|") else { return }
        if runs[last].textEnd - runs[last].textStart == 1 {
            runs.removeLast()
        } else {
            runs[last].textEnd -= 1
            runs[last].end -= 1
        }
        shown.removeLast()
    }

    /// Takes back blanks at the end of what is written.
    private mutating func trimBlanks() {
        let last = runs.count - 1
        guard last >= firstRun, runs[last].isVerbatim else { return }
        while runs[last].textEnd > runs[last].textStart, shown[shown.count - 1].isSpaceOrTab {
            shown.removeLast()
            runs[last].textEnd -= 1
            runs[last].end -= 1
        }
        if runs[last].textEnd == runs[last].textStart { runs.removeLast() }
    }

    // MARK: Closing

    /// Ends the constructs that are as deep as `depth`, or deeper.
    mutating func closeInlines(to depth: UInt32, _ tree: borrowing MarkdownTree) {
        while let last = inlines.last, last.depth >= depth {
            write(to: last.contentEnd)
            inlines.removeLast()
            switch last.kind {
            case .link, .image: closeLink(last, tree)
            case .wikilink, .embed: closeWikilink(last)
            default: break
            }
            cursor = max(cursor, last.end)
            (style, link) = (last.outerStyle, last.outerLink)
        }
    }

    private mutating func closeLink(_ open: OpenInline, _ tree: borrowing MarkdownTree) {
        if open.targetStart >= 0, let label = tree.labelNumber(open.targetStart..<open.targetEnd, in: text) {
            references.append((Int(open.link) - 1, label))
        }
        // What shows nothing is there all the same.
        if runs.count == open.firstRun { addRun(from: shown.count, for: open.start..<open.end) }
    }

    private mutating func closeWikilink(_ open: OpenInline) {
        let target = max(0, open.targetStart)..<max(0, open.targetEnd)
        links[Int(open.link) - 1] = name(target)
        if open.kind == .embed, isOwnParagraph, inlines.isEmpty, open.start == leafStart, open.end == leafEnd
        {
            var end = target.lowerBound
            while end < target.upperBound, text[end] != UInt8(ascii: "#") { end += 1 }
            blocks[leafBlock].kind = .attachment
            blocks[leafBlock].name = name(target.lowerBound..<end)
            return
        }
        isAtLineStart = false
        writeVerbatim(
            open.aliasStart >= 0 && open.aliasEnd > open.aliasStart ? open.aliasStart..<open.aliasEnd : target
        )
    }
}
