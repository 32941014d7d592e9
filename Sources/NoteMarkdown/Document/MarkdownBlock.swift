// SPDX-License-Identifier: MIT
// One block of a document: what it is, where it stands, and what it says.

/// A block of a document: a view that costs no copy of its text.
public struct MarkdownBlock: Sendable {
    let storage: DocumentStorage
    /// Its number among the blocks of the document.
    public let index: Int

    var packed: PackedBlock { storage.blocks[index] }

    /// Its bytes in the source, from its first sign to its last; those of blocks inside it included.
    public var range: Range<Int> { Int(packed.start)..<Int(packed.end) }

    /// The number of the list item, quote, callout or footnote that it lies in.
    public var parent: Int? { packed.parent < 0 ? nil : Int(packed.parent) }

    /// What it says, without signs.
    ///
    /// Of a list item and a footnote this is their first paragraph, where they begin with one; of a callout
    /// its title; of a table its cells, with tabs between them and a newline between rows; of code and
    /// mathematics what stands between the fences, without the last newline; of HTML its source. A quote, a
    /// thematic break and an attachment say nothing.
    public var text: String { storage.shown(packed.textStart, packed.textEnd) }

    /// The UTF-8 of its text, without a copy.
    public var textBytes: ArraySlice<UInt8> { storage.text[Int(packed.textStart)..<Int(packed.textEnd)] }

    /// Its text in pieces of one style, in order and without gaps.
    public var runs: MarkdownRuns {
        MarkdownRuns(
            storage: storage, first: Int(packed.firstRun), end: Int(packed.endRun),
            textStart: packed.textStart)
    }
}
