// SPDX-License-Identifier: MIT
// Where the conflicts of open notes are kept, so that they outlive the daemon.

internal import NoteKit
internal import NoteStore
internal import Synchronization

/// The conflicts of a vault in its store.
final class ConflictShelf: Sendable {
    private let vault: NotePath
    private let keeper: StoreVersionKeeper
    private let log: ServiceLog
    /// The notes that had one when the vault was opened, by a daemon before this one.
    private let inherited = Mutex<Set<NotePath>>([])

    init(vault: NotePath, keeper: StoreVersionKeeper, log: ServiceLog) {
        self.vault = vault
        self.keeper = keeper
        self.log = log
    }

    /// Takes in what an earlier daemon left. Where the store cannot be used, its methods will say so.
    ///
    /// - Returns: The notes in conflict.
    func inherit() async -> Set<NotePath> {
        do throws(ProtocolError) {
            let notes = Set(try await all().map(\.note))
            inherited.withLock { $0 = notes }
            return notes
        } catch {
            log.warning("Conflicts of an earlier daemon are not known: \(error)")
            return []
        }
    }

    /// The conflict that a note had when the vault was opened, once: the first time that it is asked for.
    func takeInherited(of path: NotePath) async -> StoredConflict? {
        guard inherited.withLock({ $0.remove(path) }) != nil else { return nil }
        return await conflict(of: path)
    }

    /// Remembers a conflict, durably. Where the store cannot, the journal of the session still holds the edits.
    ///
    /// A side of the one that it replaces, and that is another now, is a version before, where every version of the
    /// note is: the folder that is served need not be the vault.
    func remember(_ conflict: NoteConflict, of path: NotePath) async {
        let stored = StoredConflict(
            of: path, base: conflict.base, mine: conflict.mine, theirs: conflict.theirs,
            since: LinuxCalls().wallClock())
        let (keeper, file, log) = (keeper, vault.appending(path), log)
        await change { store throws(StoreError) in
            if let before = try store.conflicts().first(where: { $0.note == path }) {
                do throws(FileError) {
                    try keeper.keep(before.versions(besides: stored, of: file))
                } catch {
                    log.warning("A side of the conflict of '\(path)' is in its history no more: \(error)")
                }
            }
            try store.remember(stored)
        }
    }

    /// Has one follow its note, with all else that is remembered of it.
    func move(_ old: NotePath, to new: NotePath) async {
        await change { store throws(StoreError) in try store.rename(old, to: new) }
    }

    /// Forgets one that is over. What its end dropped was kept before.
    ///
    /// - Parameter unsaved: What the note is to hold and its file does not yet: a version before, since a power cut may
    ///   come before the write and before the journal is durable. Where it cannot be kept the conflict stays remembered.
    func forget(_ path: NotePath, keeping unsaved: [UInt8]? = nil) async {
        let (keeper, file, log) = (keeper, vault.appending(path), log)
        await change { store throws(StoreError) in
            if let unsaved {
                do throws(FileError) {
                    try keeper.keep(
                        NoteVersion(of: file, unsaved, because: .mine, at: LinuxCalls().wallClock()))
                } catch {
                    log.warning("The conflict of '\(path)' is over, and is remembered all the same: \(error)")
                    return
                }
            }
            try store.resolveConflict(of: path)
        }
    }

    /// Those that are remembered, the oldest first.
    func all() async throws(ProtocolError) -> [StoredConflict] {
        let (keeper, vault) = (keeper, vault)
        let answer = await DiskLanes.shared.run { () -> Result<[StoredConflict], StoreError> in
            Result { () throws(StoreError) in try keeper.store(of: vault).conflicts() }
        }
        switch answer {
        case .success(let conflicts): return conflicts
        case .failure(let error): throw ProtocolError(error)
        }
    }

    /// The one of a note; nil where none is remembered, or the store cannot be used, which is logged.
    func conflict(of path: NotePath) async -> StoredConflict? {
        do throws(ProtocolError) {
            return try await all().first { $0.note == path }
        } catch {
            log.warning("The conflict of '\(path)' is not known: \(error)")
            return nil
        }
    }

    private func change(_ body: @escaping @Sendable (VaultStore) throws(StoreError) -> Void) async {
        let (keeper, vault, log) = (keeper, vault, log)
        await DiskLanes.shared.run {
            do throws(StoreError) {
                try body(keeper.store(of: vault))
            } catch {
                log.warning("A conflict could not be remembered: \(error)")
            }
        }
    }
}
