// SPDX-License-Identifier: MIT
// How the target of a link stands in its note, and how another one is written in its place.

internal import NoteKit

/// The target of a link, as written.
struct WrittenLink {
    /// What a target is written in.
    enum Setting: Hashable {
        /// Between double square brackets.
        case wikilink
        /// The same, in a value of the front matter in these quotes.
        case quoted(UInt8)
        /// The destination of a link of Markdown, in angle brackets or not.
        case destination(isAngled: Bool)
    }

    let link: MarkdownLink
    let setting: Setting
    /// The bytes of the target.
    let raw: [UInt8]
    /// The part behind the target as it is read, with its `#`; empty where there is none.
    let subpath: String

    /// - Parameter frontEnd: Where the front matter ends.
    init(_ link: MarkdownLink, in text: UnsafeBufferPointer<UInt8>, frontEnd: Int) {
        self.link = link
        raw = Array(text[link.targetRange])
        switch LinkStyle(link.kind) {
        case .wikilink:
            let isQuoted = link.range.upperBound <= frontEnd && link.range.lowerBound > 0
            setting = isQuoted ? .quoted(text[link.range.lowerBound - 1]) : .wikilink
        case .path:
            let start = link.targetRange.lowerBound
            setting = .destination(isAngled: start > 0 && text[start - 1] == UInt8(ascii: "<"))
        }
        subpath = link.subpath(in: text) ?? ""
    }

    var style: LinkStyle { LinkStyle(link.kind) }

    /// The path that the target is written to mean: percent signs decoded where they are a path's.
    var path: [UInt8] { path(of: raw) }

    /// What a target that is written here is read as.
    func target(of raw: [UInt8]) -> String {
        switch setting {
        case .wikilink: String(decoding: raw, as: UTF8.self)
        case .quoted(let quote): QuotedScalar.value(of: raw, in: quote)
        case .destination: MarkdownTree.unescaped(raw, raw.indices)
        }
    }

    /// The path that bytes would mean here.
    func path(of raw: [UInt8]) -> [UInt8] {
        guard style == .wikilink else { return part(of: raw) }
        return Array(VaultNames.counting(of: target(of: raw), written: style).utf8)
    }

    /// What a part of a path that is written here is read as.
    private func part(of raw: [UInt8]) -> [UInt8] {
        let target = Array(target(of: raw).utf8)
        return style == .path ? PercentCoding.decoded(target) ?? target : target
    }

    /// A path as it is written here: names that stay, at either end, keep their bytes, and so do the
    /// blanks around a wikilink's.
    ///
    /// - Returns: nil where it cannot be written.
    func written(_ path: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        let (before, counting, behind) = divided
        let old = counting.split(separator: slash, omittingEmptySubsequences: false)
        let new = path.split(separator: slash, omittingEmptySubsequences: false)
        let common = min(old.count, new.count)
        let isSame = { (one: ArraySlice<UInt8>, other: ArraySlice<UInt8>) in
            part(of: Array(one)).elementsEqual(other)
        }
        let leading = zip(old, new).prefix { isSame($0, $1) }.count
        let trailing = zip(old.reversed(), new.reversed()).prefix(common - leading)
            .prefix { isSame($0, $1) }.count
        let middle = new[leading..<new.count - trailing]
        var names = old.prefix(leading).map { Array($0) }
        for name in middle {
            guard let name = writtenName(name) else { return nil }
            names.append(name)
        }
        names += old.suffix(trailing).map { Array($0) }
        let written = before + names.joined(separator: [slash]) + behind
        return self.path(of: written) == path ? written : nil
    }

    /// The blanks in front, what counts, and the blanks behind.
    private var divided: (before: [UInt8], counting: [UInt8], behind: [UInt8]) {
        guard style == .wikilink else { return ([], raw, []) }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let before = raw.prefix(while: isBlank)
        let rest = raw[before.endIndex...]
        let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex
        return (Array(before), Array(rest[..<end]), Array(rest[end...]))
    }

    private func writtenName(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        switch setting {
        case .wikilink, .quoted:
            guard String(validating: name, as: UTF8.self) != nil,
                !name.contains(where: { $0 < 0x20 && $0 != 0x09 || "[]|#^".utf8.contains($0) })
            else { return nil }
            guard case .quoted(let quote) = setting else { return Array(name) }
            return QuotedScalar.written(name, in: quote)
        case .destination(let isAngled): return destination(name, isAngled: isAngled)
        }
    }

    // MARK: - Percent signs

    private func destination(_ name: ArraySlice<UInt8>, isAngled: Bool) -> [UInt8] {
        let codes = Self.codes(in: raw)
        let encodesSpaces = !isAngled || codes.contains(0x20)
        let encodesLetters =
            codes.contains { $0 >= 0x80 } || String(validating: name, as: UTF8.self) == nil
        let encodesBrackets = !isAngled && !Self.isBalanced(name)
        // What would read as a character reference.
        let encodesAmpersands = !MarkdownTree.unescaped(Array(name), 0..<name.count).utf8.elementsEqual(name)
        return name.flatMap { byte -> [UInt8] in
            let isEncoded =
                switch byte {
                case 0..<0x20, 0x7F: true
                case UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "|"), UInt8(ascii: "\\"),
                    UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"):
                    true
                case UInt8(ascii: " "): encodesSpaces
                case UInt8(ascii: "("), UInt8(ascii: ")"): encodesBrackets
                case UInt8(ascii: "&"): encodesAmpersands
                default: byte >= 0x80 && encodesLetters
                }
            return isEncoded ? PercentCoding.encoded(byte) : [byte]
        }
    }

    /// The bytes that are written with percent signs.
    private static func codes(in raw: [UInt8]) -> Set<UInt8> {
        var codes: Set<UInt8> = []
        for place in raw.indices where raw[place] == UInt8(ascii: "%") && place + 2 < raw.count {
            if let decoded = PercentCoding.decoded(Array(raw[place...place + 2])) { codes.formUnion(decoded) }
        }
        return codes
    }

    private static func isBalanced(_ name: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        for byte in name {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }
}
