// SPDX-License-Identifier: MIT
// One place where two sequences differ.

/// A run of elements that was replaced by another; either may be empty, not both.
package struct DifferenceHunk: Hashable, Sendable {
    /// The replaced elements of the old sequence.
    package let old: Range<Int>
    /// The elements of the new sequence in their place.
    package let new: Range<Int>
}
