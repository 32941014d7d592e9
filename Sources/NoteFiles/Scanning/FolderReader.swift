// SPDX-License-Identifier: MIT
// How one folder is listed and its entries are looked at.

internal import CNoteLinux
internal import Glibc

/// What one worker of a scan has found, and how it looks into folders.
final class FolderReader {
    /// A folder that was opened or could not be.
    struct Visit {
        let folder: Int32
        var facts: FileFacts?
        var isQuiet = false
        var isListed = false
        var listing: UInt64 = 0
        /// Its subfolders in `subfolders`, its files in `files`.
        var subfolders: Range<Int> = 0..<0
        var files: Range<Int> = 0..<0
    }

    /// A symbolic link to a folder.
    struct FolderLink {
        let folder: Int32
        let name: [UInt8]
        let target: FileFacts.Identity
    }

    /// What each visited folder came to.
    var visits: [Visit] = []
    // Files, by folder and in the order of their names.
    private var files: [FolderTree.File] = []
    // The names of files and subfolders.
    private var arena: [UInt8] = []
    /// Names of real subfolders, by folder and in the order of their paths.
    var subfolders: [FolderTree.Name] = []
    /// Links to folders.
    var links: [FolderLink] = []
    /// Names that are not listed. An empty name is the folder itself.
    var skipped: [(folder: Int32, name: [UInt8], reason: FolderScan.Reason)] = []

    private let number: UInt16
    private let request: FolderScan.Request
    private let calls: any FileCalls
    private let buffer: UnsafeMutableRawBufferPointer
    private var found: [(name: FolderTree.Name, kind: DirectoryEntry.Kind)] = []

    init(number: Int, request: FolderScan.Request, calls: any FileCalls) {
        self.number = UInt16(number)
        self.request = request
        self.calls = calls
        buffer = .allocate(byteCount: 1 << 18, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Calls `body` with the names of files and subfolders.
    func withArena(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { arena.withUnsafeBufferPointer(body) }

    /// Gives up everything found but the files and their names.
    func forgetFolders() {
        visits.removeAll()
        subfolders.removeAll()
        links.removeAll()
        skipped.removeAll()
    }

    /// Gives the files and names away.
    func takeFiles() -> (files: [FolderTree.File], arena: [UInt8]) {
        defer { (files, arena) = ([], []) }
        return (files, arena)
    }

    /// Lists a folder and looks at what it holds.
    ///
    /// - Parameter known: Folders that are listed under another path already.
    func visit(
        _ folder: Int32, of tree: FolderTree, through door: inout FolderDoor, known: [FileFacts.Identity: Int32]
    ) {
        var visit = Visit(folder: folder)
        defer { visits.append(visit) }
        let directory = door.open(folder, in: tree, listing: true)
        guard directory >= 0 else { return skip(folder, FolderScan.Reason(opening: directory)) }
        var facts = FileFacts()
        let looked = calls.statx(directory, "", cn_AT_EMPTY_PATH, &facts)
        guard looked == 0 else { return skip(folder, FolderScan.Reason(answer: looked)) }
        guard known[facts.identity] == nil else { return skip(folder, .listedElsewhere) }
        visit.facts = facts
        visit.isQuiet = door.isQuiet
        visit.isListed = list(directory, folder, &visit)
        visit.subfolders = subfolders.count..<subfolders.count
        visit.files = files.count..<files.count
        sortFound()
        look(directory, folder)
        visit.subfolders = visit.subfolders.lowerBound..<subfolders.count
        visit.files = visit.files.lowerBound..<files.count
    }

    /// Takes down the names of a folder.
    private func list(_ directory: Int32, _ folder: Int32, _ visit: inout Visit) -> Bool {
        found.removeAll(keepingCapacity: true)
        while true {
            let count = calls.getdents64(directory, buffer)
            if count == -Int(EINTR) { continue }
            if count < 0 { skip(folder, FolderScan.Reason(answer: Int32(count))) }
            if count <= 0 { return count == 0 }
            DirectoryEntry.forEach(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) { entry in
                visit.listing &+= entry.digest
                if entry.isHidden {
                    if FolderScan.isLeftover(entry.name) {
                        skipped.append((folder, Array(entry.name), .leftover))
                    }
                    return
                }
                found.append((keep(entry.name), entry.kind))
            }
        }
    }

    private func keep(_ name: UnsafeBufferPointer<UInt8>) -> FolderTree.Name {
        let place = FolderTree.Name(offset: arena.count, arena: number, count: UInt16(name.count))
        arena.append(contentsOf: name)
        arena.append(0)
        return place
    }

    private func sortFound() {
        arena.withUnsafeBufferPointer { arena in
            found.sort { arena.name($0.name).precedes(arena.name($1.name)) }
        }
    }

    /// Looks at the names that were taken down, in their order.
    private func look(_ directory: Int32, _ folder: Int32) {
        let firstSubfolder = subfolders.count
        var previous: FolderTree.Name?
        arena.withUnsafeBufferPointer { arena in
            for (name, kind) in found {
                let bytes = arena.name(name)
                // A folder that changes while it is listed may name an entry twice.
                if let previous, arena.name(previous).elementsEqual(bytes) { continue }
                previous = name
                let isMatch = request.matches(UnsafeRawBufferPointer(bytes))
                switch kind {
                case .directory: add(subfolder: name, bytes, folder, isMatch)
                case .other: if isMatch { skip(folder, bytes, .notAFile) }
                case .file where !isMatch && !request.includesOthers: continue
                case .file, .link, .unknown: look(at: name, bytes, directory, folder, kind, isMatch)
                }
            }
            subfolders[firstSubfolder...].sort {
                arena.name($0).precedes(
                    arena.name($1), ending: UInt8(ascii: "/"), otherEnding: UInt8(ascii: "/"))
            }
        }
    }

    private func add(
        subfolder name: FolderTree.Name, _ bytes: UnsafeBufferPointer<UInt8>, _ folder: Int32, _ isMatch: Bool
    ) {
        subfolders.append(name)
        if isMatch { skip(folder, bytes, .folder) }
    }

    private func look(
        at name: FolderTree.Name, _ bytes: UnsafeBufferPointer<UInt8>, _ directory: Int32, _ folder: Int32,
        _ kind: DirectoryEntry.Kind, _ isMatch: Bool
    ) {
        var facts = FileFacts()
        var isLink = kind == .link
        if !isLink {
            let answer = statx(directory, bytes, cn_AT_SYMLINK_NOFOLLOW, &facts)
            guard answer == 0 else { return skip(folder, bytes, FolderScan.Reason(answer: answer)) }
            isLink = facts.kind == .link
        }
        if isLink {
            let answer = statx(directory, bytes, 0, &facts)
            guard answer == 0 else {
                return skip(folder, bytes, answer == -ENOENT ? .danglingLink : FolderScan.Reason(answer: answer))
            }
        }
        switch facts.kind {
        case .directory where isLink:
            links.append(FolderLink(folder: folder, name: Array(bytes), target: facts.identity))
            if isMatch { skip(folder, bytes, .folder) }
        case .directory:
            add(subfolder: name, bytes, folder, isMatch)
        case .file where isMatch || request.includesOthers:
            files.append(
                FolderTree.File(facts: facts, isLink: isLink, isMatch: isMatch, folder: folder, name: name))
        case .file: return
        case .link, .other: if isMatch { skip(folder, bytes, .notAFile) }
        }
    }

    private func statx(
        _ directory: Int32, _ name: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ facts: inout FileFacts
    ) -> Int32 {
        // SAFETY: names in the arena are never empty, and a zero follows each.
        let start = UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped).assumingMemoryBound(to: CChar.self)
        return calls.statx(directory, start, flags, &facts)
    }

    private func skip(_ folder: Int32, _ reason: FolderScan.Reason) { skipped.append((folder, [], reason)) }

    private func skip(_ folder: Int32, _ name: UnsafeBufferPointer<UInt8>, _ reason: FolderScan.Reason) {
        skipped.append((folder, Array(name), reason))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a name that lies in this arena.
    func name(_ name: FolderTree.Name) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[name.offset..<name.offset + Int(name.count)])
    }
}
