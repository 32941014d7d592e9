// SPDX-License-Identifier: MIT
// A watcher at work on a rig's folder, and what it told, held against the disk.

internal import Glibc
internal import NoteFiles

/// What a watcher told so far, as a list of its own.
struct ToldList {
    private(set) var paths: Set<NotePath> = []
    private(set) var told = 0

    init(_ notes: [WatchedNote]) { paths = Set(notes.map(\.path)) }

    /// Takes over a batch; answers what in it contradicts the list.
    mutating func take(_ batch: FolderBatch) -> String? {
        guard batch.isComplete else { return "a batch was lost" }
        var (gone, come): ([NotePath], [NotePath]) = ([], [])
        for change in batch.changes {
            told += 1
            switch change {
            case .created(let path): come.append(path)
            case .removed(let path): gone.append(path)
            case .changed(let path): if !paths.contains(path) { return "changed, but not there: \(path)" }
            case .moved(let from, let to):
                gone.append(from)
                come.append(to)
            }
        }
        for path in gone where paths.remove(path) == nil { return "gone, but not there: \(path)" }
        for path in come where !paths.insert(path).inserted { return "come, but there: \(path)" }
        return nil
    }
}

/// What of a note has to be right.
struct NoteLine: Hashable {
    let path: NotePath
    let identity: FileFacts.Identity
    let size: Int
    let modified: FileTime
    let changed: FileTime

    init(_ note: WatchedNote) {
        (path, identity, size) = (note.path, note.identity, note.size)
        (modified, changed) = (note.modified, note.changed)
    }

    init(_ file: FolderScan.File) {
        (path, identity, size) = (file.path, file.facts.identity, file.facts.size)
        (modified, changed) = (file.facts.modified, file.facts.changed)
    }
}

enum WatchedVault {
    static let isNote: @Sendable (UnsafeRawBufferPointer) -> Bool = { $0.suffix(3).elementsEqual(".md".utf8) }

    /// What is different between the watcher's list and a fresh look; nil where they agree.
    static func difference(_ notes: [WatchedNote], _ folder: String) throws(RigFailure) -> String? {
        do throws(FileError) {
            let scan = try FolderScan(of: NotePath(folder), jobs: 1, matching: isNote)
            let mine = notes.map { NoteLine($0) }
            let disk = scan.map { NoteLine($0) }
            if mine == disk { return nil }
            let extra = Set(mine).subtracting(disk).map(\.path.description).sorted()
            let missing = Set(disk).subtracting(mine).map(\.path.description).sorted()
            return "listed wrongly: \(extra.prefix(8)), missing: \(missing.prefix(8))"
        } catch {
            throw RigFailure("\(error)")
        }
    }
}
