// SPDX-License-Identifier: MIT
// How a watcher looks at everything: a scan that is compared with the index.

internal import CNoteLinux
internal import Glibc

extension WatchEngine {
    /// Looks at everything again, where hints were lost or do not tell enough.
    func lookAgain(_ root: Int32) {
        dirt.clear()
        isOverflowed = false
        do throws(FileError) {
            try lookAtEverything(root)
        } catch {
            // What is known stays, and the next look is tried at the pace of polling.
            setListFault(error.systemError == 0 ? EIO : error.systemError, of: 0)
        }
    }

    /// Scans the root and takes over what is there.
    func lookAtEverything(_ root: Int32) throws(FileError) {
        let scout = scout
        var request = FolderScan.Request(matches: settings.matches, includesOthers: false)
        request.isRecursive = settings.isRecursive
        request.watch = { scout.watch($0, $1) }
        let scan = try FolderScan(of: settings.root, jobs: nil, request, calls: calls)
        guard scan.rootFacts?.identity == index[0].identity else {
            // The root was replaced this very moment: the next pass finds that out.
            return dirt.markEverything(at: now)
        }
        apply(scan)
    }

    private func apply(_ scan: FolderScan) {
        let tree = scan.tree
        var numbers = [Int32](repeating: -1, count: tree.folders.count)
        var kept: Set<Int32> = [0]
        let unseen = Set(scan.skipped.filter { $0.reason.isUnseen && $0.reason != .vanished }.map(\.path))
        numbers[0] = 0
        var again: [(folder: Int32, name: [UInt8])] = []
        var places: [(number: Int32, parent: Int32, name: [UInt8], isLink: Bool)] = []
        for number in tree.folders.indices.dropFirst() {
            let folder = tree.folders[number]
            let parent = numbers[Int(folder.parent)]
            guard parent >= 0 else { continue }
            let name = tree.withName(ofFolder: Int32(number)) { Array($0) }
            guard folder.content.isListed, let identity = folder.content.facts?.identity else {
                // Not to be seen now, or listed elsewhere: the look at its name tells which.
                again.append((parent, name))
                guard unseen.contains(tree.path(ofFolder: Int32(number))),
                    let child = index.child(name, of: parent)
                else { continue }
                for below in index.subtree(of: child) where kept.insert(below).inserted {
                    places.append((below, index[below].parent, index[below].name, index[below].isLink))
                }
                continue
            }
            var place = index.folder(identity)
            if place == nil {
                place = index.make(identity, name: name, in: parent, isLink: folder.isLink)
                place.map { log.made($0) }
            }
            guard let place, kept.insert(place).inserted else { continue }
            numbers[number] = place
            places.append((place, parent, name, folder.isLink))
        }
        arrange(places, keeping: kept)
        for number in tree.folders.indices where numbers[number] >= 0 {
            fill(
                numbers[number], with: tree.folders[number].content, unseen: unseenNames(number, tree, unseen)
            )
        }
        for (folder, name) in again { dirt.mark(name, in: folder, at: 0) }
    }

    /// Hangs every folder where it was found, and takes the others out.
    private func arrange(
        _ places: [(number: Int32, parent: Int32, name: [UInt8], isLink: Bool)], keeping kept: Set<Int32>
    ) {
        for folder in index.numbers where folder != 0 {
            let isLost = !kept.contains(folder) && index[folder].isAttached
            guard isLost else { continue }
            if !isFirst { log.place(of: folder, in: index) }
            if kept.contains(index[folder].parent) {
                index.detach(folder)
                limbo.insert(folder)
            }
        }
        for (number, parent, name, isLink) in places {
            let record = index[number]
            if record.isAttached, record.parent == parent, record.name == name, record.isLink == isLink {
                continue
            }
            if !isFirst { log.place(of: number, in: index) }
            if record.isAttached { index.detach(number) }
            limbo.remove(number)
            // Hung in below, when nothing of the old tree is in the way.
            index[number].parent = parent
            index[number].name = name
            index[number].isLink = isLink
        }
        for (number, parent, name, isLink) in places where !index[number].isAttached {
            index.attach(number, name, to: parent, isLink: isLink)
        }
    }

    private func unseenNames(_ folder: Int, _ tree: FolderTree, _ unseen: Set<NotePath>) -> Set<[UInt8]> {
        guard !unseen.isEmpty else { return [] }
        let path = tree.path(ofFolder: Int32(folder))
        return Set(unseen.filter { $0.folder == path }.map(\.name.bytes))
    }

    private func fill(_ folder: Int32, with content: FolderTree.Content, unseen: Set<[UInt8]>) {
        takeWatch(content.watch, of: folder)
        setListFault(0, of: folder)
        applyFiles(content, to: folder, names: nil, hints: [:], unseen: unseen)
        let links = content.names.withUnsafeBufferPointer { names in
            content.links.map { FolderIndex.Link(name: Array(names.name($0.name)), target: $0.target) }
        }
        if !links.isEmpty || !index[folder].links.isEmpty { index.setLinks(links, of: folder) }
    }
}
