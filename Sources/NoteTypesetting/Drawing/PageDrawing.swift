// SPDX-License-Identifier: MIT
// How the boxes of a full page are drawn.

internal import CTypesetting
internal import NoteExporting
internal import NoteSyntax

/// Draws pages.
struct PageDrawing {
    let book: FontBook
    let setter: TextSetter
    let emoji = EmojiCache()
    /// References to footnotes whose first place is still to come, by the number of their link.
    var awaitedReferences: [Int32: String] = [:]
    var links: [NoteLink] = []
    var scratch: [cairo_glyph_t] = []
    var color: Color?
    private let watch: (any ImageWatch)?
    private var outline: [(level: Int, number: Int32)] = []

    init(book: FontBook, setter: TextSetter, watchedBy watch: (any ImageWatch)?) {
        self.watch = watch
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
                draw(picture, left: box.left, top: item.top, on: context)
                color = nil
            }
        }
        if let open { cairo_tag_end(context, open) }
        try file.endPage()
    }

    // MARK: Boxes

    private func draw(_ picture: Picture, left: Double, top: Double, on context: OpaquePointer) {
        watch?.beginDrawing(picture.number)
        picture.draw(on: context, left: left, top: top)
        watch?.end()
    }

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
        for item in placed {
            guard case .line(let text, let line) = item.box.content, text.lines[line].goesOn,
                item.box.frame >= 0,
                frames[Int(item.box.frame)].right - item.box.right >= TypeScale.panelPadding
            else { continue }
            drawHook(item.box.right + 1.5, item.top + item.box.baseline, on: context)
        }
    }

    /// Draws the sign that a line of code goes on below: beside the text and no part of it.
    private mutating func drawHook(_ left: Double, _ baseline: Double, on context: OpaquePointer) {
        use(Color.quiet, on: context)
        cairo_set_line_width(context, 0.6)
        cairo_move_to(context, left + 4.5, baseline - 4.5)
        cairo_line_to(context, left + 4.5, baseline - 1.5)
        cairo_line_to(context, left, baseline - 1.5)
        cairo_move_to(context, left + 1.5, baseline - 3)
        cairo_line_to(context, left, baseline - 1.5)
        cairo_line_to(context, left + 1.5, baseline)
        cairo_stroke(context)
    }

    // MARK: Tags

    func addDestination(_ name: String, _ left: Double, _ top: Double, on context: OpaquePointer) {
        cairo_tag_begin(context, "cairo.dest", "name='\(name)' x=\(left.short) y=\(top.short)")
        cairo_tag_end(context, "cairo.dest")
    }

    // MARK: Areas

    mutating func use(_ color: Color, on context: OpaquePointer) {
        guard self.color != color else { return }
        self.color = color
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
    }

    mutating func fill(
        _ color: Color, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double,
        on context: OpaquePointer
    ) {
        use(color, on: context)
        cairo_rectangle(context, left, top, right - left, bottom - top)
        cairo_fill(context)
    }
}
