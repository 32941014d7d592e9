// SPDX-License-Identifier: MIT
// A text between shaping and breaking: clusters in reading order, each with its glyphs and its width.

/// The clusters of a text, in reading order; buffers that serve for one text after the other.
struct ShapedText {
    /// A glyph as the font places it; in units of Pango.
    struct Glyph {
        var index: UInt32
        var advance: Int32
        var right: Int32
        var up: Int32
    }

    /// The smallest stretch of text that has glyphs of its own.
    struct Cluster {
        var glyph: Int32
        var byte: Int32
        var width: Int32
        var item: Int32
        var glyphCount: Int32
        var byteCount: Int32
        /// A line may end before it.
        var mayBreakBefore: Bool
        var isBlank: Bool
    }

    /// Neighbouring clusters with one font, paint and direction.
    struct Item {
        var kind: SetText.Run.Kind
        var font: Int32
        /// The font of the text around it.
        var textFont: Int32
        var paint: Int32
        /// The embedding level: odd ones run from right to left.
        var level: UInt8
    }

    var glyphs: [Glyph] = []
    var clusters: [Cluster] = []
    var items: [Item] = []
    /// Whether any item runs from right to left.
    var hasRightToLeft = false

    mutating func clear() {
        glyphs.removeAll(keepingCapacity: true)
        clusters.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        hasRightToLeft = false
    }
}
