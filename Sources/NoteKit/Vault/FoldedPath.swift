// SPDX-License-Identifier: MIT
// A path, or the end of one, that files are compared with.

/// A path with its names, as written and folded.
struct FoldedPath {
    let path: VaultPath
    let folded: [String]

    init(_ path: VaultPath) {
        self.path = path
        folded = path.names.map(FoldedName.folded)
    }

    /// Whether the path of a file ends in this one, but for case and the form of accents.
    func isEnd(of file: VaultPath) -> Bool {
        let names = file.names
        guard names.count >= folded.count else { return false }
        return zip(names.suffix(folded.count), folded).allSatisfy { FoldedName.folded($0) == $1 }
    }

    /// Whether the path of a file ends in this one, byte for byte.
    func isExactEnd(of file: VaultPath) -> Bool {
        let (end, whole) = (path.bytes, file.bytes)
        return whole.suffix(end.count).elementsEqual(end)
            && (whole.count == end.count || whole.dropLast(end.count).last == UInt8(ascii: "/"))
    }
}
