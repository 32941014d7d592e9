// SPDX-License-Identifier: MIT
// Which name a file or folder gets where its own is taken, and when a name counts as taken.

internal import NoteFiles

/// Names with numbers: `Name.md`, `Name 2.md`, `Name 3.md`, as exported files have them.
struct NumberedName {
    private let stem: ArraySlice<UInt8>
    private let ending: ArraySlice<UInt8>

    /// The longest name that a file system takes; see `man 7 path_resolution`.
    static let longest = 255

    /// - Parameter isFolder: The name of a folder has no extension: `v1.2` becomes `v1.2 2`.
    init(_ name: NotePath, isFolder: Bool) {
        // A dot in front is part of the name, not the start of an extension.
        let dot = isFolder ? nil : name.bytes.dropFirst().lastIndex(of: UInt8(ascii: "."))
        let end = name.bytes.endIndex
        // What is longer is no extension that anybody knows.
        let start = dot.flatMap { end - $0 <= 64 ? $0 : nil } ?? end
        stem = name.bytes[..<start]
        ending = name.bytes[start...]
    }

    /// The name with a number, from 1 on, which is not written; shortened where that is too long.
    func name(_ number: Int) -> NotePath {
        guard number > 1 else { return NotePath(bytes: Array(stem + ending)) }
        let mark = Array(" \(number)".utf8)
        var stem = stem
        while stem.count + mark.count + ending.count > Self.longest {
            // Not in the middle of a character.
            while let last = stem.popLast(), last & 0xC0 == 0x80, stem.last.map({ $0 >= 0x80 }) == true {}
        }
        return NotePath(bytes: stem + mark + ending)
    }
}

extension NotePath {
    /// A name without regard to case and to the form of its accents: other systems know no difference, and
    /// so two names that are alike in this never come to lie in one folder by us.
    var folded: String { description.uppercased() }
}
