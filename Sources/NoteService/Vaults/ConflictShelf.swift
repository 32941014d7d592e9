// SPDX-License-Identifier: MIT
// Where the conflicts of open notes are kept, so that they outlive the daemon.

internal import NoteKit
internal import NoteStore

/// The conflicts of a vault in its store.
struct ConflictShelf: Sendable {
    let vault: NotePath
    let keeper: StoreVersionKeeper
    let log: ServiceLog

    /// Remembers a conflict, durably. Where the store cannot, the journal of the session still holds the edits.
    func remember(_ conflict: NoteConflict, of path: NotePath) async {
        let stored = StoredConflict(
            of: path, base: conflict.base, mine: conflict.mine, theirs: conflict.theirs,
            since: LinuxCalls().wallClock())
        await change { store throws(StoreError) in try store.remember(stored) }
    }

    /// Forgets one that is over.
    func forget(_ path: NotePath) async {
        await change { store throws(StoreError) in try store.resolveConflict(of: path) }
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
