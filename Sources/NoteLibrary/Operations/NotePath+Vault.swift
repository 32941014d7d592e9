// SPDX-License-Identifier: MIT
// Paths in a vault: names below its top, which is `.`.

internal import NoteFiles

extension NotePath {
    /// The top of a vault.
    static let top = NotePath(".")

    /// The names of a path below the top; none for the top itself.
    ///
    /// - Throws: `LibraryError` with code `.invalidName` where a name is empty, `.` or `..`, or the path begins
    ///   at the root: it could lead out of the vault.
    func components() throws(LibraryError) -> [NotePath] {
        if self == .top { return [] }
        let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
        else {
            throw LibraryError(.invalidName, self, "'\(self)' is no path in the vault. Nothing was changed.")
        }
        return names.map { NotePath(bytes: Array($0)) }
    }

    /// The path of a name in this folder; the name alone at the top.
    func entry(_ name: NotePath) -> NotePath { self == .top ? name : appending(name) }

    /// Whether this path lies in a folder, at any depth; all but the top lie in the top.
    func isBelow(_ folder: NotePath) -> Bool {
        if folder == .top { return self != .top }
        return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
            && bytes.starts(with: folder.bytes)
    }

    /// Where this path is once `old` is called `new`; nil where that does not touch it.
    func moved(from old: NotePath, to new: NotePath) -> NotePath? {
        if self == old { return new }
        guard old != .top, isBelow(old) else { return nil }
        return new.entry(NotePath(bytes: Array(bytes[(old.bytes.count + 1)...])))
    }
}
