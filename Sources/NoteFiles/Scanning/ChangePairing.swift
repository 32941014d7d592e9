// SPDX-License-Identifier: MIT
// Which of the files that went and came are one file that moved.

/// Sorts what is different between two looks at a folder into changes.
struct ChangePairing {
    /// A file that is gone from a path, or new at one.
    private struct Item {
        let path: NotePath
        let stamp: FileStamp
        /// Whether it may be one half of a move.
        let mayMove: Bool
    }

    private var removed: [Item] = []
    private var created: [Item] = []
    private var changed: [NotePath] = []

    /// A path that leads nowhere now.
    ///
    /// - Parameter isDeleted: Whether it is known that the file was deleted there, not moved away.
    mutating func remove(_ path: NotePath, _ stamp: FileStamp, isDeleted: Bool = false) {
        removed.append(Item(path: path, stamp: stamp, mayMove: !isDeleted))
    }

    /// A path that led nowhere.
    mutating func create(_ path: NotePath, _ stamp: FileStamp) {
        created.append(Item(path: path, stamp: stamp, mayMove: true))
    }

    /// A path whose file is another one, or looks changed.
    mutating func change(_ path: NotePath) { changed.append(path) }

    /// The changes, ordered by path; a moved file by its new one.
    consuming func changes() -> [FolderScan.Change] {
        var found: [(path: NotePath, change: FolderScan.Change)] = changed.map { ($0, .changed($0)) }
        removed.sort { $0.path < $1.path }
        created.sort { $0.path < $1.path }
        var gone: [FileFacts.Identity: [Int]] = [:]
        for index in removed.indices.reversed() where removed[index].mayMove {
            gone[removed[index].stamp.identity, default: []].append(index)
        }
        var moved: Set<Int> = []
        for item in created {
            let identity = item.stamp.identity
            if let old = gone[identity]?.last, item.stamp.isSameFile(as: removed[old].stamp) {
                gone[identity]?.removeLast()
                moved.insert(old)
                found.append((item.path, .moved(from: removed[old].path, to: item.path)))
            } else {
                found.append((item.path, .created(item.path)))
            }
        }
        for (index, item) in removed.enumerated() where !moved.contains(index) {
            found.append((item.path, .removed(item.path)))
        }
        return found.sorted { $0.path < $1.path }.map(\.change)
    }
}
