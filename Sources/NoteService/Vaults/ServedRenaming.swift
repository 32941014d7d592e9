// SPDX-License-Identifier: MIT
// How a note of a served vault is renamed with its links, under the hands of those who have notes open.

internal import NoteKit
internal import NoteLibrary
internal import NoteStore

/// Renames notes of one vault.
///
/// The files are written as `notekit rename` writes them: one change, which a crash leaves done or not done. Edits
/// of the notes that it concerns wait meanwhile, and what was typed in them is saved first; then their sessions
/// take the new path and the new links as changes from outside. A note whose edits cannot be saved, since it is in
/// conflict, is left as it is, and named.
struct ServedRenaming: Sendable {
    /// It may wait for another process, and no save waits with it.
    private static let renaming = DiskLanes(width: 4)
    /// How many milliseconds edits wait while another process changes the vault.
    private static let patience = 100
    /// How often it is tried to have the vault alone, and how long edits go through in between: about ten seconds.
    private static let attempts = 20
    private static let pause = Duration.milliseconds(400)

    private let vault: ServedVault
    private let log: ServiceLog

    init(in vault: ServedVault, log: ServiceLog) {
        self.vault = vault
        self.log = log
    }

    /// Gives a note another title.
    ///
    /// - Throws: `ProtocolError`, and nothing was changed: `.missing`, `.exists`, `.invalidName`, `.busy`,
    ///   `.notWritten`, `.store`.
    func rename(_ note: NotePath, titled title: String) async throws(ProtocolError) -> RenameOutcome {
        let new: NotePath
        do throws(LibraryError) {
            new = try NoteRenaming.path(of: note, titled: title)
        } catch {
            throw ProtocolError(error)
        }
        var attempt = 1
        while true {
            do throws(ProtocolError) {
                return try await rename(note, to: new)
            } catch {
                // Edits do not wait for another process, which may itself wait for a hold of the same notes.
                guard error.code == .busy, attempt < Self.attempts, await hasPaused() else { throw error }
                attempt += 1
            }
        }
    }

    /// - Returns: False where nobody waits any more.
    private func hasPaused() async -> Bool {
        do {
            try await vault.notes.options.clock.sleep(for: Self.pause)
            return true
        } catch {
            return false
        }
    }

    private func rename(_ note: NotePath, to new: NotePath) async throws(ProtocolError) -> RenameOutcome {
        // What somebody has just typed may link to the note, too.
        await vault.notes.saveAll()
        let plan = try await carryOut([:]) { renaming throws(LibraryError) in
            try renaming.plan(from: note, to: new)
        }
        let (closing, unsettled) = await vault.notes.pause(Set(plan.notes.map(\.path)).union([note]))
        var leaving = await outside(plan)
        for path in unsettled { leaving[path] = "somebody has it open with edits that are not saved" }
        let outcome: Result<RenameOutcome, ProtocolError>
        do throws(ProtocolError) {
            // A save puts another file in the place of the note, and the watcher has to know that one: else it
            // takes its rename for a deletion.
            try await vault.settle()
            outcome = .success(
                try await carryOut(leaving) { renaming throws(LibraryError) in
                    try renaming.rename(note, to: new)
                })
        } catch {
            outcome = .failure(error)
        }
        await vault.notes.goOn(closing)
        return try outcome.get()
    }

    /// The notes of a plan that are reached over a link that leaves the vault: no client may have them written.
    private func outside(_ plan: RenamePlan) async -> [NotePath: String] {
        let vault = vault.path
        return await self.vault.lanes.run {
            let paths = plan.notes.map(\.path).filter { !VaultPlace.isInside($0, of: vault) }
            return Dictionary(uniqueKeysWithValues: paths.map { ($0, "it lies outside of the vault") })
        }
    }

    private func carryOut<Made: Sendable>(
        _ leaving: [NotePath: String], _ body: @escaping @Sendable (NoteRenaming) throws(LibraryError) -> Made
    ) async throws(ProtocolError) -> Made {
        let (vault, log) = (vault, log)
        let made = await Self.renaming.run { () -> Result<Made, LibraryError> in
            Result { () throws(LibraryError) in
                let runner = try OperationRunner(
                    of: vault.path, stateFolder: vault.stateFolder, keeper: vault.keeper,
                    patience: Self.patience, notify: { log.warning($0.description) })
                return try body(
                    NoteRenaming(runner, index: vault.index.built, leaving: leaving))
            }
        }
        do throws(LibraryError) {
            return try made.get()
        } catch {
            throw ProtocolError(error)
        }
    }
}
