// SPDX-License-Identifier: MIT
// How wide a text would be, how tall its lines are, and for whom its signs are drawn.

internal import CTypesetting

extension TextSetter {
    /// The widths of a text in points: without any break, and of what no line can be narrower than.
    func measure(_ text: StyledText) -> (natural: Double, longestWord: Double) {
        var natural = 0
        var longest = 0
        forEachHardLine(of: text, isRightToLeft: text.direction == .rightToLeft) { shaped in
            var line = 0
            var word = 0
            var padding = 0
            var item: Int32 = -1
            for cluster in shaped.clusters {
                if cluster.item != item {
                    item = cluster.item
                    padding = self.padding(shaped.items[Int(item)].paint)
                    if line == 0 { line = padding }
                }
                line += Int(cluster.width)
                if cluster.mayBreakBefore { word = 0 }
                if !cluster.isBlank { word += Int(cluster.width) }
                longest = max(longest, word + 2 * padding)
            }
            line += padding
            natural = max(natural, line)
        }
        let scale = Double(CTypesettingScale)
        return (Double(natural) / scale, Double(longest) / scale)
    }

    /// How far the ground of a paint reaches beyond its text at both ends, in units of Pango.
    private func padding(_ paint: Int32) -> Int {
        Int(paints[Int(paint)].tint.padding * Double(CTypesettingScale))
    }

    /// How tall the ink of a character is, and how far above the baseline it begins, in points; nil where the
    /// font of the face lacks it.
    func ink(_ character: String, ofFace face: Int) -> (bottom: Double, height: Double)? {
        let font = book.fonts[book.font(ofFace: face)].harfBuzz
        var extents = hb_glyph_extents_t()
        var glyph: hb_codepoint_t = 0
        guard let scalar = character.unicodeScalars.first,
            hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0,
            hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.height != 0
        else { return nil }
        let scale = Double(CTypesettingScale)
        // HarfBuzz counts the height downwards from the top.
        let (first, second) = (Double(extents.y_bearing), Double(extents.y_bearing + extents.height))
        return (min(first, second) / scale, abs(second - first) / scale)
    }

    /// The height of a text's lines and where in them the baseline is, the same for all of them.
    ///
    /// Fonts of other scripts may need more room than the text's own.
    func lineMetrics(_ text: SetText?, _ step: TypeScale.Step) -> (height: Double, baseline: Double) {
        // The text's own font, as the usual proportions have it.
        var baseline = step.pitch / 2 + step.size * 0.36
        var height = step.pitch
        var ascent = 0.0
        var descent = 0.0
        for line in text?.lines ?? [] {
            ascent = max(ascent, line.ascent)
            descent = max(descent, line.descent)
        }
        baseline = max(baseline, ascent)
        height = max(height, baseline + descent)
        return (height, baseline)
    }

    /// Chooses between the forms that signs have in China, Japan and Korea: by the note's own kana or hangul,
    /// else by the language that it is said to be in.
    func chooseHanLanguage(_ text: [UInt8], _ language: String) {
        var place = 0
        var hasHan = false
        var choice: String?
        while place + 2 < text.count, choice == nil {
            let byte = text[place]
            if byte == 0xE3, (0x81...0x83).contains(text[place + 1]) {
                choice = "ja"
            } else if (0xEA...0xED).contains(byte), byte > 0xEA || text[place + 1] >= 0xB0 {
                choice = "ko"
            } else if (0xE4...0xE9).contains(byte) {
                hasHan = true
            }
            place += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        }
        let isEastAsian = ["zh", "ja", "ko"].contains(String(language.prefix(2).lowercased()))
        if isEastAsian {
            choice = language
        } else if choice == nil, hasHan {
            choice = "zh-cn"
        }
        if let choice { hanLanguage = pango_language_from_string(choice) }
    }
}
