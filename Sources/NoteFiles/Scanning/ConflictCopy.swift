// SPDX-License-Identifier: MIT
// Which names say that another tool left a second version beside a file.

/// A file name that a sync or merge tool gave to a second version of a file.
///
/// Decided from the name alone. A name that only resembles one of the tool's patterns, as after a
/// person renamed the copy, is an ordinary name.
public struct ConflictCopy: Hashable, Sendable {
    /// A tool that leaves such copies. More may be added; a `switch` needs a `default`.
    public struct Tool: Hashable, Sendable, CustomStringConvertible {
        /// The tool's name, for the screen.
        public let description: String
        private init(_ name: String) { description = name }

        /// `Plan.sync-conflict-20260102-030405-ABCDEFG.md`
        public static let syncthing = Tool("Syncthing")
        /// `Plan.sync-conflict-20260102-030405-NOTEKIT.md`: the form is Syncthing's, the copy is ours.
        public static let noteKit = Tool("NoteKit")
        /// `Plan (Ada's conflicted copy 2026-01-02).md`, `Plan (Case Conflict).md`,
        /// `Plan (Unicode Encoding Conflict).md`, `Plan (Selective Sync Conflict 1).md`
        public static let dropbox = Tool("Dropbox")
        /// `Plan (conflicted copy 2026-01-02 030405).md`, `Plan (case clash from Ada).md`,
        /// and of older versions `Plan_conflict-20260102-030405.md`
        public static let nextcloud = Tool("Nextcloud")
        /// `Plan (Conflicted copy phone 202601020304).md`
        public static let obsidianSync = Tool("Obsidian Sync")
        /// `Plan.md.orig`, `Plan_LOCAL_1234.md` and its siblings `BASE`, `REMOTE` and `BACKUP`
        public static let mergeTool = Tool("a merge tool")
    }

    /// The tool whose pattern the name has.
    public let tool: Tool
    /// The name of the file that this is a second version of.
    public let original: NotePath

    /// Reads a file name; nil for an ordinary one.
    ///
    /// - Parameter path: A file name, or a path: then `original` is a path in the same folder.
    public init?(name path: NotePath) {
        let start = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = path.bytes[start...]
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let (stem, ending) = (name[..<dot], name[dot...])
        let (found, tool): (ArraySlice<UInt8>, Tool)
        if ending.elementsEqual(".orig".utf8), stem.contains(UInt8(ascii: ".")) {
            (found, tool) = (stem, .mergeTool)
        } else if let kept = Self.syncthing(stem) {
            (found, tool) = (kept + ending, Self.isOurs(stem) ? .noteKit : .syncthing)
        } else if let kept = Self.syncthing(name) {
            // Of a name without an ending: what looks like one is the mark itself.
            (found, tool) = (kept, Self.isOurs(name) ? .noteKit : .syncthing)
        } else if let (kept, owner) = Self.inBrackets(stem) {
            (found, tool) = (kept + ending, owner)
        } else if let kept = Self.underscored(stem) {
            (found, tool) = (kept + ending, .nextcloud)
        } else if let kept = Self.merging(stem) {
            (found, tool) = (kept + ending, .mergeTool)
        } else {
            return nil
        }
        // What would be left without a name of its own is no copy of anything.
        guard !found.isEmpty, found.first != UInt8(ascii: ".") else { return nil }
        original = NotePath(bytes: Array(path.bytes[..<start]) + found)
        self.tool = tool
    }

    /// `Plan` of `Plan.sync-conflict-20260102-030405-ABCDEFG`; the device is missing in old versions.
    private static func syncthing(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let place = lastPlace(of: ".sync-conflict-", in: stem) else { return nil }
        let parts = words(stem[place.upperBound...], UInt8(ascii: "-"))
        guard parts.count == 2 || parts.count == 3, isNumber(parts[0], 8), isNumber(parts[1], 6) else {
            return nil
        }
        if parts.count == 3 {
            // A short device id: seven letters and digits of base 32.
            let device = parts[2]
            guard device.count == 7,
                device.allSatisfy({ (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) })
            else { return nil }
        }
        return stem[..<place.lowerBound]
    }

    private static func isOurs(_ stem: ArraySlice<UInt8>) -> Bool {
        stem.suffix(8).elementsEqual("-NOTEKIT".utf8)
    }

    /// `Plan` and the tool, of `Plan (Ada's conflicted copy 2026-01-02)` and its like.
    private static func inBrackets(_ stem: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Tool)? {
        guard stem.last == UInt8(ascii: ")") else { return nil }
        var before = stem
        while let open = lastPlace(of: " (", in: before) {
            before = stem[..<open.lowerBound]
            let inner = stem[open.upperBound...].dropLast()
            let lower = inner.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
            if let tool = tool(saying: lower) { return (before, tool) }
        }
        return nil
    }

    private static func tool(saying words: ArraySlice<UInt8>) -> Tool? {
        if words.starts(with: "case clash from ".utf8) { return .nextcloud }
        for phrase in ["case conflict", "unicode encoding conflict", "selective sync conflict"]
        where words.starts(with: phrase.utf8) {
            let rest = words.dropFirst(phrase.utf8.count)
            if rest.isEmpty || rest.first == space && isNumber(rest.dropFirst()) { return .dropbox }
        }
        guard let phrase = lastPlace(of: "conflicted copy", in: words) else { return nil }
        let before = words[..<phrase.lowerBound]
        let after = Self.words(words[phrase.upperBound...], space)
        if let last = after.last, after.count >= 2, isNumber(last, 12) || isNumber(last, 14) {
            return before.isEmpty ? .obsidianSync : nil
        }
        let isDated = after.first.map(isDate) ?? false
        if before.isEmpty, isDated, after.count == 2, isNumber(after[1], 6) { return .nextcloud }
        // A person's or a computer's name comes first, and a number last where there are several.
        guard before.isEmpty || before.last == space else { return nil }
        return after.isEmpty || isDated && after.dropFirst().allSatisfy({ isInBrackets($0) || isNumber($0) })
            ? .dropbox : nil
    }

    /// `Plan` of `Plan_conflict-20260102-030405`.
    private static func underscored(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let place = lastPlace(of: "_conflict-", in: stem) else { return nil }
        let parts = words(stem[place.upperBound...], UInt8(ascii: "-"))
        guard parts.count == 2, isNumber(parts[0], 8), isNumber(parts[1], 6) else { return nil }
        return stem[..<place.lowerBound]
    }

    /// `Plan` of `Plan_LOCAL_1234`.
    private static func merging(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for word in ["_LOCAL_", "_REMOTE_", "_BASE_", "_BACKUP_"] {
            guard let place = lastPlace(of: word, in: stem) else { continue }
            if isNumber(stem[place.upperBound...]) { return stem[..<place.lowerBound] }
        }
        return nil
    }

    private static let space = UInt8(ascii: " ")

    private static func words(_ bytes: ArraySlice<UInt8>, _ separator: UInt8) -> [ArraySlice<UInt8>] {
        bytes.split(separator: separator)
    }

    private static func isNumber(_ bytes: ArraySlice<UInt8>, _ count: Int? = nil) -> Bool {
        !bytes.isEmpty && bytes.count == count ?? bytes.count
            && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isInBrackets(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "(") && bytes.last == UInt8(ascii: ")")
            && isNumber(bytes.dropFirst().dropLast())
    }

    /// Whether bytes read `2026-01-02`.
    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = words(bytes, UInt8(ascii: "-"))
        return parts.count == 3 && isNumber(parts[0], 4) && isNumber(parts[1], 2) && isNumber(parts[2], 2)
    }

    private static func lastPlace(of phrase: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let length = phrase.utf8.count
        guard bytes.count >= length else { return nil }
        for start in (bytes.startIndex...bytes.endIndex - length).reversed()
        where bytes[start..<start + length].elementsEqual(phrase.utf8) {
            return start..<start + length
        }
        return nil
    }
}
