// SPDX-License-Identifier: MIT
// What stands at the end: footnotes, and the drawing.

internal import NoteExporting
internal import NoteMarkdown
internal import NoteSyntax

extension NoteFlow {
    /// Lays out the footnotes below a short rule, in the order in which they are referred to.
    func addNotes() throws(NotePDFError) {
        let referred = notes.notes.count
        notes.takeRest()
        guard !notes.notes.isEmpty else { return }
        gap = max(gap, 20)
        let isRuleAtRight = direction(of: notes.notes[0]) == .rightToLeft
        let ruleLeft = isRuleAtRight ? size.right - 72 : size.left
        try add(Box(content: .rule, left: ruleLeft, right: ruleLeft + 72, height: 0.75))
        gap = 5
        isNextGlued = true
        let step = TypeScale.note
        var highest = max(notes.notes.count, 9)
        var number = 0
        // A note may refer to others, which come behind it.
        while number < notes.notes.count {
            let note = notes.notes[number]
            number += 1
            highest = max(highest, notes.notes.count)
            let width = try markerText("\(highest).", step, .leftToRight).width + 6
            var inner = Container(block: -1, left: size.left, right: size.right, step: step)
            let hasReference =
                number <= referred || linkNumbers[.destination(Footnotes.noteName(number))] != nil
            let direction = direction(of: note)
            inner.indent(by: width, direction)
            let isRightToLeft = direction == .rightToLeft
            marker = Marker(
                kind: .text(try noteNumber(number, step, direction, isLinked: hasReference)),
                edge: isRightToLeft ? inner.right + 6 : inner.left - 6, isRightToLeft: isRightToLeft,
                size: step.size)
            if hasReference { marks.append(Box.Mark(name: Footnotes.noteName(number))) }
            switch note {
            case .runs(let runs):
                containers.append(inner)
                let style = InlineStyle(size: step.size, color: .text)
                try add(text(of: runs, style, isNote: true), step)
            case .block(let index): try addNote(document.blocks[index], in: inner)
            }
            try close(to: 1)
            marker = nil
        }
    }

    /// The direction of a note's first letters, so that its number is at its beginning.
    private func direction(of note: Footnotes.Note) -> TextDirection {
        switch note {
        case .block(let index): return firstDirection(in: document.blocks[index])
        case .runs(let runs):
            let bytes = runs.flatMap { Array($0.textBytes) }
            return ParagraphDirection.own(of: bytes.indices, in: bytes) ?? lastDirection
        }
    }

    private func addNote(_ block: MarkdownBlock, in container: Container) throws(NotePDFError) {
        var inner = container
        inner.block = block.index
        containers.append(inner)
        let own = try text(of: block.runs, InlineStyle(size: inner.step.size, color: .text))
        if !own.bytes.isEmpty { try add(own, inner.step) }
        let end = end(of: block)
        if own.bytes.isEmpty, end == block.index + 1 { try add(StyledText(), inner.step) }
        try add(block.index + 1..<end)
    }

    private func noteNumber(
        _ number: Int, _ step: TypeScale.Step, _ direction: TextDirection, isLinked: Bool
    ) throws(NotePDFError) -> SetText {
        let face = try setter.book.number(of: Face(size: step.size))
        var paint = Paint(color: .quiet)
        if isLinked {
            paint.color = .link
            paint.link = self.number(of: .destination(Footnotes.referenceName(number)))
        }
        return setter.set(
            StyledText("\(number).", face: face, paint: setter.number(of: paint)), width: 1000,
            direction: direction)
    }

    /// Lays out the drawing: whole, on the next page where this one has no room.
    func addDrawing() throws(NotePDFError) {
        guard let drawing = content.drawing, !drawing.isEmpty else { return }
        var picture: Picture
        do throws(ImageFault) {
            picture = try Picture(drawing, number: NotePDFRenderer.drawingNumber, watchedBy: watch)
        } catch {
            return warn(NotePDFReport.Warning(.drawingNotDrawn, reason: error.clause))
        }
        if picture.isEmpty { return }
        picture.fit(width: size.textWidth, height: size.textHeight)
        gap = max(gap, 16)
        try add(picture)
    }
}
