// SPDX-License-Identifier: MIT
// The files of one name, however many there are.

/// Files whose paths end in the same names, but for case and the form of accents.
///
/// Few files are looked at one by one. A crowd is divided: by the folder that a note is in, by spelling, and by
/// the name before those that all have in common. So a question costs about the same for ten files called
/// `README.md` and for ten thousand, and so does a file that comes or goes.
struct NameBucket: Sendable {
    private static let crowd = 32

    /// Ordered as `PlacedFiles` orders.
    private var files: [VaultPath]
    private var division: Division?
    /// How many names all have in common.
    private let depth: Int

    /// What only a crowd has.
    private struct Division: Sendable {
        var placed: PlacedFiles
        /// The same files by the bytes of the names that they have in common.
        var bySpelling: [[UInt8]: PlacedFiles]
        /// By the name before those; files that have none are not in it.
        var byParent: [String: NameBucket]
        /// Files that have no name before those.
        var whole: [VaultPath]
    }

    init(_ files: [VaultPath], depth: Int) {
        self.files = files.sorted(by: PlacedFiles.precedes)
        self.depth = depth
        if files.count > Self.crowd { divide() }
    }

    var isEmpty: Bool { files.isEmpty }
    /// Every file.
    var all: [VaultPath] { files }

    func contains(_ file: VaultPath) -> Bool {
        let place = PlacedFiles.place(of: file, in: files)
        return place < files.count && files[place] == file
    }

    mutating func insert(_ file: VaultPath) {
        PlacedFiles.insert(file, into: &files)
        guard division != nil else {
            if files.count > Self.crowd { divide() }
            return
        }
        let (spelling, parent, below) = (spelling(of: file), parent(of: file), depth + 1)
        division?.placed.insert(file)
        division?.bySpelling[spelling, default: PlacedFiles([])].insert(file)
        if let parent {
            division?.byParent[parent, default: NameBucket([], depth: below)].insert(file)
        } else {
            division?.whole.append(file)
        }
    }

    mutating func remove(_ file: VaultPath) {
        PlacedFiles.remove(file, from: &files)
        guard division != nil else { return }
        let (spelling, parent) = (spelling(of: file), parent(of: file))
        division?.placed.remove(file)
        division?.bySpelling[spelling]?.remove(file)
        if division?.bySpelling[spelling]?.all.isEmpty ?? false { division?.bySpelling[spelling] = nil }
        if let parent {
            division?.byParent[parent]?.remove(file)
            if division?.byParent[parent]?.isEmpty ?? false { division?.byParent[parent] = nil }
        } else {
            division?.whole.removeAll { $0 == file }
        }
    }

    /// The file at a path, but for case and the form of accents.
    func file(at wanted: FoldedPath) -> VaultPath? {
        guard let division else {
            return files.first { $0.names.count == wanted.folded.count && wanted.isEnd(of: $0) }
        }
        if wanted.folded.count == depth {
            return division.whole.min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
        return division.byParent[wanted.folded[wanted.folded.count - depth - 1]]?.file(at: wanted)
    }

    /// The file whose path ends in `wanted`, the nearest to a note in `folder`: one spelled just so first, then
    /// one below the folder, then the one with the shortest path.
    func file(endingIn wanted: FoldedPath, nearestTo folder: VaultPath) -> VaultPath? {
        guard let division else {
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
        division = Division(
            placed: PlacedFiles(files),
            bySpelling: Dictionary(grouping: files, by: spelling(of:)).mapValues { PlacedFiles($0) },
            byParent: Dictionary(grouping: files.filter { parent(of: $0) != nil }) { parent(of: $0) ?? "" }
                .mapValues { NameBucket($0, depth: depth + 1) },
            whole: files.filter { parent(of: $0) == nil })
    }

    /// The names that all have in common, as this file spells them.
    private func spelling(of file: VaultPath) -> [UInt8] {
        let names = file.names.suffix(depth)
        return Array(file.bytes[(names.first?.startIndex ?? 0)...])
    }

    private func parent(of file: VaultPath) -> String? {
        file.names.dropLast(depth).last.map(FoldedName.folded)
    }
}
