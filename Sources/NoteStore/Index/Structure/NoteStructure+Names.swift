// SPDX-License-Identifier: MIT
// Under which names a note's structure is found.

/// What a note is found by besides its text. The full text keeps it as a word of its own.
enum IndexedName: Hashable, Sendable {
    /// A key of `VaultNames` that a link of the note has.
    case link(String)
    /// A property, folded.
    case property(String)

    /// Its word, with a space behind it: a letter, by which no gram begins, and 35 bits of a sum (FNV-1a) in bytes
    /// above 0x7F. Two names may share one, so whoever finds a note by it looks at the note's structure.
    var word: [UInt8] {
        let (letter, name): (UInt8, String) =
            switch self {
            case .link(let key): (UInt8(ascii: "l"), key)
            case .property(let name): (UInt8(ascii: "p"), name)
            }
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let bytes = (0..<5).map { UInt8(truncatingIfNeeded: sum >> (57 - 7 * $0)) | 0x80 }
        return [letter] + bytes + [0x20]
    }
}

extension NoteStructure {
    /// The words for the keys of its links, of its definitions of labels, and its properties, each once. Tags are few, and found by looking at
    /// all.
    var words: [UInt8] {
        var names: Set<IndexedName> = []
        for link in links { for key in link.keys { names.insert(.link(key)) } }
        for key in definitionKeys { names.insert(.link(key)) }
        for property in properties { names.insert(.property(Self.fold(property.name))) }
        return names.flatMap(\.word)
    }
}
