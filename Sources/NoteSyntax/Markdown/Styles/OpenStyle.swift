// SPDX-License-Identifier: MIT
// What the walk over a tree remembers of the constructs that it is inside of.

/// A construct whose closing signs are still to be written.
struct OpenStyle: BitwiseCopyable {
    var end: UInt32
    /// Where its next sign starts: what lies between its parts is sign.
    var cursor: UInt32
    var depth: UInt32
    var kind: MarkdownKind
    /// Whether its closing signs are marks.
    var hasMarks: Bool
}
