// SPDX-License-Identifier: MIT
// Which of some files is the nearest to a note, without looking at each of them.

/// Files ordered by the length of their paths, then by the bytes, altogether and below each folder.
struct PlacedFiles: Sendable {
    /// Every file.
    private(set) var all: [VaultPath]
    private var byFolder: [VaultPath: [VaultPath]] = [:]

    init(_ files: [VaultPath]) {
        all = files.sorted(by: Self.precedes)
        for file in all {
            for folder in Self.folders(of: file) { byFolder[folder, default: []].append(file) }
        }
    }

    /// The nearest to a note in a folder: below the folder first, then where the path is shortest.
    func nearest(to folder: VaultPath) -> VaultPath? { byFolder[folder]?.first ?? all.first }

    mutating func insert(_ file: VaultPath) {
        Self.insert(file, into: &all)
        for folder in Self.folders(of: file) { Self.insert(file, into: &byFolder[folder, default: []]) }
    }

    mutating func remove(_ file: VaultPath) {
        Self.remove(file, from: &all)
        for folder in Self.folders(of: file) {
            Self.remove(file, from: &byFolder[folder, default: []])
            if byFolder[folder]?.isEmpty ?? false { byFolder[folder] = nil }
        }
    }

    /// The folders above a file, the top not among them: below that is every file.
    private static func folders(of file: VaultPath) -> [VaultPath] {
        var folders: [VaultPath] = []
        var folder = file.folder
        while folder != .top {
            folders.append(folder)
            folder = folder.folder
        }
        return folders
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
