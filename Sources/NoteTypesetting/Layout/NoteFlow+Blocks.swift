// SPDX-License-Identifier: MIT
// How each kind of block is laid out.

internal import NoteExporting
internal import NoteMarkdown

extension NoteFlow {
    /// Lays a block out; those inside it follow by themselves.
    func add(_ block: MarkdownBlock) throws(NotePDFError) {
        while containers.count > 1, container.block != block.parent { try closeInnermost() }
        if let name = targets.destinations[block.index] { marks.append(Box.Mark(name: name)) }
        switch block.kind {
        case .paragraph: try addParagraph(block)
        case .heading(let level): try addHeading(block, level)
        case .listItem(let item): try open(item, block)
        case .blockQuote: openQuote(block)
        case .callout(let callout): try open(callout, block)
        case .codeBlock: try addPanel(block.textBytes)
        case .math: try addPanel(block.textBytes)
        case .html: try addHTML(block)
        case .thematicBreak: try addBreak()
        case .table(let table): try add(table)
        case .attachment(let name): try addImage(name, source: block.range)
        case .footnote: break
        }
    }

    /// Closes containers until no more than `count` are open.
    func close(to count: Int) throws(NotePDFError) {
        while containers.count > count { try closeInnermost() }
    }

    private func closeInnermost() throws(NotePDFError) {
        if container.hasPadding {
            forcedGap = 0
            try addPadding(TypeScale.panelPadding, isGlued: true)
        }
        gap = max(gap, container.gapBelow)
        containers.removeLast()
    }

    // MARK: Text

    func addHeader() throws(NotePDFError) {
        if !content.title.isEmpty {
            let face = try setter.book.number(of: Face(size: TypeScale.title.size, isBold: true))
            try add(
                StyledText(content.title, face: face, paint: setter.number(of: Paint())), TypeScale.title,
                keepsWithNext: true)
        }
        if let date = content.eventDate, !date.isEmpty {
            let face = try setter.book.number(of: Face(size: TypeScale.date.size))
            try add(
                StyledText(date, face: face, paint: setter.number(of: Paint(color: .quiet))), TypeScale.date,
                keepsWithNext: true)
        }
        guard isNextGlued else { return }
        gap = 8
        try add(Box(content: .rule, left: size.left, right: size.right, height: 0.75))
        gap = 16
    }

    private func addParagraph(_ block: MarkdownBlock) throws(NotePDFError) {
        let step = container.step
        let above = container.isTightItem ? TypeScale.tightItem : step.above
        for piece in try pieces(of: block.runs, InlineStyle(size: step.size, color: container.color)) {
            switch piece {
            case .text(let text): try add(text, step, above: above)
            case .image(let picture): try addImage(picture)
            }
        }
        if container.isTightItem { gap = TypeScale.tightItem }
    }

    private func addHeading(_ block: MarkdownBlock, _ level: Int) throws(NotePDFError) {
        let step = TypeScale.heading(level)
        let style = InlineStyle(size: step.size, color: level > 4 ? .quiet : container.color, isBold: true)
        let text = try text(of: block.runs, style)
        try add(
            text, step, keepsWithNext: true, outline: Box.OutlineEntry(title: block.text, level: level))
    }

    private func addBreak() throws(NotePDFError) {
        gap = max(gap, 13)
        let container = container
        try add(
            Box(
                content: .rule, left: container.left, right: container.right, height: 0.75,
                frame: container.frame))
        gap = 13
    }

    private func addHTML(_ block: MarkdownBlock) throws(NotePDFError) {
        // A comment is for whoever edits the note.
        let text = block.textBytes
        let ends = "-->".utf8
        if text.starts(with: "<!--".utf8), text.suffix(3).elementsEqual(ends) { return }
        try addPanel(text)
    }

    // MARK: Containers

    private func open(_ item: MarkdownBlock.ListItem, _ block: MarkdownBlock) throws(NotePDFError) {
        let outer = container
        let step = outer.step
        let isFirst = item.list == block.index
        let above = isFirst && item.depth == 0 ? step.above : item.isTight ? TypeScale.tightItem : step.above
        var inner = outer
        inner.block = block.index
        inner.hasPadding = false
        inner.isTightItem = item.isTight
        inner.gapBelow = item.isTight ? TypeScale.tightItem : step.below
        let pieces = try pieces(of: block.runs, InlineStyle(size: step.size, color: outer.color))
        var direction = lastDirection
        if case .text(let text)? = pieces.first { direction = text.direction ?? lastDirection }
        inner.indent(by: try indent(of: item, step), direction)
        marker = try marker(of: item, in: inner, direction)
        containers.append(inner)
        gap = max(gap, above)
        var isEmpty = true
        for piece in pieces {
            switch piece {
            case .text(let text):
                try add(text, step, above: isEmpty ? above : TypeScale.tightItem)
            case .image(let picture): try addImage(picture)
            }
            isEmpty = false
        }
        let next = block.index + 1
        if isEmpty, next >= document.blocks.count || document.blocks[next].parent != block.index {
            try add(StyledText(), step, above: above)
        }
        if !isEmpty { gap = inner.gapBelow }
    }

    private func openQuote(_ block: MarkdownBlock) {
        let direction = firstDirection(in: block)
        gap = max(gap, container.step.above)
        var inner = container
        inner.block = block.index
        inner.hasPadding = false
        inner.isTightItem = false
        inner.gapBelow = container.step.below
        inner.color = .quiet
        pushFrame(.bar, color: .bar, direction, &inner)
        inner.indent(by: TypeScale.quoteIndent, direction)
        containers.append(inner)
    }

    private func open(_ callout: MarkdownBlock.Callout, _ block: MarkdownBlock) throws(NotePDFError) {
        let direction = firstDirection(in: block)
        gap = max(gap, container.step.above + 2)
        let color = Color.callout(callout.type)
        var inner = container
        inner.block = block.index
        inner.isTightItem = false
        inner.gapBelow = container.step.below + 2
        inner.color = .text
        inner.hasPadding = pushFrame(.callout, color: color, direction, &inner)
        inner.indent(by: TypeScale.quoteIndent, direction)
        if inner.hasPadding, inner.right - inner.left > TypeScale.narrowest {
            if direction == .leftToRight { inner.right -= 8 } else { inner.left += 8 }
        }
        containers.append(inner)
        if inner.hasPadding {
            try addPadding(TypeScale.panelPadding, isGlued: false)
            isNextGlued = true
            forcedGap = 0
        }
        let style = InlineStyle(size: inner.step.size, color: color, isBold: true)
        var title = try text(of: block.runs, style)
        if title.bytes.isEmpty {
            let face = try setter.book.number(of: Face(size: inner.step.size, isBold: true))
            let name = callout.type.prefix(1).uppercased() + callout.type.dropFirst()
            title = StyledText(name, face: face, paint: setter.number(of: Paint(color: color)))
        }
        try add(title, inner.step, keepsWithNext: hasChildren(block))
        forcedGap = 3
    }

    /// Puts a frame around what follows; false where there are too many around it already.
    @discardableResult
    func pushFrame(_ kind: Frame.Kind, color: Color, _ direction: TextDirection, _ container: inout Container)
        -> Bool
    {
        let depth = container.frame < 0 ? 0 : frames[Int(container.frame)].depth + 1
        guard depth < TypeScale.deepest else { return false }
        frames.append(
            Frame(
                kind: kind, parent: container.frame, left: container.left, right: container.right,
                color: color, isRightToLeft: direction == .rightToLeft, depth: depth))
        container.frame = Int32(frames.count - 1)
        return true
    }

    private func hasChildren(_ block: MarkdownBlock) -> Bool {
        let next = block.index + 1
        return next < document.blocks.count && document.blocks[next].parent == block.index
    }

    /// The direction of the first text with letters in a block.
    func firstDirection(in block: MarkdownBlock) -> TextDirection {
        var next = block.index
        // What comes later says little, and quotes may be nested without end.
        let end = min(document.blocks.count, next + 8)
        while next < end,
            next == block.index || document.blocks[next].range.lowerBound < block.range.upperBound
        {
            let bytes = Array(document.blocks[next].textBytes)
            if let found = ParagraphDirection.own(of: bytes.indices, in: bytes) { return found }
            next += 1
        }
        return lastDirection
    }

    // MARK: Markers

    private func indent(of item: MarkdownBlock.ListItem, _ step: TypeScale.Step) throws(NotePDFError)
        -> Double
    {
        guard item.ordinal != nil, let highest = highestOrdinals[item.list] else {
            return TypeScale.listIndent
        }
        let width = try markerText("\(highest).", step, .leftToRight).width
        return max(TypeScale.listIndent, width + 7)
    }

    private func marker(
        of item: MarkdownBlock.ListItem, in inner: Container, _ direction: TextDirection
    ) throws(NotePDFError) -> Marker {
        let isRightToLeft = direction == .rightToLeft
        let distance = item.ordinal == nil && item.task == nil ? 7.0 : 5.5
        let edge = isRightToLeft ? inner.right + distance : inner.left - distance
        let kind: Marker.Kind
        if let task = item.task {
            switch task {
            case " ": kind = .box(nil)
            case "x", "X": kind = .tickedBox
            default:
                let step = TypeScale.Step(size: 7, pitch: 9, above: 0, below: 0)
                kind = .box(try markerText(String(task), step, .leftToRight))
            }
        } else if let ordinal = item.ordinal {
            kind = .text(try markerText("\(ordinal).", inner.step, direction))
        } else {
            kind = .text(item.depth % 2 == 0 ? try bullet(inner) : try markerText("–", inner.step, direction))
        }
        return Marker(kind: kind, edge: edge, isRightToLeft: isRightToLeft, size: inner.step.size)
    }

    /// A bullet in the colour of its text: as tall as the letters without ascenders by `TypeScale.bullet`, and
    /// at half their height, whatever the font thinks of bullets.
    private func bullet(_ container: Container) throws(NotePDFError) -> SetText {
        let size = container.step.size
        let key = "\(size) \(container.color)•"
        if let known = markers[key] { return known }
        var face = Face(size: size)
        var paint = Paint(color: container.color)
        let number = try setter.book.number(of: face)
        if let letter = setter.ink("x", ofFace: number), let dot = setter.ink("•", ofFace: number) {
            let scale = letter.height * TypeScale.bullet / dot.height
            face.size = size * scale
            paint.rise = letter.bottom + letter.height / 2 - (dot.bottom + dot.height / 2) * scale
        }
        let set = setter.set(
            StyledText("•", face: try setter.book.number(of: face), paint: setter.number(of: paint)),
            width: 1000)
        if markers.count < 1000 { markers[key] = set }
        return set
    }

    func markerText(
        _ text: String, _ step: TypeScale.Step, _ direction: TextDirection
    ) throws(NotePDFError) -> SetText {
        let key = "\(step.size)\(direction == .rightToLeft ? "<" : ">")\(text)"
        if let known = markers[key] { return known }
        let face = try setter.book.number(of: Face(size: step.size))
        let set = setter.set(
            StyledText(text, face: face, paint: setter.number(of: Paint(color: .quiet))), width: 1000,
            direction: direction)
        if markers.count < 1000 { markers[key] = set }
        return set
    }
}
