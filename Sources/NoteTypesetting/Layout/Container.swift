// SPDX-License-Identifier: MIT
// What a block lies in, as far as its place and looks depend on it.

internal import NoteSyntax

/// A list item, quote, callout or footnote that is open.
struct Container {
    /// The number of its block; -1 for the note itself.
    var block: Int
    var left: Double
    var right: Double
    /// The innermost frame, -1 for none.
    var frame: Int32 = -1
    var step = TypeScale.body
    var color = Color.text
    var isTightItem = false
    /// Whether a space is to be put at its end, inside its frame.
    var hasPadding = false
    var gapBelow = 0.0

    /// Moves its beginning inwards, as far as text stays wide enough.
    mutating func indent(by width: Double, _ direction: TextDirection) {
        let room = max(0, right - left - TypeScale.narrowest)
        if direction == .rightToLeft { right -= min(width, room) } else { left += min(width, room) }
    }
}
