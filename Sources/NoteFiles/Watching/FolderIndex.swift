// SPDX-License-Identifier: MIT
// What a watcher knows of its folder: every folder below it with its files.

/// The folders below a root by number, each with its files. Number 0 is the root.
///
/// A folder keeps its number while it is renamed and moved, and so does everything below it.
struct FolderIndex {
    /// A symbolic link, or a second place of a folder that is listed elsewhere.
    struct Link {
        let name: [UInt8]
        /// The folder that it leads to; nil where it leads to none.
        let target: FileFacts.Identity?
    }

    /// One folder.
    struct Folder {
        var parent: Int32
        var name: [UInt8]
        var isLink: Bool
        var identity: FileFacts.Identity
        var files = PackedFiles()
        /// The folders in it, in the order of their names.
        var children: [Int32] = []
        var links: [Link] = []
        /// What its watch is called; zero where it has none.
        var watch: Int32 = 0
        /// Whether inotify does not tell all that happens in it.
        var isBlind = false
        /// Why it could not be watched or listed the last time; zero where it could.
        var watchFault: Int32 = 0
        var listFault: Int32 = 0
        /// Whether it hangs in the tree, and is not in use for nothing.
        var isAttached = true
        var isAlive = true
    }

    private(set) var folders: [Folder]
    private(set) var byWatch: [Int32: Int32] = [:]
    private var byIdentity: [FileFacts.Identity: Int32] = [:]
    private var linked: [FileFacts.Identity: Int] = [:]
    private var free: [Int32] = []
    var devices = DeviceTable()
    /// The folders that hold links.
    private(set) var withLinks: Set<Int32> = []

    init(root: FileFacts.Identity) {
        folders = [Folder(parent: 0, name: [], isLink: false, identity: root)]
        byIdentity[root] = 0
    }

    subscript(folder: Int32) -> Folder {
        _read { yield folders[Int(folder)] }
        _modify { yield &folders[Int(folder)] }
    }

    /// The numbers of the folders that are in use.
    var numbers: [Int32] { folders.indices.filter { folders[$0].isAlive }.map { Int32($0) } }

    var noteCount: Int { folders.reduce(0) { $0 + $1.files.count } }
    var folderCount: Int { folders.count - free.count }

    func folder(_ identity: FileFacts.Identity) -> Int32? { byIdentity[identity] }

    /// Whether a link leads to a folder.
    func isLinked(_ identity: FileFacts.Identity) -> Bool { linked[identity] != nil }

    /// Whether any link leads to a folder.
    var hasLinkedFolders: Bool { !linked.isEmpty }

    /// How many folders lie above it.
    func depth(of folder: Int32) -> Int {
        var (depth, next) = (0, folder)
        while next != 0 {
            depth += 1
            next = folders[Int(next)].parent
        }
        return depth
    }

    /// Whether it hangs in the tree, with everything above it.
    func isReachable(_ folder: Int32) -> Bool {
        var next = folder
        while next != 0 {
            guard folders[Int(next)].isAlive, folders[Int(next)].isAttached else { return false }
            next = folders[Int(next)].parent
        }
        return true
    }

    /// Where a name is or would be among the folders in a folder.
    private func place(of name: [UInt8], in folder: Int32) -> (place: Int, isThere: Bool) {
        let children = folders[Int(folder)].children
        return name.withUnsafeBufferPointer { name in
            var (low, high) = (0, children.count)
            while low < high {
                let middle = (low + high) / 2
                let precedes = folders[Int(children[middle])].name.withUnsafeBufferPointer {
                    $0.precedes(name)
                }
                if precedes { low = middle + 1 } else { high = middle }
            }
            let isThere =
                low < children.count
                && folders[Int(children[low])].name.withUnsafeBufferPointer { !name.precedes($0) }
            return (low, isThere)
        }
    }

    /// The folder of a name in a folder.
    func child(_ name: [UInt8], of folder: Int32) -> Int32? {
        let (place, isThere) = place(of: name, in: folder)
        return isThere ? folders[Int(folder)].children[place] : nil
    }

    /// Makes a folder that does not hang in the tree yet.
    mutating func make(_ identity: FileFacts.Identity, name: [UInt8], in parent: Int32, isLink: Bool) -> Int32
    {
        var record = Folder(parent: parent, name: name, isLink: isLink, identity: identity)
        record.isAttached = false
        if let number = free.popLast() {
            folders[Int(number)] = record
            byIdentity[identity] = number
            return number
        }
        folders.append(record)
        byIdentity[identity] = Int32(folders.count - 1)
        return Int32(folders.count - 1)
    }

    /// Hangs a folder into the tree.
    mutating func attach(_ folder: Int32, _ name: [UInt8], to parent: Int32, isLink: Bool) {
        folders[Int(folder)].parent = parent
        folders[Int(folder)].name = name
        folders[Int(folder)].isLink = isLink
        folders[Int(folder)].isAttached = true
        folders[Int(parent)].children.insert(folder, at: place(of: name, in: parent).place)
    }

    /// Takes a folder out of the tree. It remembers where it hung.
    mutating func detach(_ folder: Int32) {
        let (parent, name) = (folders[Int(folder)].parent, folders[Int(folder)].name)
        let (place, isThere) = place(of: name, in: parent)
        if isThere, folders[Int(parent)].children[place] == folder {
            folders[Int(parent)].children.remove(at: place)
        }
        folders[Int(folder)].isAttached = false
    }

    /// Forgets what is in a folder that does not hang in the tree. Its number stays taken until `recycle`.
    mutating func kill(_ folder: Int32) {
        let watch = folders[Int(folder)].watch
        if byWatch[watch] == folder { byWatch[watch] = nil }
        let identity = folders[Int(folder)].identity
        if byIdentity[identity] == folder { byIdentity[identity] = nil }
        setLinks([], of: folder)
        folders[Int(folder)].files = PackedFiles()
        folders[Int(folder)].children = []
        folders[Int(folder)].watch = 0
        folders[Int(folder)].isAlive = false
    }

    /// Gives the number of a forgotten folder free.
    mutating func recycle(_ folder: Int32) { free.append(folder) }

    mutating func setWatch(_ watch: Int32, of folder: Int32) {
        let before = folders[Int(folder)].watch
        if before != 0, before != watch, byWatch[before] == folder { byWatch[before] = nil }
        folders[Int(folder)].watch = watch
        if watch != 0 { byWatch[watch] = folder }
    }

    mutating func setLinks(_ links: [Link], of folder: Int32) {
        for link in folders[Int(folder)].links {
            guard let target = link.target, let count = linked[target] else { continue }
            linked[target] = count == 1 ? nil : count - 1
        }
        for link in links { if let target = link.target { linked[target, default: 0] += 1 } }
        folders[Int(folder)].links = links
        if links.isEmpty { withLinks.remove(folder) } else { withLinks.insert(folder) }
    }

    /// Lets another folder be the root.
    mutating func replaceRoot(_ identity: FileFacts.Identity) {
        byIdentity[folders[0].identity] = nil
        folders[0].identity = identity
        byIdentity[identity] = 0
    }

    /// Every folder at or below one, those above first.
    func subtree(of folder: Int32) -> [Int32] {
        var (all, next) = ([folder], 0)
        while next < all.count {
            all += folders[Int(all[next])].children
            next += 1
        }
        return all
    }

    func appendPath(of folder: Int32, to path: inout [UInt8]) {
        var chain: [Int32] = []
        var next = folder
        while next != 0 {
            chain.append(next)
            next = folders[Int(next)].parent
        }
        for folder in chain.reversed() {
            if !path.isEmpty { path.append(UInt8(ascii: "/")) }
            path += folders[Int(folder)].name
        }
    }

    func path(of folder: Int32) -> NotePath {
        var path: [UInt8] = []
        appendPath(of: folder, to: &path)
        return path.isEmpty ? NotePath(".") : NotePath(bytes: path)
    }
}

extension FolderIndex: FolderChain {
    func parent(ofFolder folder: Int32) -> Int32 { folders[Int(folder)].parent }

    func isLink(folder: Int32) -> Bool { folders[Int(folder)].isLink }

    func withName<Result>(ofFolder folder: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        folders[Int(folder)].name.withUnsafeBufferPointer(body)
    }
}

extension FolderIndex {
    /// The note at a path below the root.
    func note(at path: NotePath) -> WatchedNote? {
        var folder: Int32 = 0
        var parts = path.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
        guard let name = parts.popLast() else { return nil }
        for part in parts {
            guard let next = child(part, of: folder) else { return nil }
            folder = next
        }
        let record = folders[Int(folder)]
        return name.withUnsafeBufferPointer { record.files.index(of: $0) }.map { index in
            let file = record.files.file(at: index, devices)
            return WatchedNote(path: path, stamp: file.stamp, isLink: file.isLink)
        }
    }

    /// All notes, ordered by path.
    func notes() -> [WatchedNote] {
        var notes: [WatchedNote] = []
        notes.reserveCapacity(noteCount)
        for folder in numbers where isReachable(folder) {
            var start: [UInt8] = []
            appendPath(of: folder, to: &start)
            if !start.isEmpty { start.append(UInt8(ascii: "/")) }
            let files = folders[Int(folder)].files
            for index in 0..<files.count {
                let file = files.file(at: index, devices)
                let path = NotePath(bytes: start + files.name(at: index))
                notes.append(WatchedNote(path: path, stamp: file.stamp, isLink: file.isLink))
            }
        }
        return notes.sorted { $0.path < $1.path }
    }
}
