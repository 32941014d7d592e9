// SPDX-License-Identifier: MIT
// Where lines end, and in which order the eye meets what is in them.

internal import CTypesetting

/// Breaks shaped text into the lines of a `SetText`.
struct LineBreaker {
    private let result: SetText
    private let paints: [Paint]
    /// The width of a line, in units of Pango.
    private let limit: Int
    private let byCharacters: Bool
    /// The widest that the ground of any paint reaches beyond its text.
    private let reserve: Int

    init(_ result: SetText, paints: [Paint], limit: Int, wrapping: TextSetter.Wrapping) {
        self.result = result
        self.paints = paints
        self.limit = limit
        byCharacters = wrapping == .characters
        reserve = Int(Paint.Tint.widest * Double(CTypesettingScale)) + 1
    }

    /// Adds the lines of one hard line; an empty one gives an empty line.
    mutating func addLines(of shaped: ShapedText, book: FontBook) {
        let clusters = shaped.clusters
        var start = 0
        var place = 0
        var width = clusters.isEmpty ? 0 : padding(of: clusters[0], in: shaped)
        var lastBreak = 0
        while place < clusters.count {
            let cluster = clusters[place]
            if cluster.mayBreakBefore, place > start { lastBreak = place }
            let hangs = cluster.isBlank && !byCharacters
            let next = width + Int(cluster.width)
            if next + reserve > limit, !hangs, place > start,
                next + padding(of: cluster, in: shaped) > limit
            {
                // A word that no line can hold is broken anywhere.
                let end =
                    byCharacters
                    ? codeBreak(in: start..<place, of: clusters, width)
                    : lastBreak <= start ? place : lastBreak
                addLine(start..<end, of: shaped, book)
                result.lines[result.lines.count - 1].goesOn = true
                start = end
                place = end
                width = padding(of: clusters[end], in: shaped)
                continue
            }
            width += Int(cluster.width)
            place += 1
        }
        addLine(start..<clusters.count, of: shaped, book)
    }

    /// Where a line of code ends that is too long: behind a blank in its last third, else behind another sign
    /// that is part of no word, else anywhere.
    private func codeBreak(in line: Range<Int>, of clusters: [ShapedText.Cluster], _ width: Int) -> Int {
        var width = width
        var place = line.upperBound
        var sign: Int?
        while place > line.lowerBound + 1, width > limit / 3 * 2 {
            let last = clusters[place - 1]
            if !clusters[place].isBlank {
                if last.isBlank { return place }
                if sign == nil, last.byteCount == 1 {
                    let byte = result.bytes[Int(last.byte)]
                    let isWord =
                        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
                    if !isWord { sign = place }
                }
            }
            width -= Int(last.width)
            place -= 1
        }
        return sign ?? line.upperBound
    }

    private func padding(of cluster: ShapedText.Cluster, in shaped: ShapedText) -> Int {
        Int(
            paints[Int(shaped.items[Int(cluster.item)].paint)].tint.padding * Double(CTypesettingScale))
    }

    /// How far the ground of a stretch with one paint reaches beyond it, in points.
    private func padding(of range: Range<Int>, in shaped: ShapedText) -> Double {
        paints[Int(shaped.items[Int(shaped.clusters[range.lowerBound].item)].paint)].tint.padding
    }

    private func addLine(_ range: Range<Int>, of shaped: ShapedText, _ book: FontBook) {
        var end = range.upperBound
        if !byCharacters { while end > range.lowerBound, shaped.clusters[end - 1].isBlank { end -= 1 } }
        var line = SetText.Line(
            runs: Int32(result.runs.count)..<Int32(result.runs.count), width: 0, ascent: 0, descent: 0)
        if shaped.hasRightToLeft || result.isRightToLeft {
            let segments = visualOrder(range.lowerBound..<end, of: shaped)
            if let first = segments.first { line.width = padding(of: first, in: shaped) }
            for segment in segments { addRun(segment, of: shaped, book, &line) }
            if let last = segments.last { line.width += padding(of: last, in: shaped) }
        } else {
            var place = range.lowerBound
            if place < end { line.width = padding(of: place..<end, in: shaped) }
            while place < end {
                var next = place + 1
                let item = shaped.clusters[place].item
                while next < end, shaped.clusters[next].item == item { next += 1 }
                addRun(place..<next, of: shaped, book, &line)
                place = next
            }
            if place > range.lowerBound { line.width += padding(of: place - 1..<place, in: shaped) }
        }
        line.runs = line.runs.lowerBound..<Int32(result.runs.count)
        result.lines.append(line)
    }

    /// The stretches of a line from left to right, by rule L2 of Unicode's bidirectional algorithm.
    private func visualOrder(_ range: Range<Int>, of shaped: ShapedText) -> [Range<Int>] {
        var segments: [(range: Range<Int>, level: UInt8)] = []
        var place = range.lowerBound
        while place < range.upperBound {
            var next = place + 1
            let item = shaped.clusters[place].item
            while next < range.upperBound, shaped.clusters[next].item == item { next += 1 }
            segments.append((place..<next, shaped.items[Int(item)].level))
            place = next
        }
        var level = segments.map(\.level).max() ?? 0
        while level > 0 {
            var first = 0
            while first < segments.count {
                guard segments[first].level >= level else {
                    first += 1
                    continue
                }
                var last = first + 1
                while last < segments.count, segments[last].level >= level { last += 1 }
                segments[first..<last].reverse()
                first = last
            }
            level -= 1
        }
        return segments.map(\.range)
    }

    private func addRun(
        _ range: Range<Int>, of shaped: ShapedText, _ book: FontBook, _ line: inout SetText.Line
    ) {
        let item = shaped.items[Int(shaped.clusters[range.lowerBound].item)]
        let font = book.fonts[Int(item.font)]
        if item.kind == .text {
            line.ascent = max(line.ascent, font.ascent)
            line.descent = max(line.descent, font.descent)
        }
        // What is no text is drawn one by one.
        guard item.kind != .text, range.count > 1 else {
            return addClusters(range, item, of: shaped, &line)
        }
        let isReversed = item.level & 1 == 1
        for place in isReversed ? Array(range.reversed()) : Array(range) {
            addClusters(place..<place + 1, item, of: shaped, &line)
        }
    }

    private func addClusters(
        _ range: Range<Int>, _ item: ShapedText.Item, of shaped: ShapedText, _ line: inout SetText.Line
    ) {
        let scale = Double(CTypesettingScale)
        let rise = paints[Int(item.paint)].rise
        let isReversed = item.level & 1 == 1
        let left = line.width
        let firstGlyph = Int32(result.glyphs.count)
        let firstCluster = Int32(result.clusters.count)
        var pen = left
        for step in 0..<range.count {
            let cluster = shaped.clusters[isReversed ? range.upperBound - 1 - step : range.lowerBound + step]
            var inner = pen
            for glyph in shaped.glyphs[Int(cluster.glyph)..<Int(cluster.glyph) + Int(cluster.glyphCount)] {
                result.glyphs.append(
                    cairo_glyph_t(
                        index: UInt(glyph.index), x: inner + Double(glyph.right) / scale,
                        y: -Double(glyph.up) / scale - rise))
                inner += Double(glyph.advance) / scale
            }
            pen += Double(cluster.width) / scale
        }
        for place in range {
            let cluster = shaped.clusters[place]
            result.clusters.append(
                cairo_text_cluster_t(num_bytes: cluster.byteCount, num_glyphs: cluster.glyphCount))
        }
        let firstByte = shaped.clusters[range.lowerBound].byte
        let last = shaped.clusters[range.upperBound - 1]
        result.runs.append(
            SetText.Run(
                kind: item.kind, font: item.font, textFont: item.textFont, paint: item.paint,
                glyphs: firstGlyph..<Int32(result.glyphs.count),
                clusters: firstCluster..<Int32(result.clusters.count),
                bytes: firstByte..<last.byte + last.byteCount, left: left, width: pen - left,
                isRightToLeft: isReversed))
        line.width = pen
    }
}
