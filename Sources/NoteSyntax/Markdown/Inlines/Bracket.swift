// SPDX-License-Identifier: MIT
// One entry of the bracket stack.

/// A bracket that may open a link, an image or a note.
struct Bracket: BitwiseCopyable {
    enum Kind: UInt8 { case link, image, note }

    var kind: Kind
    /// Another bracket was opened after it, so its text is no label.
    var hasBracketAfter = false
    var position: Int
    var contentStart: Int
    var item: Int
    /// The last delimiter before it.
    var delimiter: Int
}
