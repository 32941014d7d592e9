// SPDX-License-Identifier: MIT
// What is drawn beside or behind the boxes of one block: the bar of a quote, the panel of code.

/// A bar or panel that runs along all boxes of a block, on each page anew.
struct Frame {
    enum Kind { case bar, panel, callout }

    var kind: Kind
    /// The number of the frame around it, -1 for none.
    var parent: Int32
    var left: Double
    var right: Double
    var color: Color
    /// Whether its bar stands at the right.
    var isRightToLeft = false
    /// How many frames are around it.
    var depth = 0
}
