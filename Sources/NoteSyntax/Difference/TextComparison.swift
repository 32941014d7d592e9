// SPDX-License-Identifier: MIT
// What changed between two texts, as it is shown to a person: lines, and words within them.

/// The differences of two files.
///
/// A line has changed when a byte of it has, its ending included; a byte order mark that came or went is
/// not shown as a change of a line. Where a line is still the same line in other words, those words are
/// named; lines that have little in common were deleted and inserted.
public struct TextComparison: Hashable, Sendable {
    /// A range of bytes of the old text and the range in its place; either may be empty, not both.
    public struct Change: Hashable, Sendable {
        /// The bytes of the old text.
        public let old: Range<Int>
        /// The bytes of the new text.
        public let new: Range<Int>
    }

    /// A run of changed lines.
    public struct Hunk: Hashable, Sendable {
        /// The lines of the old text, counted from 0.
        public let oldLines: Range<Int>
        /// The lines of the new text in their place.
        public let newLines: Range<Int>
        /// The same in bytes, endings included.
        public let bytes: Change
        /// The lines that are the same line in other words, in order, each with what changed in it.
        public let rewritten: [Rewritten]
    }

    /// A line that is the same line in other words.
    public struct Rewritten: Hashable, Sendable {
        /// The line of the old text.
        public let oldLine: Int
        /// The line of the new text.
        public let newLine: Int
        /// The changed words, in order; the ending may be one.
        public let words: [Change]
    }

    /// The runs of changed lines, in order; between two lies what stayed.
    public let hunks: [Hunk]
    /// Whether comparing took so long that it was cut short: hunks may be larger than need be.
    public let isCoarse: Bool

    /// Compares two files.
    ///
    /// The time is bounded: linear in the size of the texts, with a large constant in the worst case.
    ///
    /// - Parameters:
    ///   - old: Any bytes.
    ///   - new: Any bytes.
    public init(from old: [UInt8], to new: [UInt8]) {
        guard old != new else {
            (hunks, isCoarse) = ([], false)
            return
        }
        (hunks, isCoarse) = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                var comparing = Comparing(old, new)
                return (comparing.hunks(), comparing.isCoarse)
            }
        }
    }
}
