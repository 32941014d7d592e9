// SPDX-License-Identifier: MIT
// What all clients share: the open vaults, the limits, and the end.

package import NoteKit
internal import NoteProtocol
internal import NoteStore
internal import Synchronization

/// The daemon without its sockets and signals.
package final class NoteDaemon: Sendable {
    let limits: ServiceLimits
    let log: ServiceLog
    private let options: SessionOptions
    /// The clock for all that waits for a time.
    var clock: any Clock<Duration> { options.clock }
    private let keeper: StoreVersionKeeper
    /// A name of this run, for clocks.
    private let run: String
    private let state = Mutex(State())
    /// Called once, when a client asks for the end.
    private let askForEnd: @Sendable () -> Void
    private let observe: VaultObserver
    private let isReadOnly: Bool
    private let allowance: NoteAllowance
    /// Through which the edits of all open notes go.
    let gates = EditGates()
    /// Where it is looked where a vault is. A path on a disk that does not answer holds up those on others.
    private let finding = DiskLanes(width: 32)
    /// What was made of the edits of sessions whose connections may be lost.
    let trails = EditTrails()
    /// After how long a vault is let go that nobody uses.
    private static let rest = Duration.seconds(600)

    private struct State {
        var vaults: [String: OpenVault] = [:]
        var clients: [ObjectIdentifier: ServedClient] = [:]
        var sessions = 0
        var openings = 0
        var isEnding = false
        /// How long those who read no answers are waited for at the end, in all.
        var patience = Duration.seconds(5)
        /// The end, once it has begun.
        var end: Task<[UnsavedNote], Never>?
    }

    private struct OpenVault {
        let vault: ServedVault
        /// Done when it was looked at as a whole, with what went wrong.
        let ready: Task<ProtocolError?, Never>
        var isReady = false
        /// Whether it stays open when nobody uses it.
        var isKept = false
        /// How often the last client has left it.
        var rests = 0
    }

    /// Makes a daemon that holds nothing open yet.
    ///
    /// - Parameters:
    ///   - stateFolder: Usually `StateFolder.standard`.
    ///   - timing: When sessions save by themselves.
    ///   - clock: The clock for that.
    ///   - isReadOnly: Whether a vault that is opened stays as it is, with what killed programs left in it.
    ///   - replacedTexts: Who keeps what saves replace and choices drop; without it the stores of the vaults.
    ///   - observe: Is told what happens in the open vaults.
    ///   - askForEnd: Called when a client asks for the end, from any thread.
    package init(
        limits: ServiceLimits = ServiceLimits(), stateFolder: NotePath = StateFolder.standard,
        timing: SessionTiming = SessionTiming(), clock: any Clock<Duration> = LaneClock(),
        isReadOnly: Bool = false, replacedTexts: (any VersionKeeper)? = nil, log: ServiceLog,
        observe: @escaping VaultObserver = { _ in },
        askForEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        self.log = log
        allowance = NoteAllowance(limits.notes)
        self.askForEnd = askForEnd
        self.observe = observe
        self.isReadOnly = isReadOnly
        let keeper = StoreVersionKeeper(stateFolder: stateFolder) { log.warning($0) }
        self.keeper = keeper
        var options = SessionOptions(stateFolder: stateFolder)
        options.keeper = ToldKeeper(replacedTexts ?? keeper, log: log)
        options.timing = timing
        options.clock = clock
        options.tasks = TaskLanes.shared
        self.options = options
        run = String(UInt64.random(in: .min ... .max), radix: 16)
    }

    // MARK: Vaults

    /// Opens a vault, and takes in what a killed daemon left of it, before this returns.
    ///
    /// - Parameter text: An absolute path as the protocol spells it.
    func open(_ text: String) async throws(ProtocolError) -> ServedVault {
        guard let path = NotePath(shown: text), path.isAbsolute else {
            throw ProtocolError(.missing, "A vault is opened by its path from the root.")
        }
        let real = await finding.run { VaultFolder.real(path) }
        guard let real else {
            throw ProtocolError(.missing, "'\(path)' is not a folder. Nothing was opened.")
        }
        guard real.bytes != [UInt8(ascii: "/")] else {
            throw ProtocolError(.invalidParameters, "'/' is no folder of notes. Nothing was opened.")
        }
        return try await open(real)
    }

    /// Opens a vault that stays open whether a client uses it or not.
    ///
    /// - Returns: How many notes it has.
    package func openVault(at path: NotePath) async throws -> Int {
        while true {
            let vault = try await open(path.description)
            let isKept = state.withLock { state in
                guard state.vaults[vault.id]?.vault === vault else { return false }
                state.vaults[vault.id]?.isKept = true
                return true
            }
            // Else it was let go in this very moment.
            if isKept { return try await vault.noteCount() }
        }
    }

    /// Opens a vault for a client, which follows it from then on.
    func open(_ text: String, for client: ServedClient) async throws(ProtocolError) -> VaultFacts {
        while true {
            let vault = try await open(text)
            let facts = try await VaultFacts(vault)
            // Nobody may wait for it any more. It stays for a while, for whoever asks next.
            guard !Task.isCancelled, client.follow(vault, from: facts.count) else {
                letGoLater(of: vault)
                throw ProtocolError(.cancelled, "'\(vault.path)' was opened for nobody.")
            }
            if openVault(vault.id) === vault { return facts }
            client.forget(vault)
        }
    }

    /// A client follows a vault no more. One that nobody uses is let go after a while.
    func leave(_ id: String, _ client: ServedClient) {
        guard let vault = openVault(id) else { return }
        vault.leave(client)
        letGoLater(of: vault)
    }

    /// Lets a vault go after a while that nobody uses then.
    private func letGoLater(of vault: ServedVault) {
        guard !vault.isFollowed else { return }
        let rests = state.withLock { state in
            state.vaults[vault.id]?.rests += 1
            return state.vaults[vault.id]?.rests
        }
        Task(executorPreference: TaskLanes.shared) { [weak self, clock = options.clock] in
            do {
                try await clock.sleep(for: Self.rest)
            } catch {
                return
            }
            await self?.letGo(of: vault, atRest: rests)
        }
    }

    /// Ends a vault that nobody uses: no client, no open note, and not the configuration.
    ///
    /// - Parameter rests: How often its last client had left when it came to rest; nil where it does not matter since
    ///   when nobody uses it.
    /// - Returns: Whether it was let go.
    @discardableResult
    private func letGo(of vault: ServedVault, atRest rests: Int? = nil) async -> Bool {
        guard await vault.notes.count == 0 else { return false }
        let isUnused = state.withLock { state in
            guard let known = state.vaults[vault.id], known.vault === vault, known.isReady, !known.isKept,
                !vault.isFollowed, rests == nil || rests == known.rests
            else { return false }
            state.vaults[vault.id] = nil
            return true
        }
        guard isUnused else { return false }
        _ = await vault.end()
        log.info("'\(vault.path)' was let go: nobody uses it.")
        return true
    }

    /// Lets one vault go that nobody uses, where there are as many as may be.
    private func makeRoom() async {
        guard state.withLock({ $0.vaults.count >= limits.vaults }) else { return }
        for vault in openVaults where !vault.isFollowed {
            if await letGo(of: vault) { return }
        }
    }

    private func open(_ path: NotePath) async throws(ProtocolError) -> ServedVault {
        let id = ServedVault.id(of: path)
        if let known = state.withLock({ $0.vaults[id] }) { return try await ready(known) }
        await makeRoom()
        let opening = state.withLock { state in
            state.openings += 1
            return state.openings
        }
        // A clock of the same vault, as it was open before, is a clock of another run.
        let made = ServedVault(
            path, run: "\(run).\(opening)", options: options, keeper: keeper, limits: limits,
            allowance: allowance, gates: gates, log: log, observe: observe)
        let opened = OpenVault(
            vault: made, ready: Task(executorPreference: TaskLanes.shared) { await self.prepare(made) })
        let (kept, problem) = state.withLock { state -> (OpenVault, ProtocolError?) in
            if let known = state.vaults[id] { return (known, nil) }
            if state.isEnding { return (opened, .ending) }
            guard state.vaults.count < limits.vaults else {
                return (opened, ProtocolError(.limit, "\(limits.vaults) vaults are open already."))
            }
            state.vaults[id] = opened
            return (opened, nil)
        }
        if kept.vault !== made || problem != nil {
            _ = await opened.ready.value
            _ = await made.end()
        }
        if let problem { throw problem }
        return try await ready(kept)
    }

    private func ready(_ opened: OpenVault) async throws(ProtocolError) -> ServedVault {
        guard let problem = await opened.ready.value else {
            state.withLock { state in
                guard state.vaults[opened.vault.id]?.vault === opened.vault else { return }
                state.vaults[opened.vault.id]?.isReady = true
            }
            return opened.vault
        }
        let isFirst = state.withLock { state in
            guard state.vaults[opened.vault.id]?.vault === opened.vault else { return false }
            state.vaults[opened.vault.id] = nil
            return true
        }
        if isFirst { _ = await opened.vault.end() }
        throw problem
    }

    /// Looks at a vault as a whole, and brings back what a killed process left.
    private func prepare(_ vault: ServedVault) async -> ProtocolError? {
        do throws(ProtocolError) {
            try await vault.settle()
        } catch {
            return error
        }
        for note in await vault.conflicts.inherit().sorted() {
            observe(.conflict(vault: vault.path, note: note, isOver: false))
        }
        if !isReadOnly {
            let (stateFolder, log) = (options.stateFolder, log)
            await vault.lanes.run { VaultFolder.cleanUp(vault.path, stateFolder, log) }
            await recover(in: vault)
        }
        // Last, so that nothing before waits for the disk with it.
        vault.index.begin()
        return nil
    }

    /// Opens the notes whose edits a killed process journalled, so that they are saved, or become a conflict.
    private func recover(in vault: ServedVault) async {
        let (stateFolder, log) = (options.stateFolder, log)
        var missed: Set<NotePath> = []
        // Somebody who only looks at a journal may have it locked for a moment.
        for wait in [Duration.zero, .milliseconds(100), .milliseconds(400)] {
            if wait > .zero {
                do {
                    try await options.clock.sleep(for: wait)
                } catch {
                    break
                }
            }
            let unsaved = await vault.lanes.run {
                VaultFolder.unsavedNotes(in: vault.path, stateFolder, log)
            }
            let wanted = wait == .zero ? unsaved : unsaved.filter(missed.contains)
            missed = []
            for path in wanted where await !recover(path, in: vault) { missed.insert(path) }
            if missed.isEmpty { return }
        }
        for path in missed.sorted() {
            log.notice("Another program has unsaved edits of '\(path)' in '\(vault.path)', and keeps them.")
        }
    }

    /// - Returns: False where they did not come back: whoever has their journal may live.
    private func recover(_ path: NotePath, in vault: ServedVault) async -> Bool {
        let place = await vault.lanes.run { () -> Result<VaultPlace, ProtocolError> in
            Result { () throws(ProtocolError) in try VaultPlace(path.description, in: vault.path) }
        }
        do throws(ProtocolError) {
            let note = try await vault.notes.hold(try place.get())
            let hasRecovered = note.state.withLock { $0.hasRecovered }
            await vault.notes.release(note)
            if hasRecovered { log.notice("Unsaved edits of '\(path)' in '\(vault.path)' are back.") }
            return hasRecovered
        } catch {
            let (stateFolder, log, keeper) = (options.stateFolder, log, keeper)
            let file = vault.path.appending(path)
            if error.code == .missing,
                await vault.lanes.run({ VaultFolder.keepEdits(of: file, keeper, stateFolder, log) })
            {
                return true
            }
            log.warning("Unsaved edits of '\(path)' in '\(vault.path)' stay in their journal: \(error)")
            return true
        }
    }

    /// The open vault of an id.
    func openVault(_ id: String) -> ServedVault? { state.withLock { $0.vaults[id]?.vault } }

    /// All open vaults, by path.
    var openVaults: [ServedVault] {
        state.withLock { $0.vaults.values.map(\.vault) }.sorted { $0.path < $1.path }
    }

    // MARK: Clients

    /// A client comes.
    func welcome(_ connection: Connection) -> ServedClient {
        let client = ServedClient(of: self, over: connection)
        state.withLock { $0.clients[ObjectIdentifier(client)] = client }
        return client
    }

    func forget(_ client: ServedClient) {
        _ = state.withLock { $0.clients.removeValue(forKey: ObjectIdentifier(client)) }
    }

    /// What the clients call themselves, in order.
    var clientNames: [String] {
        let clients = state.withLock { Array($0.clients.values) }
        return clients.compactMap(\.introducedName).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// A number that no session of this run has.
    func nextSession() -> Int {
        state.withLock { state in
            state.sessions += 1
            return state.sessions
        }
    }

    /// What is open, in a few words.
    package var summary: String {
        let (vaults, clients) = state.withLock { ($0.vaults.count, $0.clients.count) }
        return
            "\(vaults) \(vaults == 1 ? "vault" : "vaults"), \(clients) \(clients == 1 ? "client" : "clients")"
    }

    // MARK: The end

    /// Whether nothing new is begun.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// A client asks for the end.
    func requestEnd() { askForEnd() }

    /// Saves everything and lets go of all clients and vaults, once, however often it is called. Requests are
    /// refused from now on; those that were begun are answered first, as far as they are done within five seconds.
    ///
    /// - Returns: The notes that could not be saved; their edits are in the journals, or lost where that is said.
    @discardableResult
    package func end() async -> [UnsavedNote] {
        let end = state.withLock { state in
            state.isEnding = true
            let end = state.end ?? Task(executorPreference: TaskLanes.shared) { await self.letGoOfAll() }
            state.end = end
            return end
        }
        return await end.value
    }

    private func letGoOfAll() async -> [UnsavedNote] {
        // Edits that wait for a hold were asked before, and are made.
        for client in state.withLock({ Array($0.clients.values) }) { client.holds.end(.ending) }
        await answerRequests(butEnds: true)
        let (clients, vaults) = state.withLock { (Array($0.clients.values), Array($0.vaults.values)) }
        await withTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { await client.leave() } }
            for opened in vaults { group.addTask { await opened.vault.notes.saveAll() } }
        }
        state.withLock { $0.vaults = [:] }
        var unsaved: [UnsavedNote] = []
        for opened in vaults {
            // One that is still being looked at is not waited for: its disk may never answer. What a killed daemon left
            // of it stays where it is.
            let problems = await opened.isReady ? opened.vault.end() : opened.vault.notes.closeAll()
            for (path, error) in problems {
                unsaved.append(UnsavedNote(opened.vault.path.appending(path), error))
            }
        }
        return unsaved
    }

    /// How long whoever reads no answers may still be waited for. There is always time for those who do read.
    var patience: Duration { max(state.withLock { $0.patience }, .milliseconds(100)) }

    /// Waits until all that was asked is answered, for five seconds at most in all calls.
    ///
    /// - Parameter butEnds: Whether requests for the end are left, which wait themselves.
    func answerRequests(butEnds: Bool) async {
        let clients = state.withLock { Array($0.clients.values) }
        let clock = options.clock
        let limit = state.withLock { $0.patience }
        let patience = Task(executorPreference: TaskLanes.shared) {
            do {
                try await clock.sleep(for: limit)
                for client in clients { client.unanswered.stopWaiting() }
            } catch {
                // All is answered.
            }
        }
        let waited = await clock.measure {
            await withTaskGroup(of: Void.self) { group in
                for client in clients {
                    group.addTask { await client.unanswered.waitUntilAnswered(butEnds: butEnds) }
                }
            }
        }
        patience.cancel()
        state.withLock { $0.patience = max(.zero, $0.patience - waited) }
    }
}
