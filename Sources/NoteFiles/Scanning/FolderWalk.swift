// SPDX-License-Identifier: MIT
// The order in which a scan visits folders, so that its result does not depend on timing.

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
    /// The number of each folder that was listed.
    private var listed: [FileFacts.Identity: Int32] = [:]
    private var links: [(path: NotePath, link: FolderReader.FolderLink)] = []
    private var skipped: [FolderScan.Skipped] = []
    /// Folders to which links were added behind their real subfolders.
    private var unsorted: Set<Int32> = []
    /// A folder that could not be listed, without which the scan would not be one.
    private var fault: (folder: NotePath, call: String, answer: Int)?

    /// - Parameter root: The root, open as a place.
    init(root: consuming OpenFile, jobs: Int, request: FolderScan.Request, calls: any FileCalls) {
        let number = root.number
        self.root = root
        readers = (0..<jobs).map { _ in FolderReader(root: number, request: request, calls: calls) }
    }

    /// Visits everything.
    ///
    /// - Parameter root: The path of the root, for the error.
    /// - Throws: `FileError` when the root cannot be listed, or the system has no more open files to give.
    consuming func run(
        _ root: NotePath
    ) throws(FileError) -> (tree: FolderTree, skipped: [FolderScan.Skipped]) {
        walk(from: 0)
        while !links.isEmpty {
            let round = links.sorted { $0.path < $1.path }
            links = []
            for (path, link) in round { follow(link, path) }
        }
        if let fault {
            let folder = fault.folder == NotePath(".") ? root : root.appending(fault.folder)
            throw FileError(.list, folder, call: fault.call, answer: fault.answer)
        }
        for folder in unsorted { tree.sortChildren(of: folder) }
        tree.arrange()
        skipped.sort { ($0.path, $0.reason.description) < ($1.path, $1.reason.description) }
        return (tree, skipped)
    }

    private mutating func follow(_ link: FolderReader.FolderLink, _ path: NotePath) {
        guard listed[link.target] == nil else {
            skipped.append(FolderScan.Skipped(path: path, reason: .listedElsewhere))
            return
        }
        let folder = tree.addFolder(in: link.folder, name: link.name, isLink: true)
        unsorted.insert(link.folder)
        walk(from: folder)
    }

    /// Visits a folder and the real folders below it.
    private mutating func walk(from start: Int32) {
        var level = start..<start + 1
        while !level.isEmpty {
            visit(level)
            gather()
            level = level.upperBound..<Int32(tree.folders.count)
        }
        settle(start..<level.upperBound)
    }

    /// Shares the folders of one level out among the workers.
    private func visit(_ level: Range<Int32>) {
        let queue = WorkQueue(Int(level.lowerBound)..<Int(level.upperBound), share: 4)
        let (tree, listed) = (tree, listed)
        // SAFETY: each reader is used by the one worker of its number until all have been joined.
        nonisolated(unsafe) let readers = readers
        Workers.run(queue.workers(atMost: readers.count)) { worker in
            while let share = queue.take() {
                for folder in share {
                    readers[worker].visit(Int32(folder), of: tree, known: listed)
                }
            }
        }
    }

    /// Takes over what the workers found.
    private mutating func gather() {
        for reader in readers {
            let finding = reader.take()
            for (folder, content) in finding.contents { tree.fill(folder, with: content) }
            for link in finding.links {
                let name = tree.folders[Int(link.folder)].content.names.withUnsafeBufferPointer {
                    Array($0.name(link.name))
                }
                links.append((tree.path(of: name, in: link.folder), link))
            }
            if fault == nil, let first = finding.faults.first {
                fault = (tree.path(ofFolder: first.folder), first.call, first.answer)
            }
            skipped += finding.skipped.map {
                FolderScan.Skipped(path: tree.path(of: $0.name, in: $0.folder), reason: $0.reason)
            }
        }
    }

    /// Leaves out folders that were visited twice, being mounted at two places: the first path stays.
    private mutating func settle(_ folders: Range<Int32>) {
        for folder in folders {
            guard let identity = tree.folders[Int(folder)].content.facts?.identity else { continue }
            guard let other = listed[identity] else {
                listed[identity] = folder
                continue
            }
            let isFirst = tree.path(ofFolder: folder) < tree.path(ofFolder: other)
            listed[identity] = isFirst ? folder : other
            let dropped = isFirst ? other : folder
            tree.leaveOut(dropped)
            skipped.append(FolderScan.Skipped(path: tree.path(ofFolder: dropped), reason: .listedElsewhere))
        }
    }
}
