// SPDX-License-Identifier: MIT
// Which of some files is the nearest to a note, without looking at each of them.

/// Files ordered by the length of their paths, then by the bytes, and beside that so that those below a folder
/// stand together. A file costs two references, however deep it lies.
struct PlacedFiles: Sendable {
    /// Every file.
    private(set) var all: [VaultPath]
    /// The same files by the bytes of their paths alone, in runs.
    private var runs: [Run]

    private struct Run: Sendable {
        static let most = 128

        /// Never empty.
        var files: [VaultPath] { didSet { nearest = Self.nearest(in: files) } }
        private(set) var nearest: VaultPath?

        init(_ files: some Sequence<VaultPath>) {
            self.files = Array(files)
            nearest = Self.nearest(in: self.files)
        }

        private static func nearest(in files: [VaultPath]) -> VaultPath? { files.min(by: precedes) }
    }

    init(_ files: [VaultPath]) {
        all = files.sorted(by: Self.precedes)
        let ordered = files.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        runs = stride(from: 0, to: ordered.count, by: Run.most / 2).map {
            Run(ordered[$0..<min($0 + Run.most / 2, ordered.count)])
        }
    }

    /// The nearest to a note in a folder: below the folder first, then where the path is shortest.
    func nearest(to folder: VaultPath) -> VaultPath? {
        guard folder != .top else { return all.first }
        var found: VaultPath?
        var number = run(of: folder)
        while number < runs.count, let last = runs[number].files.last {
            let first = runs[number].files[0]
            let candidate =
                first.isBelow(folder) && last.isBelow(folder)
                ? runs[number].nearest
                : runs[number].files.filter { $0.isBelow(folder) }.min(by: Self.precedes)
            if let candidate, found.map({ Self.precedes(candidate, $0) }) ?? true { found = candidate }
            // Between a folder and what is below it stand names that begin like its own.
            guard last.isBelow(folder) || last.bytes.starts(with: folder.bytes) else { break }
            number += 1
        }
        return found ?? all.first
    }

    mutating func insert(_ file: VaultPath) {
        Self.insert(file, into: &all)
        let number = run(of: file)
        guard number < runs.count else { return runs.append(Run([file])) }
        let place = runs[number].files.firstIndex { file.bytes.lexicographicallyPrecedes($0.bytes) }
        runs[number].files.insert(file, at: place ?? runs[number].files.endIndex)
        let files = runs[number].files
        guard files.count > Run.most else { return }
        let middle = files.count / 2
        runs.replaceSubrange(number...number, with: [Run(files[..<middle]), Run(files[middle...])])
    }

    mutating func remove(_ file: VaultPath) {
        Self.remove(file, from: &all)
        let number = run(of: file)
        guard number < runs.count else { return }
        runs[number].files.removeAll { $0 == file }
        if runs[number].files.isEmpty { runs.remove(at: number) }
    }

    /// The first run that ends with a path or behind it; one past all where there is none.
    private func run(of path: VaultPath) -> Int {
        var range = runs.indices
        while let middle = range.dropFirst(range.count / 2).first {
            let isBefore = runs[middle].files.last?.bytes.lexicographicallyPrecedes(path.bytes) ?? true
            range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    static func precedes(_ one: VaultPath, _ other: VaultPath) -> Bool {
        one.bytes.count == other.bytes.count
            ? one.bytes.lexicographicallyPrecedes(other.bytes) : one.bytes.count < other.bytes.count
    }

    /// Where a file stands in an ordered list, or would stand.
    static func place(of file: VaultPath, in files: [VaultPath]) -> Int {
        var range = files.indices
        while let middle = range.dropFirst(range.count / 2).first {
            range =
                precedes(files[middle], file) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    static func insert(_ file: VaultPath, into files: inout [VaultPath]) {
        files.insert(file, at: place(of: file, in: files))
    }

    static func remove(_ file: VaultPath, from files: inout [VaultPath]) {
        let place = place(of: file, in: files)
        if place < files.count, files[place] == file { files.remove(at: place) }
    }
}
