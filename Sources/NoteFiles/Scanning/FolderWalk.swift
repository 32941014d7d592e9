// SPDX-License-Identifier: MIT
// The order in which a scan visits folders, so that its result does not depend on timing.

internal import CNoteLinux
internal import Glibc
internal import Synchronization

/// Visits a folder and everything below it.
///
/// Real folders come first, level by level: the folders of one level are shared out among the
/// workers. Only then are links to folders followed, in the order of their paths, each with a walk of
/// its own; links found on the way wait for the next round. So a real folder is always listed under
/// its real path, and which of several links wins is a matter of names, not of time.
struct FolderWalk: ~Copyable {
    private var tree = FolderTree()
    private let readers: [FolderReader]
    private let root: OpenFile
    private let calls: any FileCalls
    /// Which listed folder each identity belongs to.
    private var listed: [FileFacts.Identity: Int32] = [:]
    /// Links that were followed, by the folder they lie in.
    private var followed: [Int32: [Int32]] = [:]
    private var links: [(path: NotePath, link: FolderReader.FolderLink)] = []
    private var skipped: [FolderScan.Skipped] = []
    /// For each visited folder: the reader that did it, and where its files are there.
    private var placesOfFiles: [Int32: (reader: Int, files: Range<Int>)] = [:]

    init(root: consuming OpenFile, jobs: Int, request: FolderScan.Request, calls: any FileCalls) {
        self.root = root
        self.calls = calls
        readers = (0..<jobs).map { FolderReader(number: $0, request: request, calls: calls) }
    }

    /// Visits everything.
    consuming func run() -> (tree: FolderTree, skipped: [FolderScan.Skipped]) {
        walk(from: 0)
        while !links.isEmpty {
            let round = links.sorted { $0.path < $1.path }
            links = []
            for (path, link) in round { follow(link, path) }
        }
        assemble()
        skipped.sort { ($0.path, $0.reason.description) < ($1.path, $1.reason.description) }
        return (tree, skipped)
    }

    private mutating func follow(_ link: FolderReader.FolderLink, _ path: NotePath) {
        guard listed[link.target] == nil else {
            skipped.append(FolderScan.Skipped(path: path, reason: .listedElsewhere))
            return
        }
        let folder = link.name.withUnsafeBufferPointer {
            tree.addFolder(in: link.folder, name: $0, isLink: true)
        }
        followed[link.folder, default: []].append(folder)
        walk(from: folder)
    }

    /// Visits a folder and the real folders below it.
    private mutating func walk(from start: Int32) {
        var level = start..<start + 1
        let first = level.lowerBound
        while !level.isEmpty {
            visit(level)
            let next = Int32(tree.folders.count)
            gather()
            level = next..<Int32(tree.folders.count)
        }
        settle(first..<Int32(tree.folders.count))
    }

    /// Shares the folders of one level out among the workers.
    private func visit(_ level: Range<Int32>) {
        let next = Atomic<Int32>(level.lowerBound)
        let (tree, listed, calls, root) = (tree, listed, calls, root.number)
        // SAFETY: each reader is used by the one worker of its number until all have been joined.
        nonisolated(unsafe) let readers = readers
        Workers.run(min(readers.count, level.count)) { worker in
            var door = FolderDoor(root: root, calls: calls)
            while true {
                let start = next.wrappingAdd(4, ordering: .relaxed).oldValue
                guard start < level.upperBound else { return }
                for folder in start..<min(start + 4, level.upperBound) {
                    readers[worker].visit(folder, of: tree, through: &door, known: listed)
                }
            }
        }
    }

    /// Takes over what the workers found of folders.
    private mutating func gather() {
        for (number, reader) in readers.enumerated() {
            reader.withArena { arena in
                for visit in reader.visits {
                    let first = Int32(tree.folders.count)
                    for name in reader.subfolders[visit.subfolders] {
                        _ = tree.addFolder(in: visit.folder, name: arena.name(name), isLink: false)
                    }
                    let children = first..<Int32(tree.folders.count)
                    tree.update(visit.folder) {
                        $0.facts = visit.facts
                        $0.isQuiet = visit.isQuiet
                        $0.isListed = visit.isListed
                        $0.listing = visit.listing
                        $0.children = children
                    }
                    placesOfFiles[visit.folder] = (number, visit.files)
                }
            }
            links += reader.links.map { (tree.path(of: $0.name, in: $0.folder), $0) }
            skipped += reader.skipped.map {
                FolderScan.Skipped(path: tree.path(of: $0.name, in: $0.folder), reason: $0.reason)
            }
            reader.forgetFolders()
        }
    }

    /// Leaves out folders that were visited twice, being mounted at two places: the first path stays.
    private mutating func settle(_ folders: Range<Int32>) {
        for folder in folders {
            guard let identity = tree.folders[Int(folder)].facts?.identity else { continue }
            guard let other = listed[identity] else {
                listed[identity] = folder
                continue
            }
            let isFirst = tree.path(ofFolder: folder) < tree.path(ofFolder: other)
            listed[identity] = isFirst ? folder : other
            let dropped = isFirst ? other : folder
            tree.update(dropped) { $0.isListed = false }
            placesOfFiles[dropped] = nil
            skipped.append(FolderScan.Skipped(path: tree.path(ofFolder: dropped), reason: .listedElsewhere))
        }
    }

    /// Puts the files in the order of their paths.
    ///
    /// Paths below a folder begin with its name and a slash. So in each folder the names of files are
    /// merged with those of subfolders, a slash behind each of these, and nothing is sorted as a whole.
    private mutating func assemble() {
        let found = readers.map { $0.takeFiles() }
        tree.arenas = found.map(\.arena)
        var files: [FolderTree.File] = []
        files.reserveCapacity(found.reduce(0) { $0 + $1.files.count })
        var stack = [branch(0)]
        while var top = stack.popLast() {
            let source = placesOfFiles[top.folder].map { found[$0.reader].files } ?? []
            let child = top.children.first
            while let place = top.files.first {
                let comesFirst = child.map { precedes(source[place].name, folder: $0) } ?? true
                guard comesFirst else { break }
                files.append(source[place])
                top.files.removeFirst()
            }
            guard let child else { continue }
            top.children.removeFirst()
            stack.append(top)
            stack.append(branch(child))
        }
        tree.files = files
    }

    private struct Branch {
        let folder: Int32
        var children: ArraySlice<Int32>
        var files: Range<Int>
    }

    private func branch(_ folder: Int32) -> Branch {
        var children = Array(tree.folders[Int(folder)].children)
        if let links = followed[folder] {
            children += links
            children.sort { one, other in
                tree.withName(ofFolder: one) { one in
                    tree.withName(ofFolder: other) { other in
                        one.precedes(other, ending: UInt8(ascii: "/"), otherEnding: UInt8(ascii: "/"))
                    }
                }
            }
        }
        return Branch(
            folder: folder, children: children[...], files: placesOfFiles[folder]?.files ?? 0..<0)
    }

    private func precedes(_ name: FolderTree.Name, folder: Int32) -> Bool {
        tree.arenas[Int(name.arena)].withUnsafeBufferPointer { arena in
            tree.withName(ofFolder: folder) {
                arena.name(name).precedes($0, otherEnding: UInt8(ascii: "/"))
            }
        }
    }
}
