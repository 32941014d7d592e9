// SPDX-License-Identifier: MIT
// The syntax that places a file inside a note's Markdown.

internal import NoteSyntax

/// What stands in a line of a note that places a file there.
///
/// `![[name]]`, as Obsidian writes it, or `{{attachment:UUID}}`. Whether such a line is a block of its own, and
/// not code or part of a paragraph, only a parse tells: see `InlineAttachments`.
public enum InlineAttachmentMarker: Hashable, Sendable {
    /// `![[name]]`: a file by its name, or by the end of its path.
    case file(String)
    /// `{{attachment:UUID}}`: the record of an attachment.
    case record(String)

    /// The marker that places a file of this name; `nil` for a name that `![[...]]` cannot spell.
    ///
    /// Brackets, bars, `#`, `^` and backslashes mean something there, and so does what ends a line. Blanks at
    /// the ends would be lost.
    public init?(placing name: String) {
        let isSpelled = name.unicodeScalars.allSatisfy { scalar in
            !"[]|#^\\".unicodeScalars.contains(scalar) && scalar.properties.generalCategory != .control
                && !"\u{2028}\u{2029}".unicodeScalars.contains(scalar)
        }
        guard isSpelled, let first = name.unicodeScalars.first, let last = name.unicodeScalars.last,
            !first.properties.isWhitespace, !last.properties.isWhitespace
        else { return nil }
        self = .file(name)
    }

    /// Reads a line, blanks at its ends left out; `nil` for one that cannot place a file.
    ///
    /// An alias, which Obsidian takes for a size, and a part behind `#` do not count.
    public init?(parsing line: some Collection<UInt8>) {
        let text = Self.trimmed(Array(line)[...])
        if let id = Self.inside(text, "{{attachment:", "}}"), Self.isUUID(id) {
            self = .record(String(decoding: id, as: UTF8.self))
            return
        }
        guard let target = Self.inside(text, "![[", "]]"), !target.contains(UInt8(ascii: "[")) else {
            return nil
        }
        let name = Self.trimmed(target.prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#") })
        guard !name.isEmpty else { return nil }
        self = .file(String(decoding: name, as: UTF8.self))
    }

    /// The marker as it is written, without a line ending.
    public var bytes: [UInt8] {
        switch self {
        case .file(let name): Array("![[\(name)]]".utf8)
        case .record(let id): Array("{{attachment:\(id)}}".utf8)
        }
    }

    /// The name, or the UUID.
    public var identity: String {
        switch self {
        case .file(let name): name
        case .record(let id): id
        }
    }

    /// The lines of a note that could place a file, without their line endings.
    ///
    /// Costs one search where there is none. Whether one does is for a parse to tell.
    ///
    /// - Parameter file: The bytes of the file, or of the shown text.
    public static func candidateLines(in file: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < file.count {
            let end = file[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? file.count
            let first = file[start..<end].first { $0 != 0x20 && $0 != 0x09 }
            if first == UInt8(ascii: "!") || first == UInt8(ascii: "{"),
                Self(parsing: file[start..<end]) != nil
            {
                lines.append(start..<end)
            }
            start = end + 1
        }
        return lines
    }

    /// Whether two identities mean the same: UUIDs whatever their case, names by their bytes.
    static func isSame(_ one: InlineAttachmentMarker, _ identity: String) -> Bool {
        switch one {
        case .record(let id): id.lowercased() == identity.lowercased()
        case .file(let name): name.utf8.elementsEqual(identity.utf8)
        }
    }

    /// Whether this is a UUID as 8-4-4-4-12 hexadecimal digits.
    static func isUUID(_ text: some Collection<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        return text.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index)
                ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
        }
    }

    private static func inside(
        _ text: ArraySlice<UInt8>, _ opening: String, _ closing: String
    ) -> ArraySlice<UInt8>? {
        let (opening, closing) = (Array(opening.utf8), Array(closing.utf8))
        guard text.count >= opening.count + closing.count, text.starts(with: opening),
            text.suffix(closing.count).elementsEqual(closing)
        else { return nil }
        return text.dropFirst(opening.count).dropLast(closing.count)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let rest = text.drop { $0 == 0x20 || $0 == 0x09 }
        let end = rest.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? rest.startIndex
        return rest[..<end]
    }
}
