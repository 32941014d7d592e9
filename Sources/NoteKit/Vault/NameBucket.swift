// SPDX-License-Identifier: MIT
// The files of one name, however many there are.

/// Files whose paths end in the same names, but for case and the form of accents.
///
/// Few files are looked at one by one. A crowd is divided: by the folder that a note is in, by spelling, and by
/// the name before those that all have in common, for a few names; and by the whole path. So a question costs
/// about the same for ten files called `README.md` and for ten thousand, and so does a file that comes or goes;
/// and what it costs to divide hangs on how many files there are, not on how deep they lie.
struct NameBucket: Sendable {
    private static let crowd = 32
    /// A crowd that has more names in common is not divided by the name before: links hardly have longer ends
    /// of paths, and folders in each other that are all called the same would be divided without an end.
    private static let deepest = 6

    /// Ordered as `PlacedFiles` orders.
    private(set) var files: [VaultPath]
    /// One for a crowd, else none. A vault has as many of these as it has names: most are to take a word for it.
    private var divisions: [Division] = []
    /// How many names all have in common.
    private let depth: Int

    /// What only a crowd has.
    private struct Division: Sendable {
        var placed: PlacedFiles
        /// The same files by the bytes of the names that they have in common.
        var bySpelling: [[UInt8]: PlacedFiles]
        /// By the name before those; files that have none are not in it, and none where the names are many.
        var byParent: [String: NameBucket]
        /// By the folded path; only where one name is in common.
        var byPath: [String: [VaultPath]]
    }

    init(_ files: [VaultPath], depth: Int) {
        self.files = files.sorted(by: PlacedFiles.precedes)
        self.depth = depth
        if files.count > Self.crowd { divide() }
    }

    var isEmpty: Bool { files.isEmpty }
    func contains(_ file: VaultPath) -> Bool { kept(file) != nil }

    /// The file as it is kept here.
    func kept(_ file: VaultPath) -> VaultPath? {
        let place = PlacedFiles.place(of: file, in: files)
        return place < files.count && files[place] == file ? files[place] : nil
    }

    mutating func insert(_ file: VaultPath) {
        PlacedFiles.insert(file, into: &files)
        guard !divisions.isEmpty else {
            if files.count > Self.crowd { divide() }
            return
        }
        let (spelling, parent, path, below) = (
            spelling(of: file), parent(of: file), path(of: file), depth + 1
        )
        divisions[0].placed.insert(file)
        divisions[0].bySpelling[spelling, default: PlacedFiles([])].insert(file)
        if let parent {
            divisions[0].byParent[parent, default: NameBucket([], depth: below)].insert(file)
        }
        if let path { divisions[0].byPath[path, default: []].append(file) }
    }

    mutating func remove(_ file: VaultPath) {
        PlacedFiles.remove(file, from: &files)
        guard !divisions.isEmpty else { return }
        let (spelling, parent, path) = (spelling(of: file), parent(of: file), path(of: file))
        divisions[0].placed.remove(file)
        divisions[0].bySpelling[spelling]?.remove(file)
        if divisions[0].bySpelling[spelling]?.all.isEmpty ?? false { divisions[0].bySpelling[spelling] = nil }
        if let parent {
            divisions[0].byParent[parent]?.remove(file)
            if divisions[0].byParent[parent]?.isEmpty ?? false { divisions[0].byParent[parent] = nil }
        }
        if let path {
            divisions[0].byPath[path]?.removeAll { $0 == file }
            if divisions[0].byPath[path]?.isEmpty ?? false { divisions[0].byPath[path] = nil }
        }
    }

    /// The files at a path, but for case and the form of accents, ordered by length and bytes. To be asked of the
    /// files of one name.
    func files(at wanted: VaultPath) -> [VaultPath] {
        let folded = Self.folded(wanted)
        return (divisions.first.map { $0.byPath[folded] ?? [] } ?? files.filter { Self.folded($0) == folded })
            .sorted(by: PlacedFiles.precedes)
    }

    /// The file whose path ends in `wanted`, the nearest to a note in `folder`: one spelled just so first, then
    /// one below the folder, then the one with the shortest path.
    func file(endingIn wanted: FoldedPath, nearestTo folder: VaultPath) -> VaultPath? {
        guard let division = divisions.first, wanted.folded.count == depth || depth < Self.deepest else {
            let found = files.filter { wanted.isEnd(of: $0) }
            let exact = found.filter { wanted.isExactEnd(of: $0) }
            let among = exact.isEmpty ? found : exact
            return among.first { $0.isBelow(folder) } ?? among.first
        }
        if wanted.folded.count == depth {
            return division.bySpelling[wanted.path.bytes]?.nearest(to: folder)
                ?? division.placed.nearest(to: folder)
        }
        return division.byParent[wanted.folded[wanted.folded.count - depth - 1]]?
            .file(endingIn: wanted, nearestTo: folder)
    }

    private mutating func divide() {
        divisions = [
            Division(
                placed: PlacedFiles(files),
                bySpelling: Dictionary(grouping: files, by: spelling(of:)).mapValues { PlacedFiles($0) },
                byParent: Dictionary(grouping: files.filter { parent(of: $0) != nil }) {
                    parent(of: $0) ?? ""
                }
                .mapValues { NameBucket($0, depth: depth + 1) },
                byPath: depth > 1 ? [:] : Dictionary(grouping: files, by: Self.folded))
        ]
    }

    /// The names that all have in common, as this file spells them.
    private func spelling(of file: VaultPath) -> [UInt8] {
        Array(file.bytes.suffix(from: file.start(of: depth)))
    }

    /// The name before those, where files are divided by it.
    private func parent(of file: VaultPath) -> String? {
        let start = file.start(of: depth)
        guard depth < Self.deepest, start > 0 else { return nil }
        return FoldedName.folded(file.bytes[file.start(of: depth + 1)..<start - 1])
    }

    private func path(of file: VaultPath) -> String? { depth > 1 ? nil : Self.folded(file) }

    private static func folded(_ file: VaultPath) -> String {
        // An accent at the start of a name does not belong to the slash; without any it is one look.
        file.bytes.allSatisfy { $0 < 0x80 }
            ? FoldedName.folded(file.bytes) : file.names.map(FoldedName.folded).joined(separator: "/")
    }
}

extension VaultPath {
    /// Where the last names begin, so many of them.
    fileprivate func start(of count: Int) -> Int {
        var start = bytes.endIndex
        for _ in 0..<count where start > 0 {
            // In front of all but the last name stands a slash.
            let end = start == bytes.endIndex ? start : start - 1
            start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        }
        return start
    }
}
