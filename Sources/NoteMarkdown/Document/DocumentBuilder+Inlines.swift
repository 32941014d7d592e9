// SPDX-License-Identifier: MIT
// How inline constructs of a tree become runs with styles and links.

extension DocumentBuilder {
    /// Visits a node inside a block of inline text.
    ///
    /// - Returns: How many of the nodes after it are to be passed over.
    mutating func visitInline(_ node: PackedNode, _ tree: borrowing MarkdownTree) -> Int {
        if let last = inlines.last, last.depth >= node.depth { closeInlines(to: node.depth, tree) }
        write(to: min(node.from, inlines.last?.contentEnd ?? leafEnd))
        if let last = inlines.last, last.kind == .wikilink || last.kind == .embed {
            return takeWikiPart(node)
        }
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
        case .linkDestination, .linkTitle, .linkLabel, .embedSize:
            takePart(node)
            return Int(node.count)
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
        case .blockID: trimEnd()
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

    /// Opens code. Whether a space at its start is one of two that pad it shows at its end.
    private mutating func openCode(_ node: PackedNode) {
        open(node, adding: .code)
        let (first, end) = (node.contentStart, node.contentEnd)
        guard first < end else { return }
        if text[first] == 0x20 || text[first].isLineEnd {
            inlines[inlines.count - 1].isPadded = true
            cursor = text[first] == 0x20 ? first + 1 : after(first, to: end)
            isAtLineStart = text[first] != 0x20
            addRun(0x20, for: first..<cursor)
        }
        guard leaf == .cell else { return }
        // In a table the backslash before a bar is the table's.
        var position = cursor
        while position + 1 < end {
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

    /// Takes a part of a link or an image, which is none of its words.
    private mutating func takePart(_ node: PackedNode) {
        let last = inlines.count - 1
        guard last >= 0 else { return }
        switch node.kind {
        case .linkDestination:
            if inlines[last].link > 0 {
                links[Int(inlines[last].link) - 1] = unescapedName(node.from..<node.end)
            }
        case .linkLabel: (inlines[last].targetStart, inlines[last].targetEnd) = (node.from, node.end)
        case .embedSize: takeBackBar()
        default: break
        }
        cursor = max(cursor, node.end)
    }

    /// Takes a part of a wikilink or an embed, which shows its text when it ends.
    ///
    /// - Returns: How many of the nodes after it are to be passed over: commands may lie in it.
    private mutating func takeWikiPart(_ node: PackedNode) -> Int {
        let last = inlines.count - 1
        switch node.kind {
        case .wikiTarget, .wikiSubpath:
            if inlines[last].targetStart < 0 { inlines[last].targetStart = node.from }
            inlines[last].targetEnd = node.end
        case .wikiAlias:
            (inlines[last].aliasStart, inlines[last].aliasEnd) = (node.from, node.end)
            return 0
        case .embedSize: inlines[last].aliasStart = -1
        default: break
        }
        return Int(node.count)
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

    /// Takes back blanks, and with `lines` also line endings, at the end of what this leaf says.
    mutating func trimEnd(lines: Bool = false) {
        while runs.count > firstRun, let last = shown.last, last.isSpaceOrTab || lines && last == 0x0A {
            takeBackByte()
        }
    }

    /// Takes back the last byte of what is written, which is a character.
    private mutating func takeBackByte() {
        let last = runs.count - 1
        shown.removeLast()
        runs[last].textEnd -= 1
        if runs[last].isVerbatim { runs[last].end -= 1 }
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
            case .code where last.isPadded: closePaddedCode(last)
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

    /// Takes the padding away from code that starts and ends with a space and holds something else.
    private mutating func closePaddedCode(_ open: OpenInline) {
        let first = Int(runs[open.firstRun].textStart)
        guard shown.count - first > 1, shown[shown.count - 1] == 0x20,
            shown[first...].contains(where: { $0 != 0x20 })
        else { return }
        takeBackByte()
        runs.remove(at: open.firstRun)
        shown.remove(at: first)
        for run in open.firstRun..<runs.count {
            runs[run].textStart -= 1
            runs[run].textEnd -= 1
        }
    }

    private mutating func closeWikilink(_ open: OpenInline) {
        let target = max(0, open.targetStart)..<max(0, open.targetEnd)
        links[Int(open.link) - 1] = name(target)
        if open.kind == .embed, isOwnParagraph, inlines.isEmpty, open.start == leafStart, open.end == leafEnd
        {
            let file = fileName(in: target)
            // Without one it embeds a part of its own note.
            if !file.isEmpty {
                blocks[leafBlock].kind = .attachment
                blocks[leafBlock].name = name(file)
                return
            }
        }
        isAtLineStart = false
        if open.aliasStart >= 0, open.aliasEnd > open.aliasStart {
            return writeVerbatim(open.aliasStart..<open.aliasEnd)
        }
        // A caret in a part of a target stays in it: only what joins the parts is not as it is written.
        var last: Int?
        for part in text.wikilinkParts(target) {
            if let last { addRun(WikilinkText.joint, for: last..<part.lowerBound) }
            writeVerbatim(part)
            last = part.upperBound
        }
    }

    /// The part of an embed's target before its subpath, without the blanks around it.
    private func fileName(in target: Range<Int>) -> Range<Int> {
        var (start, end) = (target.lowerBound, target.lowerBound)
        while end < target.upperBound, text[end] != UInt8(ascii: "#") { end += 1 }
        while start < end, text[start].isSpaceOrTab { start += 1 }
        while start < end, text[end - 1].isSpaceOrTab { end -= 1 }
        return start..<end
    }
}
