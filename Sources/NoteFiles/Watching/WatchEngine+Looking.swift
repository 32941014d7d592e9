// SPDX-License-Identifier: MIT
// How a watcher looks at the folders that hints point at.

internal import CNoteLinux
internal import Glibc

/// `AT_EMPTY_PATH`.
let cn_empty = cn_AT_EMPTY_PATH

extension WatchEngine {
    /// Looks at everything that is due, folders above before those below, until nothing is.
    func lookWhereHinted(_ root: Int32, _ rule: DueRule) {
        var door = FolderDoor(root: root, calls: calls)
        markLinks()
        if rule.isAsked { markShared() }
        // What a look at one folder finds in it is due in the next round.
        while true {
            var due = dirt.folders(dueBy: rule).filter { index.isReachable($0) }
            if due.isEmpty, !touchedShared.isEmpty {
                markOtherNames()
                due = dirt.folders(dueBy: rule).filter { index.isReachable($0) }
            }
            if due.isEmpty { break }
            let ordered =
                due.count == 1 ? due : due.map { (index.depth(of: $0), $0) }.sorted { $0 < $1 }.map(\.1)
            for (count, folder) in ordered.enumerated() where index.isReachable(folder) {
                // So that the queue does not overflow while there is much to look at.
                if count % 64 == 63, queue != nil { hub.drain(for: inbox) }
                look(at: folder, &door, rule)
            }
        }
        // In folders that hang nowhere there is nothing to look at.
        for folder in dirt.folders(dueBy: rule) where !limbo.contains(folder) && !index.isReachable(folder) {
            if !isBelowLimbo(folder) { dirt.forget(folder) }
        }
    }

    private func isBelowLimbo(_ folder: Int32) -> Bool {
        var next = folder
        while next != 0 {
            if limbo.contains(next) { return true }
            next = index[next].parent
        }
        return false
    }

    /// Links are looked at in every pass: what lies beyond them is watched at its real place or not at all.
    private func markLinks() {
        for folder in index.withLinks {
            for link in index[folder].links { dirt.mark(link.name, in: folder, at: 0) }
        }
    }

    /// A file with several names tells of a change at the one through which it was made, which may lie
    /// outside. So all of them are looked at when somebody asks.
    private func markShared() {
        for folder in index.numbers {
            let files = index[folder].files
            for place in files.shared { dirt.mark(files.name(at: place), in: folder, at: 0) }
        }
    }

    /// Marks the other names, within the root, of files that were found changed.
    private func markOtherNames() {
        let inodes = touchedShared
        touchedShared = []
        for folder in index.numbers {
            let files = index[folder].files
            for place in files.places(of: inodes) { dirt.mark(files.name(at: place), in: folder, at: 0) }
        }
    }

    private func look(at folder: Int32, _ door: inout FolderDoor, _ rule: DueRule) {
        let whole = dirt.takeWhole(folder, rule)
        let names = dirt.takeNames(folder, rule)
        guard whole != nil || !names.isEmpty else { return }
        let directory = door.open(folder, in: index, listing: whole != nil)
        guard directory >= 0 else { return miss(folder, names, whole, answer: directory) }
        var facts = FileFacts()
        let answer = calls.statx(directory, "", cn_empty, &facts)
        guard answer == 0 else { return miss(folder, names, whole, answer: answer) }
        guard facts.identity == index[folder].identity else {
            return miss(folder, names, whole, answer: -ENOENT)
        }
        let content: FolderTree.Content
        if whole != nil {
            content = reader.read(directory, facts, as: folder)
            takeWatch(content.watch, of: folder)
        } else {
            content = reader.look(at: names.keys, in: directory, as: folder)
        }
        let finding = reader.take()
        let isListed = whole == nil || content.isListed
        if whole != nil { setListFault(isListed ? 0 : EIO, of: folder) }
        // A list that broke off says nothing of what it does not hold.
        guard isListed else { return }
        apply(content, finding, to: folder, names: whole == nil ? names : nil, hints: names, &door)
    }

    /// A folder is not where the index has it, or cannot be looked into.
    private func miss(
        _ folder: Int32, _ names: [[UInt8]: WatchDirt.Mark], _ whole: WatchDirt.Mark?, answer: Int32
    ) {
        switch answer {
        case -ENOENT, -ENOTDIR, -ELOOP, -ESTALE:
            // Look at its name. Should it turn up elsewhere, what was to be looked at in it still is.
            let count = misses[folder, default: 0] + 1
            misses[folder] = count
            if folder == 0 { return dirt.markEverything(at: now) }
            if count < 4 {
                dirt.putBack(names, whole, in: folder)
                if count == 1 || count == 3 { dirt.mark(index[folder].name, in: index[folder].parent, at: 0) }
            } else {
                dirt.markEverything(at: now)
            }
        default:
            setListFault(-answer, of: folder)
        }
    }

    /// Takes down whether a folder can be listed. Where it cannot, what is known of it is kept: what is not
    /// seen is not gone.
    func setListFault(_ fault: Int32, of folder: Int32) {
        index[folder].listFault = fault
        updatePolling(of: folder)
    }

    func takeWatch(_ watch: Int32, of folder: Int32) {
        index.setWatch(max(watch, 0), of: folder)
        index[folder].watchFault = watch < 0 ? -watch : 0
        index[folder].isBlind = scout.isBlind(index[folder].identity)
        updatePolling(of: folder)
    }
}
