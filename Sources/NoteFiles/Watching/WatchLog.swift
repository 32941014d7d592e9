// SPDX-License-Identifier: MIT
// What a watcher's list said before a pass, as far as the pass touched it, and what came of it.

/// Remembers what a pass over the index changes, and tells the difference at its end.
struct WatchLog {
    struct Key: Hashable {
        let folder: Int32
        let name: [UInt8]
    }

    private struct Entry {
        /// What was there; nil where nothing was.
        let before: FileStamp?
        /// Whether the file that was there is known to have been deleted.
        var isDeleted = false
        /// Whether bytes were written so lately that the facts need not tell.
        var isWritten = false
    }

    private var entries: [Key: Entry] = [:]
    /// Where a folder hung when the pass began.
    private var places: [Int32: (parent: Int32, name: [UInt8])] = [:]
    private var made: Set<Int32> = []

    var isEmpty: Bool { entries.isEmpty && places.isEmpty }

    mutating func file(
        _ name: [UInt8], in folder: Int32, was before: FileStamp?, isDeleted: Bool = false,
        isWritten: Bool = false
    ) {
        let key = Key(folder: folder, name: name)
        if entries[key] == nil { entries[key] = Entry(before: before) }
        if isDeleted { entries[key]?.isDeleted = true }
        if isWritten { entries[key]?.isWritten = true }
    }

    mutating func made(_ folder: Int32) { made.insert(folder) }

    /// Takes down where a folder hangs, before it is hung elsewhere or dropped.
    mutating func place(of folder: Int32, in index: FolderIndex) {
        guard !made.contains(folder), places[folder] == nil else { return }
        places[folder] = (index[folder].parent, index[folder].name)
    }

    /// Takes down all files at and below a folder.
    mutating func files(below folder: Int32, in index: FolderIndex) {
        for folder in index.subtree(of: folder) where !made.contains(folder) {
            let files = index[folder].files
            for number in 0..<files.count {
                file(files.name(at: number), in: folder, was: files.file(at: number, index.devices).stamp)
            }
        }
    }

    /// Where a folder was when the pass began, with a slash behind; empty for the root.
    private func start(of folder: Int32, in index: FolderIndex, _ known: inout [Int32: [UInt8]]) -> [UInt8] {
        if folder == 0 { return [] }
        if let start = known[folder] { return start }
        var chain: [(folder: Int32, name: [UInt8])] = []
        var (next, path): (Int32, [UInt8]) = (folder, [])
        while next != 0 {
            if let start = known[next] {
                path = start
                break
            }
            let place = places[next] ?? (index[next].parent, index[next].name)
            chain.append((next, place.name))
            next = place.parent
        }
        for (folder, name) in chain.reversed() {
            path += name + [UInt8(ascii: "/")]
            known[folder] = path
        }
        return path
    }

    /// What the pass changed.
    consuming func changes(in index: FolderIndex) -> [FolderScan.Change] {
        for folder in places.keys where index[folder].isAlive { files(below: folder, in: index) }
        var (before, after): ([Int32: [UInt8]], [Int32: [UInt8]]) = ([:], [:])
        var old: [NotePath: (stamp: FileStamp, entry: Entry)] = [:]
        var new: [(path: NotePath, stamp: FileStamp)] = []
        let placesNow = WatchLog()
        for (key, entry) in entries {
            if let stamp = entry.before {
                let start = start(of: key.folder, in: index, &before)
                old[NotePath(bytes: start + key.name)] = (stamp, entry)
            }
            guard index[key.folder].isAlive else { continue }
            let files = index[key.folder].files
            if let number = key.name.withUnsafeBufferPointer({ files.index(of: $0) }) {
                let start = placesNow.start(of: key.folder, in: index, &after)
                let stamp = files.file(at: number, index.devices).stamp
                new.append((NotePath(bytes: start + key.name), stamp))
            }
        }
        var pairing = ChangePairing()
        for (path, stamp) in new {
            if let (was, entry) = old.removeValue(forKey: path) {
                if entry.isWritten || !stamp.looksUnchanged(from: was) { pairing.change(path) }
            } else {
                pairing.create(path, stamp)
            }
        }
        for (path, (stamp, entry)) in old { pairing.remove(path, stamp, isDeleted: entry.isDeleted) }
        return pairing.changes()
    }
}
