// SPDX-License-Identifier: MIT
// Which files a note lists as its own, and how it lists one more or one less.

internal import NoteFiles
public import NoteMarkdown

/// The property `attachments` of a note: the files that it holds, in display order.
///
/// An entry is the name of a file in the attachment folder, plain or as a link: `photo.png`, `"[[photo.png]]"`.
/// Reads and writes nothing; a value that holds the bytes it was made from.
public struct AttachmentList: Sendable {
    /// The name of the property.
    public static let property = "attachments"

    /// One entry.
    public struct Entry: Hashable, Sendable {
        /// What is written there.
        public let text: String
        /// The name of the file; nil where that is no name but leads elsewhere, which is never followed.
        public let name: String?
        /// Whether it is written as a link.
        public let isLink: Bool
    }

    /// The entries in the order of the note.
    public let entries: [Entry]
    private let properties: NoteProperties

    /// Reads the front matter of a note. Front matter that is broken lists nothing.
    ///
    /// - Parameter file: The bytes of the file.
    public init(of file: [UInt8]) {
        properties = NoteProperties(of: file)
        let texts: [String] =
            switch properties[Self.property]?.value {
            case nil, .text(nil): []
            case .list(let texts): texts
            default: properties[Self.property].map { [$0.text] } ?? []
            }
        entries = texts.map { Entry($0) }
    }

    /// The names of the files, each once; entries that are no names are left out.
    public var names: [String] {
        var seen: Set<[UInt8]> = []
        return entries.compactMap(\.name).filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// The place of a file among the entries; strings that differ in the form of an accent are equal.
    public func index(of name: String) -> Int? {
        entries.firstIndex { $0.name.map { $0.utf8.elementsEqual(name.utf8) } ?? false }
            ?? entries.firstIndex { $0.name == name || $0.text == name }
    }

    /// The edits that list a file behind the others, as a link where the last of them is one.
    ///
    /// - Returns: The edits in the order in which to apply them; none where it is listed.
    /// - Throws: `PropertyError` where the front matter is broken or the property is left alone.
    public func edits(adding name: String) throws(PropertyError) -> [NoteEdit] {
        if let index = index(of: name), entries[index].name != nil { return [] }
        let text = entries.last?.isLink == true ? "[[\(name)]]" : name
        return try properties.edits(appending: text, to: Self.property, isList: true)
    }

    /// The edits that take one entry out.
    ///
    /// - Throws: `PropertyError` with code `.missing` where there is none, or as `edits(adding:)`.
    public func edits(removing index: Int) throws(PropertyError) -> [NoteEdit] {
        try properties.edits(removingEntry: index, from: Self.property)
    }
}

extension AttachmentList.Entry {
    init(_ written: String) {
        text = written
        var bytes = Array(written.utf8)[...]
        // Without quotes YAML takes the brackets of a link for a list in a list.
        let isBare = bytes.first == 0x5B && bytes.last == 0x5D && !bytes.starts(with: [0x5B, 0x5B])
        let isWhole = bytes.starts(with: [0x5B, 0x5B]) && bytes.suffix(2).elementsEqual([0x5D, 0x5D])
        isLink = (isBare || isWhole) && bytes.count > 2
        if isLink {
            bytes = bytes.dropFirst(isWhole ? 2 : 1).dropLast(isWhole ? 2 : 1)
            bytes = bytes.prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#") }
        }
        name = AttachmentName.isName(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
