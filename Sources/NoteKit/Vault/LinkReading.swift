// SPDX-License-Identifier: MIT
// What the target of a link may mean, in the order in which it is tried: the one place that decides this.

internal import NoteSyntax

/// The target of a link, read.
struct LinkReading {
    let style: LinkStyle
    /// The spellings that may be meant, the likeliest first.
    let spellings: [[UInt8]]

    /// - Parameters:
    ///   - target: What the link names. A part behind `#` counts only where a file is called so. Blanks around
    ///     a wikilink's name do not count.
    ///   - meansNotes: Whether `name` may stand for `name.md`.
    init(_ target: String, _ style: LinkStyle, meansNotes: Bool) {
        self.style = style
        var spellings: [[UInt8]] = []
        func add(_ spelling: [UInt8]) {
            if !spelling.isEmpty, !spellings.contains(spelling) { spellings.append(spelling) }
        }
        func add(_ part: [UInt8], mayBeNote: Bool) {
            guard mayBeNote, let last = part.last, last != UInt8(ascii: "/") else { return add(part) }
            switch Self.ending(of: part) {
            case .note: add(part)
            case .other:
                add(part)
                add(part + Self.noteEnding)
            case .none:
                add(part + Self.noteEnding)
                add(part)
            }
        }
        let whole = Self.counting(Array(target.utf8)[...], style)
        let hash = whole.firstIndex(of: UInt8(ascii: "#"))
        // No note is meant by a name with a sign that begins the name of a heading.
        var parts = hash == nil ? [] : [(Array(whole), false)]
        parts.append((Array(Self.counting(whole[..<(hash ?? whole.endIndex)], style)), meansNotes))
        for (part, mayBeNote) in parts {
            if style == .path, let decoded = PercentCoding.decoded(part) {
                add(decoded, mayBeNote: mayBeNote)
            }
            add(part, mayBeNote: mayBeNote)
        }
        // As it is written on Windows.
        for part in spellings where part.contains(UInt8(ascii: "\\")) {
            add(part.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
        }
        self.spellings = spellings
    }

    /// The file that is meant; nil where there is none.
    ///
    /// - Parameters:
    ///   - note: The note that the link is in.
    ///   - settings: The vault's.
    ///   - isFile: Whether there is a file at a path, spelled just so.
    ///   - elsewhere: Looks for a file in other places than the expected ones, or spelled otherwise.
    func file(
        from note: VaultPath, settings: VaultSettings, isFile: (VaultPath) -> Bool,
        elsewhere: (_ wanted: VaultPath?, _ expected: [VaultPath]) -> VaultPath?
    ) -> VaultPath? {
        for spelling in spellings {
            let expected = self.expected(spelling, from: note, settings)
            if let found = expected.first(where: isFile) { return found }
            // Where each of the expected places would be outside of the vault, so is what is meant.
            guard !expected.isEmpty else { continue }
            if let found = elsewhere(VaultPath.top.followed(by: spelling), expected) { return found }
        }
        return nil
    }

    private func expected(_ spelling: [UInt8], from note: VaultPath, _ settings: VaultSettings)
        -> [VaultPath]
    {
        let folders: [VaultPath?]
        if spelling.first == UInt8(ascii: "/") {
            folders = [.top]
        } else if spelling.starts(with: "./".utf8) || spelling.starts(with: "../".utf8) {
            folders = [note.folder]
        } else {
            let attachments = settings.attachmentFolder(of: note)
            folders =
                style == .wikilink ? [.top, note.folder, attachments] : [note.folder, .top, attachments]
        }
        return folders.compactMap { $0?.followed(by: spelling) }.filter { $0 != .top }
    }

    /// What of a target counts: Obsidian leaves the blanks around what stands in double brackets out.
    static func counting(_ target: ArraySlice<UInt8>, _ style: LinkStyle) -> ArraySlice<UInt8> {
        guard style == .wikilink else { return target }
        let rest = target.drop(while: isBlank)
        return rest[..<(rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex)]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a target is an address with a scheme (RFC 3986, 3.1), or one that borrows its scheme.
    static func isAddress(_ target: String) -> Bool {
        if target.utf8.starts(with: "//".utf8) { return true }
        guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")), colon > target.utf8.startIndex
        else { return false }
        let scheme = target.utf8[..<colon]
        return scheme.enumerated().allSatisfy { index, byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: true
            case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): index > 0
            default: false
            }
        }
    }

    private static let noteEnding = Array(".md".utf8)

    private enum Ending { case none, note, other }

    private static func ending(of spelling: [UInt8]) -> Ending {
        let name = spelling[(spelling.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        if name.withUnsafeBytes({ NoteName.isNote($0) }) { return .note }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex, dot + 1 < name.endIndex
        else { return .none }
        return .other
    }
}
