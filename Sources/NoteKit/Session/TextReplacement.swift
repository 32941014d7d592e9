// SPDX-License-Identifier: MIT
// One of several edits that are made together.

/// A range of a shown text, and what takes its place.
package struct TextReplacement: Hashable, Sendable {
    /// UTF-8 offsets in the shown text, before any edit of the same step.
    package let range: Range<Int>
    /// What takes its place.
    package let utf8: [UInt8]

    package init(_ range: Range<Int>, with utf8: [UInt8]) {
        self.range = range
        self.utf8 = utf8
    }
}
