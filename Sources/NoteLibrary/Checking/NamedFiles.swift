// SPDX-License-Identifier: MIT
// Which files of a vault something in it names.

internal import NoteFiles
internal import NoteKit

/// Files that are named: by the very path, or by a name that may mean several.
struct NamedFiles: Sendable {
    private(set) var paths: Set<NotePath> = []
    private(set) var keys: Set<String> = []

    /// Takes down the file that a link leads to. Of notes nobody asks: they stand for themselves.
    mutating func insert(_ path: NotePath) {
        if !NotesFolder.isNote(path) { paths.insert(path) }
    }

    /// Takes down every file of a name: of a property, or an attribute of HTML, nobody knows which one it means.
    mutating func insert(written text: some StringProtocol) {
        var bytes = Array(text.utf8)[...]
        while bytes.first == UInt8(ascii: "[") { bytes = bytes.dropFirst() }
        bytes = bytes.prefix { ![UInt8(ascii: "|"), UInt8(ascii: "#"), UInt8(ascii: "]"), 0].contains($0) }
        guard let name = bytes.split(separator: UInt8(ascii: "/")).last, name.contains(UInt8(ascii: "."))
        else { return }
        keys.insert(VaultNames.key(of: NotePath(bytes: Array(name))))
        if let decoded = PercentCoding.decoded(Array(name)), !decoded.elementsEqual(name), !decoded.isEmpty {
            keys.insert(VaultNames.key(of: NotePath(bytes: decoded)))
        }
    }

    mutating func add(_ other: NamedFiles) {
        paths.formUnion(other.paths)
        keys.formUnion(other.keys)
    }

    /// Whether a file is among them.
    func hold(_ path: NotePath) -> Bool {
        paths.contains(path) || keys.contains(VaultNames.key(of: path))
    }
}
