// SPDX-License-Identifier: MIT
// Which notes of a vault are open, and what becomes of those that nobody needs any more.

internal import NoteKit
internal import NoteStore
internal import Synchronization

/// The open notes of one vault.
actor NoteTable {
    let vault: NotePath
    let options: SessionOptions
    let conflicts: ConflictShelf
    private let allowance: NoteAllowance
    /// Those of the edits of all notes, of this vault and others.
    let gates: EditGates
    private var notes: [NotePath: HeldNote] = [:]
    /// Told of conflicts that begin, change or end.
    let tell: @Sendable (NotePath, _ isOver: Bool) -> Void
    /// Told why edits of some note are in no journal, and nil when all are again.
    private let tellOfJournals: @Sendable (String?) -> Void
    /// Whether all are closed, and none is opened any more.
    private var isClosed = false
    /// The notes whose edits are in none.
    private var unjournalled: Set<ObjectIdentifier> = []

    init(
        vault: NotePath, options: SessionOptions, conflicts: ConflictShelf, allowance: NoteAllowance,
        gates: EditGates, tell: @escaping @Sendable (NotePath, _ isOver: Bool) -> Void,
        tellOfJournals: @escaping @Sendable (String?) -> Void
    ) {
        self.vault = vault
        self.options = options
        self.conflicts = conflicts
        self.allowance = allowance
        self.gates = gates
        self.tell = tell
        self.tellOfJournals = tellOfJournals
    }

    /// How many notes are open.
    var count: Int { notes.count }

    /// All that are open.
    var all: [HeldNote] { Array(notes.values) }

    /// The note, opened for the first who asks. Each call is to be matched by one of `release`.
    func hold(_ place: VaultPlace) async throws(ProtocolError) -> HeldNote {
        try requireOpen()
        let note: HeldNote
        if let known = notes[place.path] {
            note = known
        } else {
            guard let share = allowance.share() else {
                throw ProtocolError(.limit, "\(allowance.most) notes are open already.")
            }
            note = HeldNote(
                place, options: options, share: share,
                gate: EditGate(of: vault.appending(place.path), among: gates))
            notes[place.path] = note
        }
        note.state.withLock { $0.users += 1 }
        do throws(SessionError) {
            try await note.session.open()
        } catch {
            await release(note)
            throw ProtocolError(error)
        }
        if isClosed { await close(note) }
        try requireOpen()
        // Only now: before it is open, a session does not say what its conflict is.
        let isFirst = note.state.withLock { state in
            defer { state.isOpened = true }
            return !state.isOpened
        }
        if isFirst {
            note.updates.whenOneWaits { [weak self, weak note] in
                guard let note else { return }
                Task(executorPreference: TaskLanes.shared) { await self?.follow(note) }
            }
        }
        await catchUp(note)
        await settleInherited(note)
        return note
    }

    /// The note, if it is open; to be given back by `release`.
    func holdIfOpen(_ path: NotePath) -> HeldNote? {
        guard let note = notes[path] else { return nil }
        let isHeld = note.state.withLock { state in
            if !state.isClosed { state.users += 1 }
            return !state.isClosed
        }
        return isHeld ? note : nil
    }

    /// Gives a note back. With the last one it is saved and closed; where that cannot be, it stays open with
    /// its edits.
    func release(_ note: HeldNote) async {
        note.state.withLock { $0.users -= 1 }
        await closeIfUnused(note)
    }

    /// The open notes that are in conflict, with it.
    func inConflict() async -> [(path: NotePath, conflict: NoteConflict)] {
        var found: [(path: NotePath, conflict: NoteConflict)] = []
        for note in notes.values {
            if let conflict = await note.session.conflict { found.append((note.path, conflict)) }
        }
        return found.sorted { $0.path < $1.path }
    }

    /// The open notes whose text is not in their files yet, or cannot be, by path.
    func unsaved() async -> [NotePath] {
        var found: [NotePath] = []
        for note in notes.values where await note.session.snapshot.isUnsaved { found.append(note.path) }
        return found.sorted()
    }

    /// Closes all, as far as they can be saved.
    ///
    /// - Returns: What could not be saved, and why; it is in the journals.
    func closeAll() async -> [(path: NotePath, error: SessionError)] {
        isClosed = true
        var problems: [(path: NotePath, error: SessionError)] = []
        while let (_, note) = notes.popFirst() {
            // One that has moved comes back, under its new path.
            await catchUp(note)
            if let error = await close(note) { problems.append((note.path, error)) }
        }
        // Without a word: what is in no journal is named by whoever ends, and is not safe again by that.
        unjournalled = []
        return problems.sorted { $0.path < $1.path }
    }

    /// - Returns: Why it was closed with unsaved edits, which are in its journal.
    @discardableResult
    private func close(_ note: HeldNote) async -> SessionError? {
        note.state.withLock { $0.isClosed = true }
        defer { follow(nil, of: note) }
        do throws(SessionError) {
            try await note.session.close()
            return nil
        } catch {
            return error
        }
    }

    /// Nobody opens a note in a vault that was let go of in this moment.
    private func requireOpen() throws(ProtocolError) {
        guard !isClosed else { throw ProtocolError(.unknownVault, "The vault is not open any more.") }
    }

    private func closeIfUnused(_ note: HeldNote) async {
        guard note.state.withLock({ $0.users == 0 && !$0.isClosed }) else { return }
        if await note.session.snapshot.isUnsaved {
            do throws(SessionError) {
                try await note.session.save()
            } catch {
                // It keeps its edits, and is closed when they are saved after all.
                if error.code != .notOpen { return }
            }
        }
        // Somebody may have come meanwhile.
        let isUnused = note.state.withLock { state in
            guard state.users == 0, !state.isClosed else { return false }
            state.isClosed = true
            return true
        }
        guard isUnused else { return }
        let path = note.path
        if notes[path] === note { notes[path] = nil }
        follow(nil, of: note)
        do throws(SessionError) {
            try await note.session.close()
        } catch {
            // What was typed in this very moment is in the journal, and comes back with the next opening.
        }
    }

    // MARK: What happens to them

    /// Returns when everything that a session has told by now was taken in.
    func catchUp(_ note: HeldNote) async {
        await follow(note)
        // Somebody else may be at it.
        await withCheckedContinuation { continuation in
            let isDone = note.state.withLock { state in
                if state.isFollowed { state.waiting.append(continuation) }
                return !state.isFollowed
            }
            if isDone { continuation.resume() }
        }
    }

    /// Takes in what a session tells, one piece after the other. Returns at once where somebody is at it.
    private func follow(_ note: HeldNote) async {
        let isFirst = note.state.withLock { state in
            defer { (state.isFollowed, state.mustFollow) = (true, state.isFollowed) }
            return !state.isFollowed
        }
        guard isFirst else { return }
        while true {
            for update in note.updates.take() { await take(update, of: note) }
            let waiting = note.state.withLock { state -> [CheckedContinuation<Void, Never>]? in
                defer { state.mustFollow = false }
                if state.mustFollow { return nil }
                state.isFollowed = false
                defer { state.waiting = [] }
                return state.waiting
            }
            guard let waiting else { continue }
            for continuation in waiting { continuation.resume() }
            return
        }
    }

    private func take(_ update: SessionUpdate, of note: HeldNote) async {
        switch update {
        case .recovered:
            note.state.withLock { $0.hasRecovered = true }
            await lookForConflict(of: note)
        case .moved(let file):
            guard let path = file.relative(to: vault) else { return }
            await move(note, to: path)
        case .conflict: await lookForConflict(of: note)
        case .lagged:
            await lookForConflict(of: note)
            follow(await note.session.snapshot.journalProblem, of: note)
        case .notJournalled, .journalled: follow(await note.session.snapshot.journalProblem, of: note)
        case .status(.changedElsewhere, _): await lookForConflict(of: note)
        case .status: await closeIfUnused(note)
        default: break
        }
    }

    /// Takes why edits of a note are in no journal; nil where they are.
    private func follow(_ journalProblem: String?, of note: HeldNote) {
        let before = unjournalled.isEmpty
        if journalProblem != nil, !note.state.withLock({ $0.isClosed }) {
            unjournalled.insert(ObjectIdentifier(note))
        } else {
            unjournalled.remove(ObjectIdentifier(note))
        }
        if before != unjournalled.isEmpty { tellOfJournals(journalProblem) }
    }

    /// Takes a note to its new path, and its conflict with it: a note that comes to the old one is not in it.
    private func move(_ note: HeldNote, to path: NotePath) async {
        let old = note.path
        note.state.withLock { $0.path = path }
        note.gate.move(to: vault.appending(path))
        if notes[old] === note { notes[old] = nil }
        notes[path] = note
        guard old != path, note.state.withLock({ $0.isConflictKnown }) else { return }
        await conflicts.move(old, to: path)
        tell(old, true)
        tell(path, false)
    }

    private func lookForConflict(of note: HeldNote) async {
        let path = note.path
        let conflict = await note.session.conflict
        let wasKnown = note.state.withLock { state in
            defer { state.isConflictKnown = conflict != nil }
            return state.isConflictKnown
        }
        if let conflict {
            await conflicts.remember(conflict, of: path)
        } else if wasKnown {
            let moment = await note.session.snapshot
            await conflicts.forget(path, keeping: moment.isUnsaved ? moment.text.bytes : nil)
        } else {
            return
        }
        tell(path, conflict == nil)
    }
}
