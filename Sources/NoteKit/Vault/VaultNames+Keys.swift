// SPDX-License-Identifier: MIT
// Under which keys an index keeps links, so that those to a file are found.

public import NoteFiles

extension VaultNames {
    /// The key of a file: its folded name, without `.md`. Equal keys have equal bytes.
    ///
    /// A link leads to the file only if this is one of its `keys(of:written:)`.
    public static func key(of file: NotePath) -> String { key(of: file.name.bytes[...]) }

    /// The keys of the files that a link may mean: one, seldom two or three; none for an address and for a
    /// place in the note itself.
    public static func keys(of target: String, written style: LinkStyle) -> [String] {
        if style == .path, LinkReading.isAddress(target) { return [] }
        if counting(of: target, written: style).utf8.first == UInt8(ascii: "#") { return [] }
        var keys: [String] = []
        for spelling in LinkReading(target, style, meansNotes: true).spellings {
            guard let name = spelling.split(separator: UInt8(ascii: "/")).last else { continue }
            let key = key(of: name)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    private static func key(of name: ArraySlice<UInt8>) -> String {
        let isNote = name.withUnsafeBytes { NoteName.isNote($0) }
        return FoldedName.folded(isNote ? name.dropLast(3) : name)
    }
}
