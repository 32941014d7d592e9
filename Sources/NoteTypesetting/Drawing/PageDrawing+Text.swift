// SPDX-License-Identifier: MIT
// How the glyphs of a line are drawn, with the links over them and the text that they stand for.

internal import CTypesetting

extension PageDrawing {
    mutating func draw(
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
            let pad = paint.tint.padding
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
}
