// SPDX-License-Identifier: MIT
// The content of a simulated disk as a value: what is there, without anybody having it open.

import NoteFiles

/// Inodes by number; number 1 is the root folder.
struct DiskImage: Sendable {
    static let root = 1

    private(set) var inodes: [Int: Inode] = [:]
    private(set) var next = 2

    /// A disk with nothing but a root folder that everybody may write.
    init(device: UInt64 = 1) {
        var root = Inode(kind: .directory, device: device, mode: 0o777, owner: 0, group: 0)
        root.parent = Self.root
        root.links = 2
        inodes[Self.root] = root
    }

    subscript(number: Int) -> Inode {
        get {
            guard let inode = inodes[number] else { preconditionFailure("no inode \(number)") }
            return inode
        }
        set { inodes[number] = newValue }
    }

    /// Takes the next free inode number.
    mutating func takeNumber() -> Int {
        defer { next += 1 }
        return next
    }

    // MARK: Steps

    /// Does one step.
    mutating func apply(_ effect: Effect) {
        switch effect {
        case .create(let number, let inode):
            inodes[number] = inode
            next = max(next, number + 1)
        case .names(let changes):
            for change in changes { apply(change) }
        case .write(let number, let offset, let bytes, _):
            write(bytes[...], to: number, at: offset, mayGrow: true)
        case .size(let number, let size):
            resize(number, to: size)
        case .property(let number, let property):
            apply(property, to: number)
        case .sync, .syncDevice, .syncFailed: break
        }
    }

    private mutating func apply(_ change: Effect.NameChange) {
        guard inodes[change.directory] != nil else { return }
        if let old = self[change.directory].entries[change.name] { self[old].links -= 1 }
        inodes[change.directory]?.entries[change.name] = change.inode
        guard let new = change.inode else { return }
        inodes[new]?.links += 1
        inodes[new]?.isLinkable = false
        if self[new].kind == .directory { inodes[new]?.parent = change.directory }
    }

    private mutating func apply(_ property: Effect.Property, to number: Int) {
        switch property {
        case .mode(let mode): inodes[number]?.mode = mode
        case .owner(let owner, let group, let mode):
            inodes[number]?.owner = owner
            inodes[number]?.group = group
            inodes[number]?.mode = mode
        case .attribute(let name, let value): inodes[number]?.attributes[name] = value
        case .flags(let flags): inodes[number]?.flags = flags
        }
    }

    /// Stores bytes. Those beyond the end are lost unless the file may grow.
    mutating func write(_ bytes: ArraySlice<UInt8>, to number: Int, at offset: Int, mayGrow: Bool) {
        let size = self[number].bytes.count
        let end = mayGrow ? offset + bytes.count : min(offset + bytes.count, size)
        guard end > offset else { return }
        if end > size { resize(number, to: end) }
        let visible = bytes.prefix(end - offset)
        inodes[number]?.bytes.replaceSubrange(offset..<end, with: visible)
    }

    /// Cuts the file, or fills it with zeros.
    mutating func resize(_ number: Int, to size: Int) {
        let old = self[number].bytes.count
        if size < old {
            inodes[number]?.bytes.removeLast(old - size)
        } else {
            inodes[number]?.bytes.append(contentsOf: repeatElement(0, count: size - old))
        }
    }

    // MARK: What is there

    /// Forgets inodes that no name leads to, and counts names anew, as a file system check does.
    mutating func dropUnreachable() {
        var found: [Int: Int] = [Self.root: 2]
        var rest = [Self.root]
        while let folder = rest.popLast() {
            for (name, number) in self[folder].entries {
                guard let inode = inodes[number] else {
                    inodes[folder]?.entries[name] = nil
                    continue
                }
                if inode.kind == .directory, found[number] == nil { rest.append(number) }
                found[number, default: inode.kind == .directory ? 1 : 0] += 1
            }
        }
        inodes = inodes.filter { found[$0.key] != nil }
        for (number, links) in found { inodes[number]?.links = links }
    }

    /// A number that is equal for equal trees, for as long as the process runs.
    var fingerprint: Int {
        var hasher = Hasher()
        hash(Self.root, into: &hasher)
        return hasher.finalize()
    }

    private func hash(_ number: Int, into hasher: inout Hasher) {
        let inode = self[number]
        hasher.combine(number)
        inode.hash(substanceInto: &hasher)
        for name in inode.entries.keys.sorted() {
            hasher.combine(name)
            hash(inode.entries[name, default: 0], into: &hasher)
        }
    }

    /// The inode at an absolute path without symbolic links.
    func number(at path: NotePath) -> Int? {
        var number = Self.root
        for part in path.bytes.split(separator: UInt8(ascii: "/")) {
            guard let next = self[number].entries[NotePath(bytes: Array(part))] else { return nil }
            number = next
        }
        return number
    }

    /// What is at an absolute path without symbolic links.
    func inode(at path: NotePath) -> Inode? { number(at: path).map { self[$0] } }

    /// The names in a folder, sorted; none when there is no such folder.
    func names(in folder: NotePath) -> [NotePath] { inode(at: folder)?.entries.keys.sorted() ?? [] }

    /// Every file below a folder with its path.
    func files(below folder: NotePath) -> [(path: NotePath, inode: Inode)] {
        names(in: folder).flatMap { name -> [(path: NotePath, inode: Inode)] in
            let path = folder.appending(name)
            guard let inode = inode(at: path) else { return [] }
            return switch inode.kind {
            case .file: [(path, inode)]
            case .directory: files(below: path)
            default: []
            }
        }
    }
}
