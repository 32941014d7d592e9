// SPDX-License-Identifier: MIT
// What the walk over the items of a run remembers of the nodes that it is inside of.

/// A node of the run that the walk is inside of.
struct OpenInline: BitwiseCopyable {
    var node: Int
    var end: Int
    var contentStart: Int
    var contentEnd: Int
    var kind: MarkdownKind
    var isInLink: Bool
}
