// SPDX-License-Identifier: MIT
// Which font a piece of text asks for.

/// What a piece of text asks of its font.
struct Face: Hashable {
    enum Family: UInt8 { case text, code }

    var family = Family.text
    /// In points.
    var size: Double
    var isBold = false
    var isItalic = false
}

/// How a piece of text is painted; nothing that changes its width.
struct Paint: Hashable {
    enum Tint: UInt8 { case none, code, highlight, tag }

    var color = Color.text
    var tint = Tint.none
    var isStruck = false
    /// How far the baseline is raised, in points.
    var rise = 0.0
    /// The number of the link, -1 for none.
    var link: Int32 = -1
}
