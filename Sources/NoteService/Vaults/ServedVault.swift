// SPDX-License-Identifier: MIT
// One vault that the daemon holds open: its watcher, its clock, its index, its open notes.

internal import NoteKit
internal import NoteStore
internal import Synchronization

/// A vault that clients may name.
final class ServedVault: Sendable {
    /// The name of it in requests: the same for the same path.
    let id: String
    /// Its real path.
    let path: NotePath
    let notes: NoteTable
    let conflicts: ConflictShelf
    let index: VaultIndex
    let keeper: StoreVersionKeeper
    /// Who keeps what writes replace.
    let replacedTexts: any VersionKeeper
    let stateFolder: NotePath
    /// Where what clients ask for is read from the disk of this vault: no other vault waits for it, and no save.
    let lanes = DiskLanes(width: 8)
    private let watch: SharedWatch
    private let batches: FolderBatches
    private let changes: Mutex<ChangeLog>
    private let audience: ClientAudience
    private let observe: VaultObserver
    /// Why edits are in no journal; nil where they are.
    private let journals = Journals()

    private final class Journals: Sendable {
        let problem = Mutex<String?>(nil)
    }

    /// Begins to watch a vault.
    ///
    /// - Parameters:
    ///   - path: A real path.
    ///   - run: A name that no other opening of a vault has, for its clocks.
    ///   - allowance: How many notes may be open in all vaults.
    ///   - gates: Those of the edits of the notes of all vaults.
    ///   - observe: Is told what happens in it.
    init(
        _ path: NotePath, run: String, options: SessionOptions, keeper: StoreVersionKeeper,
        limits: ServiceLimits, allowance: NoteAllowance, gates: EditGates, log: ServiceLog,
        observe: @escaping VaultObserver
    ) {
        self.path = path
        self.observe = observe
        let id = Self.id(of: path)
        self.id = id
        self.keeper = keeper
        replacedTexts = options.keeper
        stateFolder = options.stateFolder
        conflicts = ConflictShelf(vault: path, keeper: keeper, log: log)
        index = VaultIndex(vault: path, stateFolder: stateFolder, log: log)
        let audience = ClientAudience()
        self.audience = audience
        var options = options
        options.watchedVault = path
        let journals = journals
        options.lanes = DiskLanes(width: 8)
        notes = NoteTable(
            vault: path, options: options, conflicts: conflicts, allowance: allowance,
            gates: gates,
            tell: { note, isOver in
                audience.tell(ConflictChanged(vault: id, path: note.description, isOver: isOver))
                observe(.conflict(vault: path, note: note, isOver: isOver))
            },
            tellOfJournals: { problem in
                journals.problem.withLock { $0 = problem }
                if let problem {
                    log.error("Edits in '\(path)' are in no journal, and are saved at once: \(problem)")
                } else {
                    log.notice("Edits in '\(path)' are in their journals or in their notes again.")
                }
            })
        watch = NotesFolder.sharedWatcher(of: path)
        batches = watch.watcher.batches()
        changes = Mutex(ChangeLog(run: run, limit: limits.changes))
        batches.whenOneWaits { [weak self] in
            // On a thread of its own it would do as well; it must not hold up the watcher.
            Task(executorPreference: TaskLanes.shared) { self?.takeChanges() }
        }
    }

    /// The name of a vault: digits of the digest of its path.
    static func id(of path: NotePath) -> String {
        String(SHA256Digest(of: path.bytes).description.prefix(16))
    }

    /// Waits until the vault was looked at as a whole once, and all that happened before the call is in its
    /// changes.
    func settle() async throws(ProtocolError) {
        do throws(FileError) {
            try await watch.watcher.barrier()
        } catch {
            throw ProtocolError(error)
        }
        takeChanges()
    }

    /// How many notes there are now.
    func noteCount() async throws(ProtocolError) -> Int {
        do throws(FileError) {
            return try await watch.watcher.noteCount()
        } catch {
            throw ProtocolError(error)
        }
    }

    /// All notes of now.
    func allNotes() async throws(ProtocolError) -> [NotePath] { try await watchedNotes().map(\.path) }

    /// All notes of now, with what is known of each.
    func watchedNotes() async throws(ProtocolError) -> [WatchedNote] {
        do throws(FileError) {
            return try await watch.watcher.notes()
        } catch {
            throw ProtocolError(error)
        }
    }

    /// What is known of the vault's changes by now.
    var log: ChangeLog { changes.withLock { $0 } }

    /// In what it is hindered, apart from its index.
    func hindrances(of log: ChangeLog) -> [Degradation] {
        let journals = journals.problem.withLock { $0 }
        return log.degraded.map { Degradation($0) }
            + (journals.map { [Degradation("notJournalled", $0)] } ?? [])
    }

    /// Tells a client of what happens from now on.
    func join(_ client: ServedClient) { audience.join(client) }

    func leave(_ client: ServedClient) { audience.leave(client) }

    /// Whether any client is told of it.
    var isFollowed: Bool { !audience.isEmpty }

    /// Ends everything, and saves what can be saved.
    func end() async -> [(path: NotePath, error: SessionError)] {
        let problems = await notes.closeAll()
        // It may wait for a thread to end.
        await lanes.run { [watch] in watch.end() }
        return problems
    }

    /// Puts what the watcher told into the log, in order, whoever comes first.
    private func takeChanges() {
        let isNews = changes.withLock { log in
            let new = batches.take()
            for batch in new {
                log.add(batch)
                observe(.changed(vault: path, batch))
            }
            if !new.isEmpty { index.take(new) }
            return !new.isEmpty
        }
        if isNews { audience.tellOfChanges(of: id) }
    }
}
