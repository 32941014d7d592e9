// SPDX-License-Identifier: MIT
// What a reader can fold: the blocks that a thematic break owns.

/// The part of a document from one thematic break to the next.
///
/// Only a break that lies in no other block divides a note: one in a quote or an item is content. Folding is
/// presentation; nothing here is ever written to a note.
public struct MarkdownSection: Identifiable, Hashable, Sendable {
    /// Tells a section of a document from the others, also after edits elsewhere.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The digest of what the section shows; 0 for what stands before the first break.
        let digest: UInt64
        /// How many sections that show the same come before it.
        let repetition: Int

        /// Letters and digits, always the same for the same section.
        public var description: String {
            let digits = String(digest, radix: 16)
            let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
            return repetition == 0 ? padded : "\(padded)-\(repetition)"
        }
    }

    /// Stays the same as long as what the section shows does, whatever is edited elsewhere. Sections that show
    /// the same are numbered.
    public let id: ID
    /// The number of the break that owns it; nil for what stands before the first, which is always visible.
    public let divider: Int?
    /// The numbers of its blocks, without the break. Empty between two breaks in a row, and after one that
    /// ends the note.
    public let blocks: Range<Int>

    /// Whether it can be folded: it has a break, and something to hide.
    public var foldable: Bool { divider != nil && !blocks.isEmpty }
}
