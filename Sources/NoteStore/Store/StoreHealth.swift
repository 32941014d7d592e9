// SPDX-License-Identifier: MIT
// How well what is remembered of a vault is.

internal import Glibc
public import NoteFiles
internal import Synchronization

/// What is remembered of a vault, and what is wrong with it.
public struct StoreHealth: Sendable {
    /// The folder that remembers it.
    public let folder: NotePath
    /// How many bytes the files in it have.
    public let bytes: Int
    /// How many versions of notes there are.
    public let versions: Int
    /// How many conflicts wait for a choice.
    public let conflicts: Int
    /// What was found wrong just now, and mended.
    public let notices: [StoreNotice]
    /// Damaged databases that were set aside, now or earlier.
    public let setAside: [NotePath]
    /// Files that others may read or write.
    public let exposed: [NotePath]

    /// Looks through what is remembered of a vault, every page of it.
    ///
    /// Begins nothing where nothing is remembered. A damaged database is mended as on every other opening.
    ///
    /// - Returns: nil where nothing is remembered.
    /// - Throws: `StoreError` as `VaultStore` and its `check()`.
    public static func look(
        at vault: NotePath, stateFolder: NotePath = StateFolder.standard
    ) throws(StoreError) -> StoreHealth? {
        guard let resolved = vault.withCString({ realpath($0, nil) }) else {
            throw StoreError(vault, call: "realpath", systemError: errno)
        }
        defer { free(resolved) }
        let path = NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
        guard try VaultRegistry(in: stateFolder).isKnown(path) else { return nil }
        let notices = Mutex<[StoreNotice]>([])
        let store = try VaultStore(
            of: vault, stateFolder: stateFolder, notify: { notice in notices.withLock { $0.append(notice) } })
        try store.check()
        return try StoreHealth(store, notices.withLock { $0 })
    }

    private init(_ store: VaultStore, _ notices: [StoreNotice]) throws(StoreError) {
        folder = store.folder
        versions = try store.size().versions
        conflicts = try store.conflicts().count
        self.notices = notices
        let files = try PrivateFolder.names(in: store.folder).map { store.folder.appending($0) }
        bytes = files.reduce(0) { $0 + (PrivateFile.size(of: $1) ?? 0) }
        setAside = files.filter {
            $0.name.bytes.starts(with: "store-damaged-".utf8)
                && !$0.name.bytes.suffix(4).elementsEqual("-wal".utf8)
        }
        exposed = ([store.folder] + files).filter { path in
            var facts = stat()
            return path.withCString { stat($0, &facts) } == 0 && facts.st_mode & 0o077 != 0
        }
    }
}
