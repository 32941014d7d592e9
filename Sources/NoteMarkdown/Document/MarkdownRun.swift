// SPDX-License-Identifier: MIT
// A piece of a block's text that has one style, and the bytes of the source that it stands for.

/// A piece of text with one style.
public struct MarkdownRun: Sendable {
    let storage: DocumentStorage
    let packed: PackedRun
    /// Where the text begins that `textRange` counts from.
    let textBase: UInt32

    /// What a reader sees.
    public var text: String { storage.shown(packed.textStart, packed.textEnd) }

    /// The UTF-8 of its text, without a copy.
    public var textBytes: ArraySlice<UInt8> { storage.text[Int(packed.textStart)..<Int(packed.textEnd)] }

    /// Its bytes in the text of its block, or of its cell where it was taken from one.
    public var textRange: Range<Int> {
        Int(packed.textStart - textBase)..<Int(packed.textEnd - textBase)
    }

    /// The bytes of the source that it stands for.
    ///
    /// They never hold the prefix of a line: a piece that goes on in the next line of a quote is another run.
    public var range: Range<Int> { Int(packed.start)..<Int(packed.end) }

    /// Whether its text is its source byte for byte, so that a place in one is a place in the other.
    ///
    /// Else it stands for its source as a whole: an escape, a character reference, a line break, what stands between
    /// two cells, the part of a tab that its container leaves, a `#` in a wikilink's target, which shows as ` > `.
    public var isVerbatim: Bool { packed.isVerbatim }

    /// How it is shown.
    public var styles: Styles { packed.styles }

    /// Where it leads: a destination with escapes resolved, or a wikilink's target with its subpath. Of an
    /// image in a link, where the link leads.
    public var link: String? {
        packed.link == 0 ? nil : storage.string(storage.links[Int(packed.link) - 1])
    }
}
