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
        var rest: ArraySlice<UInt8>? = file.bytes[...]
        for name in folded.reversed() {
            // From the end on: paths are long, and most differ in the last names.
            guard let names = rest, !names.isEmpty else { return false }
            let slash = names.lastIndex(of: UInt8(ascii: "/"))
            guard FoldedName.folded(names[(slash.map { $0 + 1 } ?? names.startIndex)...]) == name else {
                return false
            }
            rest = slash.map { names[..<$0] }
        }
        return true
    }

    /// Whether the path of a file ends in this one, byte for byte.
    func isExactEnd(of file: VaultPath) -> Bool {
        let (end, whole) = (path.bytes, file.bytes)
        return whole.suffix(end.count).elementsEqual(end)
            && (whole.count == end.count || whole.dropLast(end.count).last == UInt8(ascii: "/"))
    }
}
