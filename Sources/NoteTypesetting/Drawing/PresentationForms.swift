// SPDX-License-Identifier: MIT
// Which text a ligature of lam and alef is said to be.

internal import CTypesetting

/// The text of a run from right to left, with one character for each ligature of lam and alef.
///
/// A glyph that stands for two letters gets an ActualText, whose letters readers turn around in such a run. The
/// character that Unicode has for the ligature is one, and is found by whoever looks for the two.
struct PresentationForms {
    private(set) var bytes: [UInt8] = []
    private(set) var clusters: [cairo_text_cluster_t] = []

    /// - Parameter glyphs: From left to right, while the clusters are in reading order.
    init(
        _ text: ArraySlice<UInt8>, _ clusters: ArraySlice<cairo_text_cluster_t>,
        _ glyphs: ArraySlice<cairo_glyph_t>, _ font: OpaquePointer
    ) {
        var place = text.startIndex
        var glyph = glyphs.endIndex
        for cluster in clusters {
            let end = place + Int(cluster.num_bytes)
            glyph -= Int(cluster.num_glyphs)
            var cluster = cluster
            if cluster.num_glyphs == 1, cluster.num_bytes == 4, text[place] == 0xD9, text[place + 1] == 0x84,
                let form = Self.form(of: glyphs[glyph].index, font)
            {
                bytes.append(contentsOf: String(form).utf8)
                cluster.num_bytes = 3
            } else {
                bytes.append(contentsOf: text[place..<end])
            }
            self.clusters.append(cluster)
            place = end
        }
    }

    /// The character among the ligatures of lam and alef that a font shows with a glyph.
    private static func form(of glyph: UInt, _ font: OpaquePointer) -> Unicode.Scalar? {
        for value in UInt32(0xFEF5)...0xFEFC {
            var found: hb_codepoint_t = 0
            if hb_font_get_nominal_glyph(font, value, &found) != 0, UInt(found) == glyph {
                return Unicode.Scalar(value)
            }
        }
        return nil
    }
}
