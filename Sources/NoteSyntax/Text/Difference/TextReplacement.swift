// SPDX-License-Identifier: MIT
// One place where two texts differ.

/// A range of an old text that a range of a new text stands in place of.
package struct TextReplacement: Hashable, Sendable {
    /// The bytes of the old text.
    package let old: Range<Int>
    /// The bytes of the new text.
    package let new: Range<Int>
}
