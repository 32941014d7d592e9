// SPDX-License-Identifier: MIT
// Which folder of the state folder belongs to which vault.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

/// The vaults that are remembered, found again by what they are and by where they are.
///
/// What is remembered of a vault lies in `stateFolder/vaults/NAME`, where NAME is the vault's name and the
/// first digits of the digest of the path at which it was first seen. Which vault it is stands there in the
/// file `vault`. There is no list of them all that could be damaged: who must look at all looks at these files.
struct VaultRegistry {
    private let folder: NotePath
    private let calls: any FileCalls

    /// - Parameter stateFolder: Usually `StateFolder.standard`.
    init(in stateFolder: NotePath, calls: any FileCalls = LinuxCalls()) {
        folder = stateFolder.appending(NotePath("vaults"))
        self.calls = calls
    }

    /// The folder that remembers a vault, made where there is none.
    ///
    /// A vault that was moved or renamed is found by its identity, and its new path is taken down. Else the
    /// vault that was last seen at this path is this one: put back from a backup, or cloned anew. A copy of a
    /// vault that is still at its place is a vault of its own. Of several processes that come at once, one
    /// makes the folder.
    ///
    /// - Parameter vault: Its real path, from the root.
    func folder(of vault: NotePath) throws(StoreError) -> NotePath {
        let identity = try identity(of: vault)
        let usual = folder.appending(Self.name(of: vault))
        if let entry = try entry(usual), entry == VaultEntry(path: vault, identity: identity) {
            return try resolved(usual)
        }
        try PrivateFolder.make(folder)
        let lock = try FileLock(of: folder.appending(NotePath("lock")))
        try lock.take(.exclusive)
        return try search(for: vault, identity, usual)
    }

    /// Whether something may be remembered of a vault. Makes nothing.
    func isKnown(_ vault: NotePath) throws(StoreError) -> Bool {
        let identity = try identity(of: vault)
        for name in try PrivateFolder.names(in: folder) {
            guard let entry = try entry(folder.appending(name)) else { continue }
            if entry.path == vault || identity.born != nil && entry.identity == identity { return true }
        }
        return false
    }

    /// The folders below one of which something may be remembered, each at the path where it is. Makes nothing.
    func vaults(below top: NotePath) throws(StoreError) -> [NotePath] {
        let start = top.appending(NotePath("")).bytes
        var vaults: Set<NotePath> = []
        for name in try PrivateFolder.names(in: folder) {
            guard let entry = try entry(folder.appending(name)), entry.path.bytes.starts(with: start),
                isStillThere(entry)
            else { continue }
            vaults.insert(entry.path)
        }
        return vaults.sorted()
    }

    /// The slow way, with the lock held.
    private func search(
        for vault: NotePath, _ identity: VaultIdentity, _ usual: NotePath
    ) throws(StoreError) -> NotePath {
        var entries: [(folder: NotePath, entry: VaultEntry)] = []
        for name in try PrivateFolder.names(in: folder) {
            let place = folder.appending(name)
            if let entry = try entry(place), try !PrivateFolder.isLink(place) {
                entries.append((place, entry))
            }
        }
        let same = entries.filter { identity.born != nil && $0.entry.identity == identity }
        if let mounted = same.first(where: { $0.entry.path != vault && isOne($0.entry.path, with: vault) }) {
            // One folder under two paths, as a mount gives it: the first one stays its path.
            if mounted.folder != usual { PrivateFolder.link(usual, to: mounted.folder.name) }
            return mounted.folder
        }
        let known =
            same.first { $0.entry.path == vault } ?? same.first { !isStillThere($0.entry) }
            ?? entries.first { $0.entry.path == vault }
        let place: NotePath
        if let known {
            place = known.folder
        } else {
            place = try free(usual)
            try PrivateFolder.make(place)
        }
        let entry = VaultEntry(path: vault, identity: identity)
        if known?.entry != entry { try entry.write(in: place) }
        if place != usual { PrivateFolder.link(usual, to: place.name) }
        return place
    }

    /// The first name that is not taken by another vault, which once was where this one is.
    private func free(_ usual: NotePath) throws(StoreError) -> NotePath {
        var (place, number) = (usual, 1)
        while try entry(place) != nil {
            number += 1
            place = folder.appending(NotePath(bytes: usual.name.bytes + Array("-\(number)".utf8)))
        }
        // A link that leads nowhere, or a folder without its file, is what a crash left.
        return place
    }

    /// Whether the folder at the path of an entry is the vault of the entry: then one with the same identity
    /// elsewhere is another, on a copy of its file system.
    private func isStillThere(_ entry: VaultEntry) -> Bool {
        do throws(StoreError) {
            return try identity(of: entry.path) == entry.identity
        } catch {
            return false
        }
    }

    /// Whether two paths lead to one folder now.
    private func isOne(_ path: NotePath, with other: NotePath) -> Bool {
        do throws(StoreError) {
            return try facts(of: path).identity == facts(of: other).identity
        } catch {
            return false
        }
    }

    /// What a vault is now.
    func identity(of vault: NotePath) throws(StoreError) -> VaultIdentity {
        VaultIdentity(try facts(of: vault))
    }

    private func facts(of path: NotePath) throws(StoreError) -> FileFacts {
        var facts = FileFacts()
        let answer = path.withCString { calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
        guard answer == 0 else { throw StoreError(path, call: "statx", systemError: -answer) }
        return facts
    }

    private func entry(_ folder: NotePath) throws(StoreError) -> VaultEntry? {
        try PrivateFile.bytes(of: folder.appending(VaultEntry.fileName)).flatMap { VaultEntry($0) }
    }

    /// The folder that a name leads to: a vault that moved is found under a link as well.
    private func resolved(_ place: NotePath) throws(StoreError) -> NotePath {
        try PrivateFolder.target(of: place).map { folder.appending($0) } ?? place
    }

    /// A name of 255 bytes has to take the digits too.
    private static func name(of vault: NotePath) -> NotePath {
        let digits = SHA256Digest(of: vault.bytes).description.prefix(16)
        let name = vault.name.bytes.isEmpty ? Array("root".utf8) : Array(vault.name.bytes.prefix(200))
        return NotePath(bytes: name + Array("-\(digits)".utf8))
    }
}
