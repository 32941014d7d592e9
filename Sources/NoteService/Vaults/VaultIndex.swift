// SPDX-License-Identifier: MIT
// How the search index of a served vault is built behind the scenes, and follows the watcher.

internal import NoteKit
internal import NoteStore
internal import Synchronization

/// The search index of a vault that is held open.
///
/// It is built once the vault is open, so that nobody waits for it; searches go on meanwhile, and read what it does
/// not know yet. From then on it takes in what the watcher tells, a few milliseconds behind it.
final class VaultIndex: Sendable {
    /// Where the index is written: one thing after the other, and no save waits for it.
    private let lane = DiskLanes(width: 1)
    private let vault: NotePath
    private let stateFolder: NotePath
    private let log: ServiceLog
    private let state = Mutex(State())

    private struct State {
        var phase = Phase.closed
        /// What the watcher told and is not in the index.
        var batches: [FolderBatch] = []
        var isDraining = false
        /// Those who wait until it can be searched.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private enum Phase {
        /// Not searchable: nothing was looked at yet.
        case closed
        /// Searchable: the notes are known by name, and are being read.
        case building(SearchIndex)
        case built(SearchIndex)
        case failed(FileError)
    }

    init(vault: NotePath, stateFolder: NotePath, log: ServiceLog) {
        self.vault = vault
        self.stateFolder = stateFolder
        self.log = log
    }

    /// Begins to build it; returns at once. To be called once.
    func begin() {
        Task(executorPreference: TaskLanes.shared) { await self.lane.run { [self] in build() } }
    }

    /// Takes what the watcher tells, in order; returns at once.
    func take(_ batches: [FolderBatch]) {
        let mustDrain = state.withLock { state in
            state.batches += batches
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if mustDrain {
            Task(executorPreference: TaskLanes.shared) { await self.lane.run { [self] in drain() } }
        }
    }

    /// The index, with all in it that the watcher told by now; while it is being built, as it is.
    ///
    /// - Throws: `ProtocolError` when the vault cannot be looked at.
    func current() async throws(ProtocolError) -> SearchIndex {
        await waitUntilSearchable()
        switch state.withLock({ $0.phase }) {
        case .built(let index):
            await lane.run { [self] in drain() }
            return index
        case .building(let index): return index
        case .failed(let error): throw ProtocolError(error)
        case .closed: throw ProtocolError(.internalError, "The index of '\(vault)' was not opened.")
        }
    }

    /// The index once it is built; nil before.
    var built: SearchIndex? {
        state.withLock { state in
            if case .built(let index) = state.phase { index } else { nil }
        }
    }

    /// In what the index is hindered. Answers are right all the same, and take longer.
    var degraded: [Degradation] {
        switch state.withLock({ $0.phase }) {
        case .closed, .building:
            return [
                Degradation(
                    "indexing", "The index is being built; notes that it does not know yet are read instead.")
            ]
        case .built(let index):
            guard let hindrance = index.hindrance else { return [] }
            return [
                Degradation(
                    "no-index", "\(hindrance) Notes that the index does not know are read instead.")
            ]
        case .failed: return []
        }
    }

    private func waitUntilSearchable() async {
        await withCheckedContinuation { continuation in
            let isSearchable = state.withLock { state in
                guard case .closed = state.phase else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isSearchable { continuation.resume() }
        }
    }

    // MARK: On the lane

    private func build() {
        do throws(FileError) {
            let index = try SearchIndex(of: vault, stateFolder: stateFolder)
            let report = try index.refresh { _, _ in become(.building(index)) }
            become(.built(index))
            if let hindrance = report.hindrance {
                log.warning("The index of '\(vault)' is of no use: \(hindrance)")
            }
        } catch {
            become(.failed(error))
            log.warning("'\(vault)' cannot be searched: \(error)")
        }
    }

    private func become(_ phase: Phase) {
        let waiting = state.withLock { state in
            state.phase = phase
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func drain() {
        let batches = state.withLock { state in
            state.isDraining = false
            defer { state.batches = [] }
            return state.batches
        }
        guard !batches.isEmpty, let index = built else { return }
        do throws(FileError) {
            // Each look costs the same, however much it takes in.
            try index.apply(
                FolderBatch(
                    changes: batches.flatMap(\.changes), isComplete: batches.allSatisfy(\.isComplete)))
        } catch {
            log.warning("The index of '\(vault)' did not follow: \(error)")
        }
    }
}
