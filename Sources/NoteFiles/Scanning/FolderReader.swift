// SPDX-License-Identifier: MIT
// How one folder is listed and its entries are looked at.

internal import CNoteLinux
internal import Glibc

/// One worker of a scan: looks into folders and gathers what it finds.
final class FolderReader {
    /// A symbolic link to a folder.
    struct FolderLink {
        let folder: Int32
        let name: FolderTree.Name
        let target: FileFacts.Identity
    }

    /// What a look found of folders, since it was last taken.
    struct Finding {
        /// What was found in each folder.
        var contents: [(folder: Int32, content: FolderTree.Content)] = []
        /// Links to folders.
        var links: [FolderLink] = []
        /// Names that are not listed. An empty name is the folder itself.
        var skipped: [(folder: Int32, name: [UInt8], reason: FolderScan.Reason)] = []
        /// Calls that failed, without which the scan would not be one.
        var faults: [(folder: Int32, call: String, answer: Int)] = []
    }

    private var finding = Finding()
    private let request: FolderScan.Request
    private let calls: any FileCalls
    private var door: FolderDoor
    private let buffer: UnsafeMutableRawBufferPointer
    private var found: [(name: FolderTree.Name, kind: DirectoryEntry.Kind)] = []

    /// - Parameter root: The descriptor of the root, which stays open as long as the reader is used.
    init(root: Int32, request: FolderScan.Request, calls: any FileCalls) {
        self.request = request
        self.calls = calls
        door = FolderDoor(root: root, calls: calls)
        // Large enough that most folders need one call, and one more that says that it was all.
        buffer = .allocate(byteCount: 1 << 18, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Gives away what was found.
    func take() -> Finding {
        defer { finding = Finding() }
        return finding
    }

    /// Lists a folder and looks at what it holds.
    ///
    /// - Parameter known: Folders that are listed under another path already.
    func visit(_ folder: Int32, of tree: FolderTree, known: [FileFacts.Identity: Int32]) {
        let directory = door.open(folder, in: tree, listing: true)
        guard directory >= 0 else {
            return skip(folder, FolderScan.Reason(opening: directory), "openat", Int(directory))
        }
        var facts = FileFacts()
        let answer = calls.statx(directory, "", cn_AT_EMPTY_PATH, &facts)
        guard answer == 0 else {
            return skip(folder, FolderScan.Reason(answer: answer), "statx", Int(answer))
        }
        guard known[facts.identity] == nil else {
            return finding.skipped.append((folder, [], .listedElsewhere))
        }
        finding.contents.append((folder, read(directory, facts, as: folder)))
    }

    /// Watches, lists and looks at a folder that is open.
    func read(_ directory: Int32, _ facts: FileFacts, as folder: Int32) -> FolderTree.Content {
        var content = FolderTree.Content()
        content.facts = facts
        // First the watch, then the list: what happens in between is told by the watch.
        if let watch = request.watch { content.watch = watch(directory, facts) }
        content.isListed = list(directory, folder, &content)
        sortFound(content.names)
        look(directory, folder, &content)
        return content
    }

    /// Looks at some names in a folder that is open.
    func look(at names: some Sequence<[UInt8]>, in directory: Int32, as folder: Int32) -> FolderTree.Content {
        var content = FolderTree.Content()
        found.removeAll(keepingCapacity: true)
        for name in names { name.withUnsafeBufferPointer { take(down: $0, .unknown, &content) } }
        sortFound(content.names)
        look(directory, folder, &content)
        return content
    }

    private func sortFound(_ names: [UInt8]) {
        names.withUnsafeBufferPointer { names in
            found.sort { names.name($0.name).precedes(names.name($1.name)) }
        }
    }

    private func take(
        down name: UnsafeBufferPointer<UInt8>, _ kind: DirectoryEntry.Kind,
        _ content: inout FolderTree.Content
    ) {
        let place = FolderTree.Name(offset: UInt32(content.names.count), count: UInt16(name.count))
        content.names.append(contentsOf: name)
        content.names.append(0)
        found.append((place, kind))
    }

    /// Takes down the names of a folder.
    private func list(_ directory: Int32, _ folder: Int32, _ content: inout FolderTree.Content) -> Bool {
        found.removeAll(keepingCapacity: true)
        while true {
            let count = calls.getdents64(directory, buffer)
            if count == -Int(EINTR) { continue }
            if count < 0 { skip(folder, FolderScan.Reason(answer: Int32(count)), "getdents64", count) }
            if count <= 0 { return count == 0 }
            let records = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            content.names.reserveCapacity(content.names.count + count)
            DirectoryEntry.forEach(in: records) { entry in
                content.listing &+= entry.digest
                if !entry.isHidden {
                    take(down: entry.name, entry.kind, &content)
                } else if HiddenName.isOurs(NotePath(bytes: Array(entry.name))) {
                    skip(folder, entry.name, .leftover)
                }
            }
        }
    }

    /// Looks at the names that were taken down, in their order.
    private func look(_ directory: Int32, _ folder: Int32, _ content: inout FolderTree.Content) {
        content.files.reserveCapacity(found.count)
        let names = content.names
        names.withUnsafeBufferPointer { names in
            var previous: UnsafeBufferPointer<UInt8>?
            for (place, kind) in found {
                let name = names.name(place)
                // A folder that changes while it is listed may name an entry twice.
                if let previous, previous.elementsEqual(name) { continue }
                previous = name
                look(at: Entry(folder: folder, name: name, place: place), kind, directory, &content)
            }
            content.subfolders.sort {
                let slash = UInt8(ascii: "/")
                return names.name($0.name).precedes(names.name($1.name), ending: slash, otherEnding: slash)
            }
        }
    }

    private struct Entry {
        let folder: Int32
        let name: UnsafeBufferPointer<UInt8>
        let place: FolderTree.Name
    }

    private func look(
        at entry: Entry, _ kind: DirectoryEntry.Kind, _ directory: Int32, _ content: inout FolderTree.Content
    ) {
        let isMatch = request.matches(UnsafeRawBufferPointer(entry.name))
        let isWanted = isMatch || request.includesOthers
        if kind == .other || kind == .file, !isWanted { return }
        var facts = FileFacts()
        var isLink = kind == .link
        if kind == .directory, !request.isRecursive { return }
        if kind == .directory, !request.identifiesFolders {
            facts.mode = UInt32(Glibc.S_IFDIR)
        } else {
            var answer = isLink ? 0 : statx(directory, entry.name, cn_AT_SYMLINK_NOFOLLOW, &facts)
            isLink = isLink || facts.kind == .link
            if answer == 0, isLink { answer = statx(directory, entry.name, 0, &facts) }
            guard answer == 0 else {
                if isLink { content.links.append(FolderTree.Link(name: entry.place, target: nil)) }
                let isDangling = isLink && answer == -ENOENT
                let reason = isDangling ? .danglingLink : FolderScan.Reason(answer: answer)
                return skip(entry.folder, entry.name, reason)
            }
        }
        if isLink {
            let target = facts.kind == .directory && request.isRecursive ? facts.identity : nil
            content.links.append(FolderTree.Link(name: entry.place, target: target))
        }
        switch facts.kind {
        case .directory where !request.isRecursive: break
        case .directory where isLink:
            finding.links.append(
                FolderLink(folder: entry.folder, name: entry.place, target: facts.identity))
            if isMatch { skip(entry.folder, entry.name, .folder) }
        case .directory:
            let identity = request.identifiesFolders ? facts.identity : nil
            content.subfolders.append(FolderTree.Subfolder(name: entry.place, identity: identity))
            if isMatch { skip(entry.folder, entry.name, .folder) }
        case .file:
            guard isWanted else { return }
            content.files.append(
                FolderTree.File(facts: facts, isLink: isLink, isMatch: isMatch, name: entry.place))
        case .link, .other:
            if isMatch { skip(entry.folder, entry.name, .notAFile) }
        }
    }

    private func statx(
        _ directory: Int32, _ name: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        // SAFETY: names that were taken down are never empty, and a zero follows each.
        let start = UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped).assumingMemoryBound(to: CChar.self)
        return calls.statx(directory, start, flags, &facts)
    }

    /// Passes over a folder that cannot be listed. Without the root there is nothing to tell, and a
    /// want of descriptors says nothing of the folder: then the whole scan fails.
    private func skip(_ folder: Int32, _ reason: FolderScan.Reason, _ call: String, _ answer: Int) {
        finding.skipped.append((folder, [], reason))
        if folder == 0 || FileError.Code(systemError: Int32(-answer)) == .tooManyOpenFiles {
            finding.faults.append((folder, call, answer))
        }
    }

    private func skip(_ folder: Int32, _ name: UnsafeBufferPointer<UInt8>, _ reason: FolderScan.Reason) {
        finding.skipped.append((folder, Array(name), reason))
    }
}
