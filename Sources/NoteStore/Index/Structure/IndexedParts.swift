// SPDX-License-Identifier: MIT
// The parts of a note that the index keeps, each with its place.

public import NoteFiles
public import NoteKit
public import NoteMarkdown

/// A heading of a note.
public struct IndexedHeading: Hashable, Sendable {
    /// The note that has it.
    public let note: NotePath
    /// 1 to 6.
    public let level: Int
    /// Its words, without signs.
    public let text: String
    /// The line in which it begins, from 1.
    public let line: Int
    /// All its bytes.
    public let range: Range<Int>
}

/// A link, embed, image or address of a note.
public struct IndexedLink: Hashable, Sendable {
    /// The note that has it.
    public let note: NotePath
    /// How it is written.
    public let kind: MarkdownLink.Kind
    /// What it names, without subpath: escapes resolved, percent signs as they are; empty for the note itself.
    public let target: String
    /// The part of the target, from its `#` on, escapes resolved.
    public let subpath: String?
    /// The line in which it begins, from 1.
    public let line: Int
    /// All its bytes.
    public let range: Range<Int>
    /// The bytes that name the target; of a reference, those in its definition.
    public let targetRange: Range<Int>

    /// Where it leads.
    public func target(among names: VaultNames) -> LinkTarget {
        if kind == .url { return .outside }
        return names.target(of: target + (subpath ?? ""), written: LinkStyle(kind), from: note)
    }

    /// The keys of all files that it may lead to; see `VaultNames.keys(of:written:)`.
    var keys: [String] {
        kind == .url ? [] : Self.keys(of: target, subpath, written: LinkStyle(kind))
    }

    /// The keys of all files that a target may name.
    static func keys(of target: String, _ subpath: String?, written style: LinkStyle) -> [String] {
        let keys = VaultNames.keys(of: target, written: style)
        guard let subpath, !target.isEmpty else { return keys }
        // A file that is no note may be called `C# sheet.pdf`.
        return keys + VaultNames.keys(of: target + subpath, written: style)
    }
}

/// A task of a note.
public struct IndexedTask: Hashable, Sendable {
    /// The note that has it.
    public let note: NotePath
    /// The character in its box; a space while it is open.
    public let status: Unicode.Scalar
    /// The text of its first paragraph.
    public internal(set) var text: String
    /// The bytes of that text.
    public let textRange: Range<Int>
    /// In how many list items it is nested.
    public let depth: Int
    /// The line of its box, from 1.
    public let line: Int
    /// The whole item, with what is nested in it.
    public let range: Range<Int>

    /// Whether the box is empty.
    public var isOpen: Bool { status == " " }
}

/// A property of a note's front matter.
public struct IndexedProperty: Hashable, Sendable {
    /// The note that has it.
    public let note: NotePath
    /// Its name.
    public let name: String
    /// Its type.
    public let kind: NoteProperty.Kind
    /// Its value as text; see `NoteProperty.text`.
    public let text: String
    /// The line of its name, from 1.
    public let line: Int
}

/// A tag and how many notes have it.
public struct IndexedTag: Hashable, Sendable {
    /// Its name without the sign, as one of the notes writes it.
    public let name: String
    /// How many notes have it.
    public let notes: Int
}
