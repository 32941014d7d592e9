// SPDX-License-Identifier: MIT
// How what was found in one folder becomes the index.

internal import CNoteLinux
internal import Glibc

extension WatchEngine {
    /// Takes over what was found in a folder.
    ///
    /// - Parameters:
    ///   - names: The names that were looked at; nil for all of them.
    ///   - hints: What hints said of names.
    func apply(
        _ content: FolderTree.Content, _ finding: FolderReader.Finding, to folder: Int32,
        names: [[UInt8]: WatchDirt.Mark]?, hints: [[UInt8]: WatchDirt.Mark], _ door: inout FolderDoor
    ) {
        let unseen = Set(
            finding.skipped.filter { $0.reason.isUnseen && $0.reason != .vanished }.map(\.name))
        applyFiles(content, to: folder, names: names, hints: hints, unseen: unseen)
        if settings.isRecursive {
            applyFolders(content, finding, to: folder, names: names, unseen: unseen, &door)
        }
    }

    func applyFiles(
        _ content: FolderTree.Content, to folder: Int32, names: [[UInt8]: WatchDirt.Mark]?,
        hints: [[UInt8]: WatchDirt.Mark], unseen: Set<[UInt8]>
    ) {
        var updates: [(name: [UInt8], file: PackedFiles.File?)] = []
        func update(_ name: [UInt8], from old: PackedFiles.File?, to new: PackedFiles.File?) {
            let mark = hints[name]
            let isWritten = mark?.isWritten == true && new.map { isFresh($0.stamp) } ?? false
            let isSame = old == new
            guard !isSame || isWritten else { return }
            if let new, new.isShared { touchedShared.insert(new.stamp.identity.inode) }
            if let old, old.isShared { touchedShared.insert(old.stamp.identity.inode) }
            if !isFirst {
                log.file(
                    name, in: folder, was: old?.stamp, isDeleted: mark?.fate == .deleted,
                    isWritten: isWritten && isSame)
            }
            if !isSame { updates.append((name, new)) }
        }
        let old = index[folder].files
        content.names.withUnsafeBufferPointer { found in
            let names = names?.keys.sorted { $0.lexicographicallyPrecedes($1) }
            if let names {
                var next = 0
                for name in names where !unseen.contains(name) {
                    name.withUnsafeBufferPointer { name in
                        while next < content.files.count, found.name(content.files[next].name).precedes(name)
                        {
                            next += 1
                        }
                    }
                    let isThere =
                        next < content.files.count
                        && found.name(content.files[next].name).elementsEqual(name)
                    let before = name.withUnsafeBufferPointer { old.index(of: $0) }
                    update(
                        name, from: before.map { old.file(at: $0, index.devices) },
                        to: isThere ? PackedFiles.File(content.files[next]) : nil)
                }
                return
            }
            var (mine, theirs) = (0, 0)
            while mine < old.count || theirs < content.files.count {
                let order =
                    mine == old.count
                    ? 1
                    : theirs == content.files.count
                        ? -1
                        : old.withName(at: mine) { $0.order(to: found.name(content.files[theirs].name)) }
                let name =
                    order <= 0 ? nil : Array(found.name(content.files[theirs].name))
                if order == 0 {
                    let (before, after) = (
                        old.file(at: mine, index.devices), PackedFiles.File(content.files[theirs])
                    )
                    if before != after || !hints.isEmpty {
                        update(old.name(at: mine), from: before, to: after)
                    }
                } else if let name {
                    update(name, from: nil, to: PackedFiles.File(content.files[theirs]))
                } else {
                    let name = old.name(at: mine)
                    if !unseen.contains(name) {
                        update(name, from: old.file(at: mine, index.devices), to: nil)
                    }
                }
                if order <= 0 { mine += 1 }
                if order >= 0 { theirs += 1 }
            }
        }
        guard !updates.isEmpty else { return }
        if old.count == 0, updates.count == content.files.count {
            index[folder].files.reserve(files: updates.count, nameBytes: content.names.count)
        }
        var devices = index.devices
        index[folder].files.apply(updates, &devices)
        index.devices = devices
    }

    /// Whether a file was changed so lately that a second change need not have moved its times.
    private func isFresh(_ stamp: FileStamp) -> Bool {
        let present = calls.wallClock()
        return FileTime(seconds: stamp.changed.seconds + 1, nanoseconds: stamp.changed.nanoseconds) > present
    }

    private func applyFolders(
        _ content: FolderTree.Content, _ finding: FolderReader.Finding, to folder: Int32,
        names: [[UInt8]: WatchDirt.Mark]?, unseen: Set<[UInt8]>, _ door: inout FolderDoor
    ) {
        func isAsked(_ name: [UInt8]) -> Bool {
            (names.map { $0[name] != nil } ?? true) && !unseen.contains(name)
        }
        let (real, links) = content.names.withUnsafeBufferPointer { found in
            (
                content.subfolders.compactMap { one in one.identity.map { (Array(found.name(one.name)), $0) }
                },
                content.links.map {
                    FolderIndex.Link(name: Array(found.name($0.name)), target: $0.target)
                }
            )
        }
        let realByName = Dictionary(real) { one, _ in one }
        let linkByName = Dictionary(links.map { ($0.name, $0.target) }) { one, _ in one }

        // What is not there any more.
        for child in index[folder].children where isAsked(index[child].name) {
            let (name, identity) = (index[child].name, index[child].identity)
            let isThere =
                index[child].isLink ? linkByName[name] == .some(identity) : realByName[name] == identity
            if !isThere { takeOut(child) }
        }
        // Links. Who comes first of several ways to a folder, only a walk knows.
        let oldLinks = index[folder].links
        if !links.isEmpty || !oldLinks.isEmpty {
            var kept = oldLinks.filter {
                !isAsked($0.name) || realByName[$0.name] != nil && realByName[$0.name] == $0.target
            }
            let before = Dictionary(oldLinks.map { ($0.name, $0.target) }) { one, _ in one }
            for link in links {
                if before[link.name] ?? nil != link.target { dirt.markEverything(at: now) }
                kept.append(link)
            }
            for link in oldLinks where link.target != nil && isAsked(link.name) {
                if linkByName[link.name] == nil, realByName[link.name] != link.target {
                    dirt.markEverything(at: now)
                }
            }
            index.setLinks(kept, of: folder)
        }
        // What is there now.
        for (name, identity) in real {
            if let child = index.child(name, of: folder), index[child].identity == identity { continue }
            hang(identity, name, into: folder, &door)
        }
    }

    /// Takes a folder out of the tree, until it turns up elsewhere or the pass ends.
    func takeOut(_ folder: Int32) {
        if !isFirst { log.place(of: folder, in: index) }
        index.detach(folder)
        limbo.insert(folder)
        markEverythingIfLinked(folder)
    }

    /// A link that leads into a folder, or from it, is a way to folders that is taken by the order of
    /// paths: only a walk knows which one, when the folder is elsewhere.
    private func markEverythingIfLinked(_ folder: Int32) {
        guard index.hasLinkedFolders else { return }
        let isConcerned = index.subtree(of: folder).contains { folder in
            index.isLinked(index[folder].identity) || index[folder].links.contains { $0.target != nil }
        }
        if isConcerned { dirt.markEverything(at: now) }
    }

    /// Hangs a folder that was found into the tree: a new one, or one that was elsewhere.
    private func hang(
        _ identity: FileFacts.Identity, _ name: [UInt8], into folder: Int32, _ door: inout FolderDoor
    ) {
        guard let known = index.folder(identity) else {
            if index.isLinked(identity) { dirt.markEverything(at: now) }
            let number = index.make(identity, name: name, in: folder, isLink: false)
            log.made(number)
            index.attach(number, name, to: folder, isLink: false)
            dirt.mark(whole: number, at: 0)
            return
        }
        let isRemembered = index[folder].links.contains { $0.name == name && $0.target == identity }
        if isRemembered, index[known].isAttached { return }
        // A folder cannot lie in itself: then it is mounted there, and listed above.
        if known == folder || isAbove(known, folder) { return }
        if index[known].isAttached {
            if isStillThere(known) {
                // Mounted at two places, or listed by a link so far.
                if index[known].isLink || isBefore(folder, name, known) {
                    return dirt.markEverything(at: now)
                }
                return rememberSecondPlace(name, identity, in: folder)
            }
            let parent = index[known].parent
            dirt.mark(index[known].name, in: parent, at: 0)
            takeOut(known)
        }
        limbo.remove(known)
        if !isFirst { log.place(of: known, in: index) }
        index.attach(known, name, to: folder, isLink: false)
        markEverythingIfLinked(known)
        // What it holds was watched all the time, if it was.
        if index[known].watch == 0 { for one in index.subtree(of: known) { dirt.mark(whole: one, at: 0) } }
    }

    private func isAbove(_ folder: Int32, _ other: Int32) -> Bool {
        var next = other
        while next != 0 {
            next = index[next].parent
            if next == folder { return true }
        }
        return false
    }

    private func isBefore(_ folder: Int32, _ name: [UInt8], _ other: Int32) -> Bool {
        index.path(of: folder).appending(NotePath(bytes: name)) < index.path(of: other)
    }

    private func rememberSecondPlace(_ name: [UInt8], _ identity: FileFacts.Identity, in folder: Int32) {
        let link = FolderIndex.Link(name: name, target: identity)
        index.setLinks(index[folder].links.filter { $0.name != name } + [link], of: folder)
    }

    /// Whether a folder is still at the place that the index has for it.
    private func isStillThere(_ folder: Int32) -> Bool {
        let path = settings.root.appending(index.path(of: folder))
        var facts = FileFacts()
        let flags = index[folder].isLink ? 0 : cn_AT_SYMLINK_NOFOLLOW
        let answer = path.withCString { calls.statx(cn_AT_FDCWD, $0, flags, &facts) }
        return answer == 0 && facts.identity == index[folder].identity
    }
}

extension PackedFiles.File {
    init(_ file: FolderTree.File) {
        self.init(stamp: file.facts.stamp, isLink: file.isLink, isShared: file.facts.links > 1)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Less than zero, zero or more: how these bytes stand to others.
    fileprivate func order(to other: UnsafeBufferPointer<UInt8>) -> Int {
        precedes(other) ? -1 : other.precedes(self) ? 1 : 0
    }
}
