// SPDX-License-Identifier: MIT
// Shapes what is not plain: other scripts, text in both directions, emoji, characters of other fonts.

internal import CTypesetting

extension TextSetter {
    /// Shapes one hard line with Pango, which finds a font for each character.
    func shapeWithPango(
        _ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ spans: [StyledText.Span],
        from first: Int,
        isRightToLeft: Bool
    ) {
        UnsafeBufferPointer(rebasing: bytes[range]).withMemoryRebound(to: CChar.self) { text in
            guard let start = text.baseAddress else { return }
            let length = Int32(text.count)
            let attributes = attributes(range, spans, from: first)
            defer { pango_attr_list_unref(attributes) }
            let count = range.reduce(into: 1) { if bytes[$1] & 0xC0 != 0x80 { $0 += 1 } }
            let breaks = UnsafeMutablePointer<PangoLogAttr>.allocate(capacity: count)
            defer { breaks.deallocate() }
            pango_get_log_attrs(
                start, length, isRightToLeft ? 1 : 0, pango_context_get_language(book.context), breaks,
                Int32(count))
            let items = pango_itemize_with_base_dir(
                book.context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR, start, 0, length,
                attributes, nil)
            defer { g_list_free(items) }
            let glyphs = pango_glyph_string_new()
            defer { pango_glyph_string_free(glyphs) }
            var walk = ClusterWalk(
                bytes: bytes, base: range.lowerBound, spans: spans, span: first, breaks: breaks)
            var next = items
            while let link = next {
                next = link.pointee.next
                guard let item = link.pointee.data?.assumingMemoryBound(to: PangoItem.self) else { continue }
                defer { pango_item_free(item) }
                guard let glyphs, let font = item.pointee.analysis.font, let number = book.number(of: font)
                else {
                    let lost = range.lowerBound + Int(item.pointee.offset)
                    noteMissing(bytes[lost..<lost + Int(item.pointee.length)])
                    continue
                }
                for portion in portions(of: item.pointee, bytes: range.lowerBound, bytes) {
                    pango_shape_with_flags(
                        start + portion.lowerBound, Int32(portion.count), start, length,
                        &item.pointee.analysis, glyphs, PANGO_SHAPE_NONE)
                    add(
                        portion, level: UInt8(item.pointee.analysis.level), glyphs.pointee, font: number,
                        &walk)
                }
            }
        }
    }

    private func noteMissing(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { missing.insert(scalar.value) }
    }

    /// Stretches of an item that are shaped at once: HarfBuzz takes time in the square of the marks on one letter.
    private func portions(
        of item: PangoItem, bytes base: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [Range<Int>] {
        let most = 4096
        var portions: [Range<Int>] = []
        var start = Int(item.offset)
        let end = start + Int(item.length)
        while end - start > most {
            var cut = start + most
            while cut > start + most / 2, bytes[base + cut - 1] != 0x20 { cut -= 1 }
            if bytes[base + cut - 1] != 0x20 {
                cut = start + most
                while bytes[base + cut] & 0xC0 == 0x80 { cut -= 1 }
            }
            portions.append(start..<cut)
            start = cut
        }
        portions.append(start..<end)
        return portions
    }

    private func attributes(_ range: Range<Int>, _ spans: [StyledText.Span], from first: Int)
        -> OpaquePointer?
    {
        let list = pango_attr_list_new()
        var start = range.lowerBound
        var span = first
        while start < range.upperBound {
            let end = min(spans[span].end, range.upperBound)
            if let attribute = pango_attr_font_desc_new(book.description(ofFace: spans[span].face)) {
                attribute.pointee.start_index = UInt32(start - range.lowerBound)
                attribute.pointee.end_index = UInt32(end - range.lowerBound)
                pango_attr_list_insert(list, attribute)
            }
            start = end
            span += 1
        }
        // As in plain words, see `WordCache`.
        if let attribute = pango_attr_font_features_new("liga=0") { pango_attr_list_insert(list, attribute) }
        if let hanLanguage, let attribute = pango_attr_language_new(hanLanguage) {
            pango_attr_list_insert(list, attribute)
        }
        return list
    }

    /// Adds the clusters of a stretch, in reading order.
    private func add(
        _ stretch: Range<Int>, level: UInt8, _ string: PangoGlyphString, font: Int, _ walk: inout ClusterWalk
    ) {
        let count = Int(string.num_glyphs)
        guard count > 0, let infos = string.glyphs, let offsets = string.log_clusters else { return }
        if level & 1 == 1 { shaped.hasRightToLeft = true }
        let isReversed = level & 1 == 1
        var place = isReversed ? count - 1 : 0
        while isReversed ? place >= 0 : place < count {
            let offset = offsets[place]
            var other = place
            if isReversed {
                while other > 0, offsets[other - 1] == offset { other -= 1 }
            } else {
                while other + 1 < count, offsets[other + 1] == offset { other += 1 }
            }
            let following = isReversed ? other - 1 : other + 1
            let end =
                following >= 0 && following < count ? max(offsets[following], offset) : Int32(stretch.count)
            let group = min(place, other)...max(place, other)
            add(
                infos, group, bytes: stretch.lowerBound + Int(offset)..<stretch.lowerBound + Int(end),
                font: font,
                level: level,
                &walk)
            place = following
        }
    }

    private func add(
        _ infos: UnsafeMutablePointer<PangoGlyphInfo>, _ group: ClosedRange<Int>, bytes: Range<Int>,
        font: Int,
        level: UInt8, _ walk: inout ClusterWalk
    ) {
        guard !bytes.isEmpty else { return }
        walk.advance(to: bytes.lowerBound)
        var kind = SetText.Run.Kind.text
        let start = shaped.glyphs.count
        var width: Int32 = 0
        for place in group {
            let glyph = infos[place].glyph
            width += infos[place].geometry.width
            if glyph == CTypesettingEmptyGlyph { continue }
            if glyph & CTypesettingUnknownGlyph != 0 {
                kind = .missing
                missing.insert(glyph & ~CTypesettingUnknownGlyph)
                continue
            }
            if kind == .text, CTypesettingIsColor(infos + place) { kind = .color }
            shaped.glyphs.append(
                ShapedText.Glyph(
                    index: glyph, advance: infos[place].geometry.width,
                    right: infos[place].geometry.x_offset, up: -infos[place].geometry.y_offset))
        }
        let paint = walk.paint
        let textFont = Int32(book.font(ofFace: walk.face))
        if shaped.items.last.map({
            $0.kind != kind || $0.font != font || $0.textFont != textFont || $0.paint != paint
                || $0.level != level
        }) ?? true {
            shaped.items.append(
                ShapedText.Item(kind: kind, font: Int32(font), textFont: textFont, paint: paint, level: level)
            )
        }
        shaped.clusters.append(
            ShapedText.Cluster(
                glyph: Int32(start), byte: Int32(walk.base + bytes.lowerBound), width: width,
                item: Int32(shaped.items.count - 1), glyphCount: Int32(shaped.glyphs.count - start),
                byteCount: Int32(bytes.count), mayBreakBefore: walk.mayBreak,
                isBlank: walk.isBlank(bytes)))
    }
}

/// Where in a hard line the clusters have come to: which character, which span.
private struct ClusterWalk {
    let bytes: UnsafeBufferPointer<UInt8>
    let base: Int
    let spans: [StyledText.Span]
    var span: Int
    let breaks: UnsafeMutablePointer<PangoLogAttr>
    private var byte = 0
    private var character = 0

    init(
        bytes: UnsafeBufferPointer<UInt8>, base: Int, spans: [StyledText.Span], span: Int,
        breaks: UnsafeMutablePointer<PangoLogAttr>
    ) {
        self.bytes = bytes
        self.base = base
        self.spans = spans
        self.span = span
        self.breaks = breaks
    }

    mutating func advance(to place: Int) {
        while byte < place {
            byte += 1
            if byte + base >= bytes.count || bytes[base + byte] & 0xC0 != 0x80 { character += 1 }
        }
        while span + 1 < spans.count, spans[span].end <= base + place { span += 1 }
    }

    var paint: Int32 { spans[span].paint }

    var face: Int { spans[span].face }

    var mayBreak: Bool { CTypesettingCanBreak(breaks + character) }

    func isBlank(_ range: Range<Int>) -> Bool { range.count == 1 && bytes[base + range.lowerBound] == 0x20 }
}
