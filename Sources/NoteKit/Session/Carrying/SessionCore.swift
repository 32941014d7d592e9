// SPDX-License-Identifier: MIT
// The actor that carries out what the state machine of a session decides.

/// One open file, shared by all handles on it in this process.
///
/// An actor of its own, so that sessions do not wait for each other, and neither the main actor nor the
/// daemon's for them. It never blocks on the note's disk: that runs on `DiskLanes`, and typing goes on
/// meanwhile. The one exception is the journal, whose `write(2)` into the page cache comes before an edit
/// is answered.
actor SessionCore {
    private(set) var machine: SessionMachine
    private let disk: SessionDisk
    private let clock: SessionClock
    private var journal: SessionJournal
    private let isWatching: Bool
    private let watchedVault: NotePath?
    private let lanes: DiskLanes
    private let tasks: (any TaskExecutor)?
    private var watching: SessionWatch?

    private var audiences: [SessionClient: Audience] = [:]
    private var waiters: [Waiter] = []
    /// Who waits for a text to be put.
    private var putter: CheckedContinuation<PutAnswer, Never>?
    /// Their side of the conflict that is being ended, which was kept already.
    private var keptAside: [UInt8]?
    /// Why what the last write replaced could not be kept; nil where it was.
    private var unkept: FileError?
    /// Where their side of the last conflict lies that was ended with both.
    private var beside: NotePath?
    /// Who waits for a choice to be carried out; nil is answered when it was.
    private var chooser: CheckedContinuation<SessionError?, Never>?
    private var isOpening = false
    /// Makes the journal durable after a while.
    private var syncing: Task<Void, Never>?
    /// Makes durable that the journal is gone.
    private var clearing: Task<Void, Never>?
    /// The task that waits for the next tick, and for which time.
    private var alarm: (task: Task<Void, Never>, at: Duration)?

    private enum PutAnswer {
        case written(PutReceipt)
        case refused(SessionError)
    }

    private struct Waiter {
        /// The revision that is waited for; nil for the end of all work.
        let revision: Int?
        let continuation: CheckedContinuation<Void, Never>
    }

    init(at path: NotePath, options: SessionOptions) {
        machine = SessionMachine(path: path, timing: options.timing)
        disk = SessionDisk(options)
        clock = SessionClock(options.clock)
        journal = SessionJournal(JournalFolder(of: disk.disk))
        isWatching = options.isWatching
        watchedVault = options.watchedVault
        lanes = options.lanes
        tasks = options.tasks
    }

    // MARK: Opening and closing

    /// Reads the note, unless that has been done.
    func open() async {
        guard machine.phase == .loading else { return }
        if isOpening {
            await settle()
            return
        }
        isOpening = true
        // First listen, then read: what happens in between is read again.
        if isWatching { await watch() }
        await firstLook()
        await settle()
    }

    private func watch() async {
        let (path, vault) = (machine.path, watchedVault)
        watching = await lanes.run { () -> SessionWatch? in
            do throws(FileError) {
                return try SessionWatch(path, in: vault)
            } catch {
                // Its folder is gone again: the reading says so.
                return nil
            }
        }
        watching?.start(on: tasks) { [weak self] in await self?.saw() }
        // Before the file is known there, a rename would look like a deletion.
        await waitForWatch()
    }

    /// Waits until everything that happened by now has been told.
    private func waitForWatch() async {
        do throws(FileError) {
            try await watching?.barrier()
        } catch {
            // Whoever hears nothing looks for itself.
        }
    }

    private func firstLook() async {
        let (disk, path, folder) = (disk, machine.path, journal.folder)
        let (event, orphans, key) = await lanes.run { () -> (SessionEvent, OrphanedEdits, JournalKey?) in
            disk.cleanUp(beside: path)
            let (event, key) = (disk.look(at: path), JournalKey(of: path, on: disk.disk))
            return (event, OrphanedEdits(of: path, key: key, holding: event.foundBytes, in: folder), key)
        }
        journal.key = key
        guard case .found(let found) = event else { return answer(event) }
        answer(.opened(found, recovered: orphans.edits))
        if let problem = orphans.problem { tell([.notJournalled(problem)]) }
        // What they held is in the session's own journal by now, or in the file.
        guard journal.problem == nil else { return }
        let sync = journal.beginSync()
        await lanes.run { orphans.settle(after: sync, keeping: disk, of: path) }
    }

    /// Writes what is pending, and ends.
    func close() async throws(SessionError) {
        if machine.phase == .loading, isOpening { await settle() }
        answer(.close)
        await settle()
        await watching?.end()
        await endJournal()
        guard machine.isDirty else { return }
        if let problem = journal.problem {
            // In words, not in the sentences of the disk: those say what is safe while the note is open.
            let reason = machine.failure?.code.description ?? machine.status.name
            throw SessionError(
                .lost,
                "The unsaved edits of '\(machine.path)' are lost: they could be written neither to the note (\(reason)) "
                    + "nor to a journal (\(problem.code)).", cause: problem)
        }
        throw refusal(SessionError(.notWritten, "'\(machine.path)' was not saved."))
    }

    // MARK: What clients ask for

    /// Changes the text, and answers the revision that it has then.
    func change(_ event: SessionEvent) throws(SessionError) -> Int {
        try handle(event)
        return machine.revision
    }

    /// Changes the text, and answers the session as it is then.
    func changed(_ event: SessionEvent) throws(SessionError) -> SessionSnapshot {
        try handle(event)
        return snapshot
    }

    /// Writes the text of now.
    func save() async throws(SessionError) {
        try handle(.save)
        let revision = machine.revision
        await settle(at: revision)
        guard machine.savedRevision < revision else { return }
        throw refusal(SessionError(.notWritten, "'\(machine.path)' was not saved."))
    }

    /// Ends a conflict; answers the file beside the note that holds their side.
    func resolve(_ choice: ConflictChoice, of token: ConflictToken?) async throws(SessionError) -> NotePath? {
        // One at a time: whoever comes second is refused. It ends after this call, whatever comes of it.
        try handle(.resolve(choice, of: token))
        beside = nil
        let problem = await withCheckedContinuation { chooser = $0 }
        await settle()
        if let problem { throw problem }
        switch machine.status {
        case .changedElsewhere, .failed: throw refusal(SessionError(.conflict, "The conflict stands."))
        default: return beside
        }
    }

    /// Takes in what happened on the disk, and saves what is unsaved.
    func settled() async throws(SessionError) -> SessionSnapshot {
        await look()
        if machine.status == .changedElsewhere { throw refusal(SessionError(.conflict, "")) }
        if machine.isDirty { try await save() }
        return snapshot
    }

    /// Puts a whole text in the place of another, on the disk and in the session, or changes nothing.
    ///
    func put(_ put: Put) async throws(SessionError) -> PutReceipt {
        // One at a time; the text of whoever comes second is made from what the first replaced, and is refused.
        while putter != nil { await settle() }
        let outcome = await withCheckedContinuation { continuation in
            putter = continuation
            do throws(SessionError) {
                try handle(.put(put))
            } catch {
                end(.refused(error))
            }
        }
        switch outcome {
        case .written(let receipt): return receipt
        case .refused(let error):
            // So that the next look at the session shows what was in the way.
            await settle()
            throw error
        }
    }

    private func end(_ outcome: PutAnswer) {
        let putter = putter
        self.putter = nil
        putter?.resume(returning: outcome)
    }

    /// Takes in whatever happened on the disk before this call.
    func look() async {
        await waitForWatch()
        await saw()
        await settle()
    }

    var snapshot: SessionSnapshot {
        SessionSnapshot(
            text: machine.text, revision: machine.revision, status: machine.status,
            isUnsaved: machine.isDirty, path: machine.path, base: machine.base,
            journalProblem: machine.isJournalled ? nil : journal.problem?.description)
    }

    func join(_ client: SessionClient, _ audience: Audience) { audiences[client] = audience }

    func leave(_ client: SessionClient) {
        audiences[client] = nil
        answer(.left(client))
    }

    /// Saves; answers what stood in the way.
    func problemOfSaving() async -> (path: NotePath, error: SessionError)? {
        guard machine.isDirty else { return nil }
        if machine.isClosing {
            // It is being written already.
            await settle()
            guard machine.isDirty else { return nil }
            return (machine.path, refusal(SessionError(.notWritten, "'\(machine.path)' was not saved.")))
        }
        do throws(SessionError) {
            try await save()
            return nil
        } catch {
            return (machine.path, error)
        }
    }

    /// What to throw where something could not be done: why the session is as it is.
    private func refusal(_ otherwise: SessionError) -> SessionError {
        let path = machine.path
        if machine.status == .changedElsewhere {
            return SessionError(
                .conflict, "'\(path)' was changed elsewhere. Nothing is written until that is resolved.",
                cause: machine.failure)
        }
        switch machine.phase {
        case .loading:
            guard let failure = machine.failure else { return otherwise }
            return SessionError(.notRead, failure.description, cause: failure)
        default:
            guard let failure = machine.failure else { return otherwise }
            return SessionError(.notWritten, "\(failure.description) \(whereEditsAre)", cause: failure)
        }
    }

    /// Where what is unsaved is besides in this process, as a sentence.
    private var whereEditsAre: String {
        guard let problem = journal.problem else { return "The edits are kept in the session's journal." }
        return "The edits are in no journal either, and in this process alone: \(problem)"
    }

    /// Why the note could not be opened; nil where it could.
    var openingProblem: SessionError? {
        switch machine.phase {
        case .loading: refusal(SessionError(.notOpen, "'\(machine.path)' is not open."))
        case .closed: SessionError(.notOpen, "'\(machine.path)' is closed.")
        default: nil
        }
    }

    // MARK: Events and effects

    /// Takes an event that cannot be refused.
    private func answer(_ event: SessionEvent) {
        do throws(SessionError) {
            try handle(event)
        } catch {
            preconditionFailure("only what clients ask for is refused: \(error)")
        }
    }

    private func handle(_ event: SessionEvent) throws(SessionError) {
        let effects = try machine.handle(event, at: clock.now())
        var rest = effects[...]
        while let effect = rest.popFirst() {
            guard case .tell(.change(let change, let client)) = effect else {
                carryOut(effect)
                continue
            }
            // The changes that make a revision are told at once: else a reader sees half of it under its number.
            var changes = [SessionUpdate.change(change)]
            while case .tell(.change(let next, let other))? = rest.first, other == client {
                changes.append(.change(next))
                rest.removeFirst()
            }
            tell(changes, but: client)
        }
        judgeJournal()
        setAlarm()
        wakeWaiters()
    }

    private func carryOut(_ effect: SessionEffect) {
        let (disk, path) = (disk, machine.path)
        switch effect {
        case .read where machine.phase == .loading:
            Task(executorPreference: tasks) { await self.firstLook() }
        case .read: Task(executorPreference: tasks) { await self.read() }
        // Its bytes are put together there: in a large note that takes a while.
        case .write(let text, let base):
            let isKept = keptAside != nil && keptAside == base.bytes
            keptAside = nil
            Task(executorPreference: tasks) {
                let (event, unkept) = await self.lanes.run {
                    disk.write(text.bytes, over: base, at: path, keepingReplaced: !isKept)
                }
                await self.isWritten(event, unkept)
            }
        case .putAside(let things):
            Task(executorPreference: tasks) {
                let (event, beside) = await self.lanes.run { disk.putAside(things, of: path) }
                await self.isPutAside(event, beside, keeping: things.theirs)
            }
        case .journal(let step): write(step)
        case .putEnded(.written(_, let isUnchanged)):
            end(.written(PutReceipt(isUnchanged: isUnchanged, unkept: unkept)))
        case .putEnded(.refused(let error)): end(.refused(error))
        case .choiceEnded(let refusal):
            chooser?.resume(returning: refusal)
            chooser = nil
        case .tell(let news): passOn(news)
        case .end:
            alarm?.task.cancel()
            alarm = nil
        }
    }

    /// Looks at the file where it is.
    private func read() async {
        // One that was gone may have another path, which is told a moment later.
        if machine.absenceAt != nil {
            await waitForWatch()
            await follow()
        }
        while true {
            let (disk, path) = (disk, machine.path)
            let event = await lanes.run { disk.look(at: path) }
            // What was found at the old path says nothing of the new one.
            if machine.path == path || machine.phase == .closed { return answer(event) }
        }
    }

    private func isWritten(_ event: SessionEvent, _ unkept: FileError?) {
        self.unkept = unkept
        answer(event)
    }

    private func isPutAside(_ event: SessionEvent, _ beside: NotePath?, keeping theirs: [UInt8]?) {
        if case .putAside = event { keptAside = theirs }
        if let beside {
            self.beside = beside
            tell([.keptBeside([beside])])
        }
        answer(event)
    }

    private func hint() {
        if machine.phase != .closed { answer(.hint) }
    }

    /// Follows the file to where it is, and looks at it.
    private func saw() async {
        await follow()
        hint()
    }

    private func follow() async {
        guard let path = watching?.path, path != machine.path else { return }
        let disk = disk.disk
        let (place, key) = await lanes.run { () -> (SessionPlace?, JournalKey?) in
            do throws(FileError) {
                return (try SessionPlace(of: path, calls: disk.calls), JournalKey(of: path, on: disk))
            } catch {
                // It has moved on already, and the next step says where.
                return (nil, nil)
            }
        }
        // Somebody else may have been here meanwhile.
        guard machine.phase != .closed, path == watching?.path, path != machine.path else { return }
        if let place, !SessionRegistry.shared.move(self, to: place) { return }
        journal.follow(to: path, key: key)
        answer(.moved(to: path))
    }

    // MARK: The journal

    private func write(_ step: JournalStep) {
        journal.take(step, of: machine)
        if let removed = journal.takeRemoved() { clear(removed) }
        if journal.problem == nil, journal.needsSync() {
            let (clock, time) = (clock, clock.now() + machine.timing.journalSync)
            let before = syncing
            syncing = Task(executorPreference: tasks) { [weak self] in
                do {
                    try await clock.sleep(time)
                } catch {
                    // The session is being closed, and to sync at once is no harm.
                    before?.cancel()
                }
                await before?.value
                await self?.syncJournal()
            }
        }
    }

    private func clear(_ removed: RemovedRecords) {
        let (lanes, before) = (lanes, clearing)
        clearing = Task(executorPreference: tasks) {
            await before?.value
            await lanes.run {
                do throws(FileError) {
                    try removed.makeDurable()
                } catch {
                    // If a power cut brings it back, whoever opens the note finds in the file what it holds.
                }
            }
        }
    }

    private func syncJournal() async {
        guard let sync = journal.beginSync() else { return }
        let error = await lanes.run { () -> FileError? in
            do throws(FileError) {
                try sync.makeDurable()
                return nil
            } catch {
                return error
            }
        }
        guard let error, journal.failed(error, of: sync) else { return }
        judgeJournal()
    }

    /// Tells the machine and everybody when edits are not journalled any more, and when they are again.
    private func judgeJournal() {
        let isJournalled = journal.problem == nil
        guard machine.phase != .closed, machine.isJournalled != isJournalled else { return }
        answer(.journalled(isJournalled))
        tell([journal.problem.map { .notJournalled($0.description) } ?? .journalled])
    }

    /// Lets go of the journal. What is unsaved is durable in it then, and nothing holds it locked any more,
    /// so that the next opening finds it.
    private func endJournal() async {
        syncing?.cancel()
        await syncing?.value
        if machine.isDirty {
            // There may be room by now, and no other place is left for them.
            if journal.problem != nil { journal.makeUpAgain(for: machine) }
            await syncJournal()
        }
        await clearing?.value
        journal.leave()
    }

    // MARK: Time

    private func setAlarm() {
        guard let time = machine.wakesAt else { return }
        // An alarm that rings too early is set again then; most are overtaken by the next keystroke.
        if let alarm, alarm.at <= time { return }
        alarm?.task.cancel()
        let clock = clock
        let task = Task(executorPreference: tasks) { [weak self] in
            do {
                try await clock.sleep(time)
            } catch {
                return
            }
            await self?.ring(time)
        }
        alarm = (task, time)
    }

    private func ring(_ time: Duration) {
        guard let alarm, alarm.at == time else { return }
        self.alarm = nil
        answer(.tick)
    }

    // MARK: Waiting

    /// Waits until a revision is saved, or nothing is being done any more.
    private func settle(at revision: Int? = nil) async {
        if isOver(revision) { return }
        await withCheckedContinuation { continuation in
            waiters.append(Waiter(revision: revision, continuation: continuation))
        }
    }

    private func isOver(_ revision: Int?) -> Bool {
        machine.isSettled || machine.phase == .closed || revision.map { machine.savedRevision >= $0 } ?? false
    }

    private func wakeWaiters() {
        guard !waiters.isEmpty else { return }
        let over = waiters.filter { isOver($0.revision) }
        guard !over.isEmpty else { return }
        waiters.removeAll { isOver($0.revision) }
        for waiter in over { waiter.continuation.resume() }
    }

    // MARK: Telling

    private func passOn(_ news: SessionNews) {
        switch news {
        case .status: tell([.status(machine.status, revision: machine.revision)])
        case .change(let change, let client): tell([.change(change)], but: client)
        // A note that was closed in a conflict still says so.
        case .conflict: tell([.conflict(isOver: machine.status != .changedElsewhere)])
        case .recovered: tell([.recovered(revision: machine.revision)])
        case .keptBeside(let paths): tell([.keptBeside(paths)])
        case .moved(let path): tell([.moved(path)])
        }
    }

    private func tell(_ updates: [SessionUpdate], but client: SessionClient? = nil) {
        for (listener, audience) in audiences where listener != client {
            audience.tell(updates)
        }
    }
}
