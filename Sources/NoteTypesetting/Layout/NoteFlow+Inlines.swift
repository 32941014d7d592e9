// SPDX-License-Identifier: MIT
// How the runs of a block become text to be set, links, references and images.

internal import NoteExporting
internal import NoteMarkdown

/// How the text of a block looks where nothing else is said.
struct InlineStyle {
    var size: Double
    var color: Color
    var isBold = false
}

/// What the runs of a block are divided into.
enum InlinePiece {
    case text(StyledText)
    case image(Picture)
}

extension NoteFlow {
    /// The text of runs where no image has room: its words stand for it.
    func text(
        of runs: some Sequence<MarkdownRun>, _ style: InlineStyle, isNote: Bool = false
    ) throws(NotePDFError) -> StyledText {
        var text = StyledText()
        for piece in try pieces(of: runs, style, isNote: isNote, hasRoom: false) {
            if case .text(let more) = piece { text.append(more) }
        }
        return text
    }

    /// The text of runs, divided where images stand in it.
    ///
    /// - Parameters:
    ///   - isNote: Whether the runs are those of a note that was written in the text.
    ///   - hasRoom: Whether images are drawn.
    func pieces(
        of runs: some Sequence<MarkdownRun>, _ style: InlineStyle, isNote: Bool = false, hasRoom: Bool = true
    ) throws(NotePDFError) -> [InlinePiece] {
        var pieces: [InlinePiece] = []
        var text = StyledText()
        var note: [MarkdownRun] = []
        var lastImage: Range<Int>?
        // Whether words stand for the last one.
        var isDescribed = false
        for run in runs {
            var styles = run.styles
            if isNote, !isReference(run) { styles.remove(.footnote) }
            if styles.isEmpty, note.isEmpty {
                text.append(
                    run.textBytes, face: try face(styles, style),
                    paint: setter.number(of: Paint(color: style.color)))
                continue
            }
            if styles.contains(.footnote), !isReference(run) {
                note.append(run)
                continue
            }
            try end(&note, style, &text)
            if styles.contains(.embed), !styles.contains(.link) {
                // Without words the run is the whole placement.
                defer { lastImage = run.textBytes.isEmpty ? nil : run.range }
                var picture: Picture?
                if !isSameImage(run.range, as: lastImage) {
                    isDescribed = false
                    guard let name = run.link, Self.isImage(name) else { continue }
                    if hasRoom { picture = self.picture(name, source: run.range, isPlaced: false) }
                    isDescribed = picture == nil && (!hasRoom || describes(run))
                }
                guard let picture else {
                    guard isDescribed else { continue }
                    text.append(
                        run.textBytes, face: try face([], style),
                        paint: setter.number(of: Paint(color: .quiet)))
                    continue
                }
                if !text.isBlank { pieces.append(.text(text.trimmed)) }
                text = StyledText()
                pieces.append(.image(picture))
                continue
            }
            if styles.contains(.footnote) {
                try addReference(run, style, &text)
            } else {
                text.append(
                    run.textBytes, face: try face(styles, style),
                    paint: setter.number(of: paint(of: run, styles, style)))
            }
        }
        try end(&note, style, &text)
        // Blanks are what stood between things that are left out.
        if !text.isBlank { pieces.append(.text(pieces.isEmpty ? text : text.trimmed)) }
        return pieces
    }

    /// Whether a run is more words of the image that the last one was of.
    private func isSameImage(_ range: Range<Int>, as last: Range<Int>?) -> Bool {
        guard let last, last.upperBound <= range.lowerBound else { return false }
        return !content.body[last.upperBound..<range.lowerBound].contains(UInt8(ascii: "]"))
    }

    private func paint(of run: MarkdownRun, _ styles: MarkdownRun.Styles, _ style: InlineStyle) -> Paint {
        var paint = Paint(color: style.color)
        if styles.contains(.link), let target = run.link { link(target, styles, &paint) }
        if styles.contains(.strike) { paint.isStruck = true }
        if styles.contains(.highlight) { paint.tint = .highlight }
        if styles.contains(.tag) { paint.tint = .tag }
        if styles.contains(.code) || styles.contains(.math) { paint.tint = .code }
        return paint
    }

    private func face(_ styles: MarkdownRun.Styles, _ style: InlineStyle) throws(NotePDFError) -> Int {
        let isCode = styles.contains(.code) || styles.contains(.math)
        return try setter.book.number(
            of: Face(
                family: isCode ? .code : .text, size: isCode ? style.size * TypeScale.codeInText : style.size,
                isBold: style.isBold || styles.contains(.bold), isItalic: styles.contains(.italic)))
    }

    // MARK: Links

    private func link(_ written: String, _ styles: MarkdownRun.Styles, _ paint: inout Paint) {
        if let subpath = ownSubpath(written, isWikilink: styles.contains(.wikilink)) {
            if let name = targets.destination(of: subpath) {
                paint.link = number(of: .destination(name))
                paint.color = .link
            } else {
                warn(NotePDFReport.Warning(.deadLink, name: written))
            }
        } else if !styles.contains(.wikilink), let address = NoteLink.outside(written) {
            paint.link = number(of: address)
            paint.color = .link
        }
    }

    /// What of this note a link names; nil where it leads elsewhere.
    private func ownSubpath(_ written: String, isWikilink: Bool) -> String? {
        guard let sign = written.firstIndex(of: "#") else { return nil }
        guard sign == written.startIndex || isWikilink && written[..<sign] == content.title else {
            return nil
        }
        let subpath = String(written[written.index(after: sign)...])
        guard !subpath.isEmpty else { return nil }
        return isWikilink ? subpath : NoteLink.withoutPercents(subpath)
    }

    func number(of link: NoteLink) -> Int32 {
        if let known = linkNumbers[link] { return known }
        links.append(link)
        linkNumbers[link] = Int32(links.count - 1)
        return Int32(links.count - 1)
    }

    /// Finds what links lead to before anything is drawn, so that it is known what needs a destination.
    func findTargets() {
        func look(_ runs: MarkdownRuns) {
            for run in runs where run.styles.contains(.link) {
                guard let link = run.link,
                    let subpath = ownSubpath(link, isWikilink: run.styles.contains(.wikilink))
                else { continue }
                _ = targets.destination(of: subpath)
            }
        }
        for block in document.blocks {
            switch block.kind {
            case .table(let table): for row in table.rows { for cell in row { look(cell.runs) } }
            case .listItem(let item):
                if let ordinal = item.ordinal {
                    highestOrdinals[item.list] = max(ordinal, highestOrdinals[item.list] ?? 0)
                }
                look(block.runs)
            default: look(block.runs)
            }
        }
    }

    // MARK: Footnotes

    /// Whether a run of a footnote is the label of a reference, and not the note itself.
    private func isReference(_ run: MarkdownRun) -> Bool {
        let start = run.range.lowerBound
        return start >= 2 && content.body[start - 1] == UInt8(ascii: "^")
            && content.body[start - 2] == UInt8(ascii: "[")
    }

    private func addReference(
        _ run: MarkdownRun, _ style: InlineStyle, _ text: inout StyledText
    ) throws(NotePDFError) {
        guard let number = notes.number(of: run.text) else {
            warn(NotePDFReport.Warning(.deadLink, name: "^" + run.text))
            let face = try face([], style)
            text.append(
                "[^\(run.text)]".utf8, face: face, paint: setter.number(of: Paint(color: style.color)))
            return
        }
        try addNumber(number, style, &text)
    }

    /// Ends a note that is written in the text.
    private func end(
        _ note: inout [MarkdownRun], _ style: InlineStyle, _ text: inout StyledText
    ) throws(NotePDFError) {
        guard !note.isEmpty else { return }
        let number = notes.number(of: note)
        note.removeAll()
        try addNumber(number, style, &text)
    }

    private func addNumber(
        _ number: Int, _ style: InlineStyle, _ text: inout StyledText
    ) throws(NotePDFError) {
        let face = try setter.book.number(
            of: Face(size: style.size * TypeScale.raised.size, isBold: style.isBold))
        var paint = Paint(color: .link, rise: style.size * TypeScale.raised.rise)
        let isFirst = linkNumbers[.destination(Footnotes.noteName(number))] == nil
        paint.link = self.number(of: .destination(Footnotes.noteName(number)))
        if isFirst { expect(reference: Footnotes.referenceName(number), link: paint.link) }
        text.append("\(number)".utf8, face: face, paint: setter.number(of: paint))
    }
}
