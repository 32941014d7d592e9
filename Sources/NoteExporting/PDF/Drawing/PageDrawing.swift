// SPDX-License-Identifier: MIT
// How the boxes of a full page are drawn.

internal import CTypesetting
internal import NoteSyntax

/// Draws pages.
struct PageDrawing {
    let book: FontBook
    let setter: TextSetter
    let emoji = EmojiCache()
    /// References to footnotes whose first place is still to come, by the number of their link.
    var awaitedReferences: [Int32: String] = [:]
    private var links: [NoteLink] = []
    private var scratch: [cairo_glyph_t] = []
    private var color: Color?
    private var outline: [(level: Int, number: Int32)] = []

    init(book: FontBook, setter: TextSetter) {
        self.book = book
        self.setter = setter
    }

    /// Draws the boxes of one page and ends it.
    mutating func draw(
        _ placed: [Paginator.Placed], frames: [Frame], links: [NoteLink], on file: PDFFile
    ) throws(NotePDFError) {
        let context = file.context
        color = nil
        self.links = links
        draw(frames, around: placed, on: context)
        var open: String?
        var group = 0
        for item in placed {
            let box = item.box
            if box.group != group {
                if let open { cairo_tag_end(context, open) }
                open = box.role.tag
                group = box.group
                if let open { cairo_tag_begin(context, open, nil) }
            }
            for mark in box.marks { addDestination(mark.name, box.left, item.top, on: context) }
            if let entry = box.outline {
                outline.removeAll { $0.level >= entry.level }
                let number = file.addOutline(entry.title, below: outline.last?.number ?? 0, top: item.top)
                outline.append((entry.level, number))
            }
            if let marker = box.marker { draw(marker, baseline: item.top + box.baseline, on: context) }
            switch box.content {
            case .space: break
            case .rule: fill(Color.rule, box.left, item.top, box.right, item.top + 0.75, on: context)
            case .line(let text, let line):
                let width = text.lines[line].width
                let left = text.isRightToLeft ? box.right - width : box.left
                draw(text, line: line, left: left, baseline: item.top + box.baseline, on: context)
            case .row(let row, let lines):
                draw(
                    row, lines, left: box.left, right: box.right, top: item.top, height: box.height,
                    on: context)
            case .picture(let picture):
                picture.draw(on: context, left: box.left, top: item.top)
                color = nil
            }
        }
        if let open { cairo_tag_end(context, open) }
        try file.endPage()
    }

    // MARK: Text

    private mutating func draw(
        _ text: SetText, line number: Int, left: Double, baseline: Double, on context: OpaquePointer
    ) {
        var next = text.lines[number].runs.lowerBound
        let end = text.lines[number].runs.upperBound
        while next < end {
            let link = setter.paints[Int(text.runs[Int(next)].paint)].link
            guard link >= 0 else {
                draw(text.runs[Int(next)], of: text, left, baseline, on: context)
                next += 1
                continue
            }
            var last = next + 1
            while last < end, setter.paints[Int(text.runs[Int(last)].paint)].link == link { last += 1 }
            draw(link, Int(next)..<Int(last), of: text, left, baseline, on: context)
            next = last
        }
    }

    /// Draws the runs of a link in a line, with a link over them.
    private mutating func draw(
        _ link: Int32, _ runs: Range<Int>, of text: SetText, _ left: Double, _ baseline: Double,
        on context: OpaquePointer
    ) {
        let first = text.runs[runs.lowerBound]
        let last = text.runs[runs.upperBound - 1]
        var (top, bottom) = (baseline, baseline)
        for run in text.runs[runs] {
            let font = book.fonts[Int(run.font)]
            let height = baseline - setter.paints[Int(run.paint)].rise
            top = min(top, height - font.ascent)
            bottom = max(bottom, height + font.descent)
        }
        if let name = awaitedReferences.removeValue(forKey: link) {
            addDestination(name, left + first.left, top - 4, on: context)
        }
        let target =
            switch links[Int(link)] {
            case .address(let address): "uri='\(address)'"
            case .destination(let name): "dest='\(name)'"
            }
        let start = left + first.left
        let rectangle = [start, top, left + last.left + last.width - start, bottom - top].map(\.short)
        cairo_tag_begin(context, "Link", "rect=[\(rectangle.joined(separator: " "))] \(target)")
        for run in text.runs[runs] { draw(run, of: text, left, baseline, on: context) }
        cairo_tag_end(context, "Link")
    }

    private mutating func draw(
        _ run: SetText.Run, of text: SetText, _ left: Double, _ baseline: Double, on context: OpaquePointer
    ) {
        let paint = setter.paints[Int(run.paint)]
        let font = book.fonts[Int(run.font)]
        let start = left + run.left
        let end = start + run.width
        if let tint = paint.tint.color {
            let pad = paint.tint == .highlight ? 0.5 : 1.5
            fill(
                tint, start - pad, baseline - paint.rise - font.ascent * 0.92, end + pad,
                baseline - paint.rise + font.descent, on: context)
        }
        if color != paint.color { use(paint.color, on: context) }
        switch run.kind {
        case .text: show(run, of: text, font, left, baseline, on: context)
        case .color: showEmoji(run, of: text, left, baseline, on: context)
        case .missing: showMissing(run, of: text, left, baseline, on: context)
        }
        if paint.isStruck {
            let height = baseline - font.ascent * 0.29
            fill(paint.color, start, height, end, height + 0.6, on: context)
        }
    }

    private mutating func show(
        _ run: SetText.Run, of text: SetText, _ font: FontBook.Font, _ left: Double, _ baseline: Double,
        on context: OpaquePointer
    ) {
        let glyphs = text.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
        guard !glyphs.isEmpty else { return }
        scratch.removeAll(keepingCapacity: true)
        for glyph in glyphs {
            scratch.append(cairo_glyph_t(index: glyph.index, x: glyph.x + left, y: glyph.y + baseline))
        }
        cairo_set_scaled_font(context, font.cairo)
        let bytes = text.bytes[Int(run.bytes.lowerBound)..<Int(run.bytes.upperBound)]
        let clusters = text.clusters[Int(run.clusters.lowerBound)..<Int(run.clusters.upperBound)]
        if run.isRightToLeft {
            let forms = PresentationForms(bytes, clusters, glyphs, font.harfBuzz)
            show(scratch, as: forms.bytes[...], forms.clusters[...], isRightToLeft: true, on: context)
        } else {
            show(scratch, as: bytes, clusters, isRightToLeft: false, on: context)
        }
    }

    /// Shows glyphs as the text that they stand for.
    private func show(
        _ glyphs: [cairo_glyph_t], as bytes: ArraySlice<UInt8>, _ clusters: ArraySlice<cairo_text_cluster_t>,
        isRightToLeft: Bool, on context: OpaquePointer
    ) {
        let flags =
            isRightToLeft ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(rawValue: 0)
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                clusters.withUnsafeBufferPointer { clusters in
                    cairo_show_text_glyphs(
                        context, bytes.baseAddress, Int32(bytes.count), glyphs, Int32(glyphs.count),
                        clusters.baseAddress, Int32(clusters.count), flags)
                }
            }
        }
    }

    /// Shows a glyph in colour as an image; below it a dot that stands for its text.
    private mutating func showEmoji(
        _ run: SetText.Run, of text: SetText, _ left: Double, _ baseline: Double, on context: OpaquePointer
    ) {
        let glyphs = text.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
        guard let first = glyphs.first else { return }
        use(Color(0xFFFFFF), on: context)
        showStandIn(for: run, of: text, left, baseline, on: context)
        let atOrigin = glyphs.map { cairo_glyph_t(index: $0.index, x: $0.x - first.x, y: $0.y - first.y) }
        let font = book.fonts[Int(run.font)].cairo
        guard let image = emoji.image(of: atOrigin, font: run.font, font) else { return }
        cairo_save(context)
        cairo_translate(context, left + first.x + image.left, baseline + first.y + image.top)
        cairo_scale(context, 1 / EmojiCache.scale, 1 / EmojiCache.scale)
        cairo_set_source_surface(context, image.surface, 0, 0)
        // cairo_paint(3) as the first thing on a page makes cairo forget the tags before it.
        cairo_rectangle(context, 0, 0, image.width, image.height)
        cairo_fill(context)
        cairo_restore(context)
    }

    /// Draws a hollow box for a character that no font has: a blank would hide that it is there.
    private mutating func showMissing(
        _ run: SetText.Run, of text: SetText, _ left: Double, _ baseline: Double, on context: OpaquePointer
    ) {
        let (inset, height) = (0.8, 7.5)
        if run.width > 2 * inset {
            cairo_set_line_width(context, 0.6)
            cairo_rectangle(
                context, left + run.left + inset, baseline - height, run.width - 2 * inset, height)
            cairo_stroke(context)
        }
        showStandIn(for: run, of: text, left, baseline, on: context)
    }

    private mutating func showStandIn(
        for run: SetText.Run, of text: SetText, _ left: Double, _ baseline: Double, on context: OpaquePointer
    ) {
        guard let dot = setter.standIn(Int(run.textFont)) else { return }
        cairo_set_scaled_font(context, book.fonts[Int(run.textFont)].cairo)
        let bytes = Array(text.bytes[Int(run.bytes.lowerBound)..<Int(run.bytes.upperBound)])
        let place = left + run.left + max(0, run.width - dot.width) / 2
        show(
            [cairo_glyph_t(index: UInt(dot.glyph), x: place, y: baseline)], as: bytes[...],
            [cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: 1)][...],
            isRightToLeft: false, on: context)
    }

    // MARK: Other boxes

    private mutating func draw(_ marker: Marker, baseline: Double, on context: OpaquePointer) {
        switch marker.kind {
        case .text(let text):
            guard let line = text.lines.first else { return }
            draw(
                text, line: 0, left: marker.isRightToLeft ? marker.edge : marker.edge - line.width,
                baseline: baseline, on: context)
        case .tickedBox:
            let (left, top, side) = drawBox(marker, baseline, on: context)
            cairo_set_line_width(context, 1.1)
            cairo_move_to(context, left + side * 0.2, top + side * 0.52)
            cairo_line_to(context, left + side * 0.42, top + side * 0.75)
            cairo_line_to(context, left + side * 0.8, top + side * 0.25)
            cairo_stroke(context)
        case .box(let sign):
            let (left, _, side) = drawBox(marker, baseline, on: context)
            if let sign, let line = sign.lines.first {
                draw(
                    sign, line: 0, left: left + (side - line.width) / 2,
                    baseline: baseline - marker.size * 0.05,
                    on: context)
            }
        }
    }

    private mutating func drawBox(
        _ marker: Marker, _ baseline: Double, on context: OpaquePointer
    ) -> (left: Double, top: Double, side: Double) {
        let side = marker.size * 0.8
        let left = marker.isRightToLeft ? marker.edge : marker.edge - side
        let top = baseline - side + marker.size * 0.05
        use(Color.quiet, on: context)
        cairo_set_line_width(context, 0.75)
        cairo_rectangle(context, left, top, side, side)
        cairo_stroke(context)
        return (left, top, side)
    }

    private mutating func draw(
        _ row: TableRow, _ lines: Range<Int>, left: Double, right: Double, top: Double, height: Double,
        on context: OpaquePointer
    ) {
        let isFirst = lines.lowerBound == 0
        let isLast = lines.upperBound >= row.lineCount
        if row.isHead {
            fill(Color.headRow, left, top, right, top + height, on: context)
            fill(Color.rule, left, top, right, top + 0.75, on: context)
        }
        if isLast {
            fill(
                row.isHead ? Color.rule : Color.hairline, left, top + height - (row.isHead ? 0.75 : 0.5),
                right, top + height, on: context)
        }
        let start = top + (isFirst ? TableRow.padding : 0)
        for cell in row.cells {
            for line in lines where line < cell.text.lines.count {
                let width = cell.text.lines[line].width
                let space = cell.right - cell.left
                let isAtRight = cell.alignment == .right || cell.alignment == .none && cell.text.isRightToLeft
                let indent = cell.alignment == .center ? (space - width) / 2 : isAtRight ? space - width : 0
                draw(
                    cell.text, line: line, left: cell.left + indent,
                    baseline: start + Double(line - lines.lowerBound) * row.pitch + row.baseline, on: context)
            }
        }
    }

    private mutating func draw(
        _ frames: [Frame], around placed: [Paginator.Placed], on context: OpaquePointer
    ) {
        var spans: [Int32: (top: Double, bottom: Double)] = [:]
        for item in placed {
            var frame = item.box.frame
            while frame >= 0 {
                spans[frame, default: (item.top, 0)].bottom = item.top + item.box.height
                frame = frames[Int(frame)].parent
            }
        }
        for number in spans.keys.sorted() {
            guard let span = spans[number] else { continue }
            let frame = frames[Int(number)]
            let barWidth = 2.5
            let barLeft = frame.isRightToLeft ? frame.right - barWidth : frame.left
            switch frame.kind {
            case .bar: fill(frame.color, barLeft, span.top, barLeft + barWidth, span.bottom, on: context)
            case .panel: fill(frame.color, frame.left, span.top, frame.right, span.bottom, on: context)
            case .callout:
                fill(frame.color.tint, frame.left, span.top, frame.right, span.bottom, on: context)
                fill(frame.color, barLeft, span.top, barLeft + barWidth, span.bottom, on: context)
            }
        }
    }

    // MARK: Tags

    private func addDestination(_ name: String, _ left: Double, _ top: Double, on context: OpaquePointer) {
        cairo_tag_begin(context, "cairo.dest", "name='\(name)' x=\(left.short) y=\(top.short)")
        cairo_tag_end(context, "cairo.dest")
    }

    // MARK: Areas

    private mutating func use(_ color: Color, on context: OpaquePointer) {
        guard self.color != color else { return }
        self.color = color
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
    }

    private mutating func fill(
        _ color: Color, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double,
        on context: OpaquePointer
    ) {
        use(color, on: context)
        cairo_rectangle(context, left, top, right - left, bottom - top)
        cairo_fill(context)
    }
}
