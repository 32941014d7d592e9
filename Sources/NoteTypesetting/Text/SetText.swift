// SPDX-License-Identifier: MIT
// A text that has been set: lines of runs of glyphs, ready to be drawn.

internal import CTypesetting

/// A text in lines; positions are in points, from the left end of each line and its baseline.
final class SetText {
    /// Glyphs of one font and paint, side by side in a line.
    struct Run {
        enum Kind { case text, color, missing }

        var kind: Kind
        /// The number of the font in the `FontBook`.
        var font: Int32
        /// The font of the text around it, which what is no text lends its characters from.
        var textFont: Int32
        var paint: Int32
        var glyphs: Range<Int32>
        var clusters: Range<Int32>
        var bytes: Range<Int32>
        var left: Double
        var width: Double
        var isRightToLeft: Bool
    }

    struct Line {
        var runs: Range<Int32>
        var width: Double
        /// The tallest font in it, in points.
        var ascent: Double
        var descent: Double
        /// Whether it ends where the text does not say so.
        var goesOn = false
    }

    let bytes: [UInt8]
    let isRightToLeft: Bool
    var glyphs: [cairo_glyph_t] = []
    var clusters: [cairo_text_cluster_t] = []
    var runs: [Run] = []
    var lines: [Line] = []

    init(bytes: [UInt8], isRightToLeft: Bool) {
        self.bytes = bytes
        self.isRightToLeft = isRightToLeft
        glyphs.reserveCapacity(bytes.count)
        clusters.reserveCapacity(bytes.count)
    }

    /// The width of the widest line.
    var width: Double { lines.reduce(0) { max($0, $1.width) } }
}
