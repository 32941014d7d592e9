// SPDX-License-Identifier: MIT
// What is remembered of one vault: how it is opened, shared with other processes, and used.

internal import Glibc
public import NoteFiles
internal import Synchronization

/// Versions, pins and unresolved conflicts of one vault.
///
/// They lie in `store.sqlite` in the vault's folder below `stateFolder/vaults`, which only this user may
/// enter; nothing of it is in the vault. It is the only copy, so whatever a method has changed is on the disk
/// when it returns. Several processes may have it open at once. Its methods block on the disk; they may be
/// called from any thread.
///
/// A damaged database is set aside beside the new one, and what can be read of it is taken over; see
/// `StoreNotice`. One that a later edition of NoteKit has changed is left alone.
public final class VaultStore: Sendable {
    /// The vault, a real path.
    public let vault: NotePath
    /// The folder that remembers it.
    public let folder: NotePath
    let stateFolder: NotePath
    let rule: VersionRule
    let calls: any FileCalls
    private let identity: VaultIdentity
    let notify: @Sendable (StoreNotice) -> Void
    private let opened: Mutex<OpenStore?>

    /// Opens what is remembered of a vault, and begins where there is nothing yet.
    ///
    /// - Parameters:
    ///   - vault: The folder; it must be there.
    ///   - stateFolder: Usually `StateFolder.standard`; never inside the vault.
    ///   - rule: Which changes make a version.
    ///   - notify: Called with what the store did by itself, now or later, from any thread.
    /// - Throws: `StoreError`: `.missing` when there is no such vault, `.tooNew`, `.notPermitted`, `.noSpace`,
    ///   `.inputOutput`, `.busy`; `.damaged` when a damaged one could not be set aside, because another
    ///   process has it open.
    public convenience init(
        of vault: NotePath, stateFolder: NotePath = StateFolder.standard,
        rule: VersionRule = .allButAttachments,
        notify: @escaping @Sendable (StoreNotice) -> Void = { _ in }
    ) throws(StoreError) {
        try self.init(of: vault, stateFolder: stateFolder, rule: rule, calls: LinuxCalls(), notify: notify)
    }

    package init(
        of vault: NotePath, stateFolder: NotePath, rule: VersionRule, calls: any FileCalls,
        notify: @escaping @Sendable (StoreNotice) -> Void
    ) throws(StoreError) {
        guard let resolved = vault.withCString({ realpath($0, nil) }) else {
            throw StoreError(vault, call: "realpath", systemError: errno)
        }
        defer { free(resolved) }
        self.vault = NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
        self.stateFolder = stateFolder
        self.rule = rule
        self.calls = calls
        self.notify = notify
        let registry = VaultRegistry(in: stateFolder, calls: calls)
        let resolvedVault = self.vault
        identity = try registry.identity(of: resolvedVault)
        folder = try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
            try registry.folder(of: resolvedVault)
        }
        opened = Mutex(nil)
        try use { _ throws(StoreError) in }
    }

    /// Whether the vault is still the folder that it was, and remembered in the place where it was.
    var isCurrent: Bool {
        do throws(StoreError) {
            return try VaultRegistry(in: stateFolder, calls: calls).identity(of: vault) == identity
                && StoreFiles(in: folder).inode != nil
        } catch {
            return false
        }
    }

    /// Calls a body with the database; once more with what was recovered when it turns out to be damaged.
    func use<Result: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // SQLite writes by itself, past a limit on file sizes too.
        try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
            try carryOut { store throws(StoreError) in try body(&store.database) }
        }
    }

    private func carryOut<Result: Sendable>(
        _ body: (OpenStore) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        var notices: [StoreNotice] = []
        // Once the database is free again: whoever hears of it may use the store.
        defer { for notice in notices { notify(notice) } }
        return try opened.withLock { opened throws(StoreError) in
            // Somebody may have put back a backup, or cleared the folder: what is written to a file without a
            // name is lost.
            if let open = opened, open.inode != StoreFiles(in: folder).inode { opened = nil }
            var damage: (error: StoreError, inode: UInt64?)?
            while true {
                let store: OpenStore
                if let open = opened {
                    store = open
                } else {
                    let (made, notice) = try OpenStore.open(in: folder, after: damage)
                    if let notice { notices.append(notice) }
                    store = made
                    opened = made
                }
                do throws(StoreError) {
                    return try body(store)
                } catch {
                    let error = store.database.meaning(of: error)
                    guard error.code == .damaged, damage == nil else { throw error }
                    damage = (error, store.inode)
                    store.database.keepLog(true)
                }
                // Lets go of the file, so that it can be set aside.
                opened = nil
            }
        }
    }

    /// Calls a body that only reads, with the database as it is at one moment, as `use` does.
    func read<Result: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try use { database throws(StoreError) in try database.snapshot(body) }
    }

    /// Calls a body in one transaction, as `use` does.
    func change<Result: Sendable>(
        _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
            try carryOut { store throws(StoreError) in
                try store.change { database throws(StoreError) in
                    // A later edition may have come while this one had it open.
                    let step = try database.lastStep(upTo: StoreSchema.steps.count)
                    let result = try body(&database)
                    // Writes the first page, which carries the number by which the log beside the file is known
                    // to be its own: see `StoreFiles`.
                    try database.note(step: step)
                    return result
                }
            }
        }
    }
}
