// SPDX-License-Identifier: MIT
// One client: what it asked for, in which order that is done, and what it is told.

internal import NoteJSON
internal import NoteKit
internal import Synchronization

/// A client of the daemon, from its first message to its last.
///
/// Requests of one lane are answered in order, lanes run independently of each other, and all work is done in
/// tasks: the thread of the sockets parses what is small, and never waits. News are not queued: when there is something to tell and the
/// client reads, it is looked up then.
final class ServedClient: MessageReceiver {
    typealias Job = @Sendable () async -> Void

    /// From how many bytes on a message is large.
    private static let large = 1 << 16
    /// Up to how many bytes a message is parsed on the thread of the sockets: some microseconds.
    private static let mostBytesAtOnce = 4096

    let daemon: NoteDaemon
    let holds = ClientHolds()
    /// Where its large messages are read and written: a thread of its own, which the kernel lets nobody wait for.
    let largeMessages = DiskLanes(width: 1)
    private let connection: Connection
    private let gate: AnswerGate
    private let state = Mutex(State())

    private struct State {
        var inbox: [[UInt8]] = []
        var isReading = false
        /// The lanes that run, with what waits in each.
        var lanes: [RequestLane: [Job]] = [:]
        /// The lanes whose news are about to be told.
        var told: Set<RequestLane> = []
        /// The lanes whose news wait until the client reads.
        var waiting: Set<RequestLane> = []
        var unanswered = 0
        /// How many of them wait for the daemon's end.
        var ends = 0
        /// Those who wait until all is answered, and whether they have waited long enough.
        var waiters: [(butEnds: Bool, continuation: CheckedContinuation<Void, Never>)] = []
        var isWaitOver = false
        /// What notifications were refused for, as far as it was logged.
        var complaints: Set<String> = []
        var offsets: TextOffsets?
        var name = "a client"
        /// What it calls itself, as it said it; nil before.
        var introducedName: String?
        var sessions: [Int: ClientSession] = [:]
        var openings = 0
        /// How far the client was told of the changes of each vault that it opened.
        var clocks: [String: Int] = [:]
        var hasInputEnded = false
        var hasEnded = false
        /// Lets go of everything that is open, once that has begun.
        var leaving: Task<Void, Never>?

        func isAnswered(butEnds: Bool) -> Bool { unanswered <= (butEnds ? ends : 0) }
    }

    init(of daemon: NoteDaemon, over connection: Connection) {
        self.daemon = daemon
        self.connection = connection
        gate = AnswerGate { connection.isCongested }
    }

    /// What it calls itself, and its process, for the log.
    var name: String { "\(state.withLock { $0.name }) (process \(connection.peer))" }

    /// What it calls itself; nil before it has said so.
    var introducedName: String? { state.withLock { $0.introducedName } }

    // MARK: Messages

    func take(_ message: [UInt8]) {
        let isSmall = message.count <= Self.mostBytesAtOnce
        let (isNext, mustRead) = state.withLock { state in
            state.unanswered += 1
            // Nothing waits before it, and what it asks for waits for nothing: no task has to come between.
            if isSmall, !state.isReading, state.inbox.isEmpty, state.offsets != nil { return (true, false) }
            state.inbox.append(message)
            defer { state.isReading = true }
            return (false, !state.isReading)
        }
        if isNext, let job = take(IncomingMessage.reading(message), message) { put(job, in: .daemon) }
        if mustRead { Task { await read() } }
    }

    var wantsMore: Bool { state.withLock { $0.unanswered < daemon.limits.requests } }

    func inputEnded() {
        let isIdle = state.withLock { state in
            state.hasInputEnded = true
            return state.unanswered == 0
        }
        if isIdle { connection.endAfterSending("it left") }
    }

    func hasRoom() {
        let lanes = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        gate.look()
        for lane in lanes { haveTold(lane) }
    }

    func ended(_ reason: String) {
        let vaults = state.withLock { state in
            state.hasEnded = true
            // Nobody reads them any more.
            state.unanswered -= state.inbox.count
            defer { (state.inbox, state.clocks) = ([], [:]) }
            return Array(state.clocks.keys)
        }
        gate.end()
        wakeWaiters()
        for vault in vaults { daemon.leave(vault, self) }
        daemon.log.info("\(name) was let go: \(reason).")
        Task {
            await leave()
            daemon.forget(self)
        }
    }

    /// Lets go of everything that the client has open; what is opened from now on is let go of at once.
    func leave() async {
        holds.end(.ending)
        let leaving = state.withLock { state in
            let sessions = Array(state.sessions.values)
            let leaving = state.leaving ?? Task { for session in sessions { await letGo(of: session) } }
            (state.leaving, state.sessions) = (leaving, [:])
            return leaving
        }
        await leaving.value
    }

    /// Waits until everything is answered that was asked.
    ///
    /// - Parameter butEnds: Whether requests for the daemon's end are left.
    func waitUntilAnswered(butEnds: Bool) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isWaitOver || state.isAnswered(butEnds: butEnds) { return true }
                state.waiters.append((butEnds, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Has nobody wait for answers any more.
    func stopWaiting() {
        state.withLock { $0.isWaitOver = true }
        wakeWaiters()
    }

    private func wakeWaiters() {
        let over = state.withLock { state in
            let (isOver, all) = (state.isWaitOver, state.waiters)
            let over = all.filter { isOver || state.isAnswered(butEnds: $0.butEnds) }
            state.waiters = all.filter { !isOver && !state.isAnswered(butEnds: $0.butEnds) }
            return over
        }
        for waiter in over { waiter.continuation.resume() }
    }

    /// A request waits for the daemon's end, or has it.
    func waitForEnd(_ isWaiting: Bool) {
        state.withLock { $0.ends += isWaiting ? 1 : -1 }
        wakeWaiters()
    }

    /// Reads messages until none waits.
    private func read() async {
        while true {
            let next = state.withLock { state -> [UInt8]? in
                guard !state.inbox.isEmpty, !state.hasEnded else {
                    state.isReading = false
                    return nil
                }
                return state.inbox.removeFirst()
            }
            guard let next else { return }
            await take(parsing: next)
        }
    }

    private func take(parsing bytes: [UInt8]) async {
        let job =
            bytes.count >= Self.large
            ? await largeMessages.run { [self] in take(IncomingMessage.reading(bytes), bytes) }
            : take(IncomingMessage.reading(bytes), bytes)
        if let job { await job() }
    }

    /// Takes a message, and has it carried out in its lane.
    ///
    /// - Returns: What has to be carried out before the next message is looked at; nil for nothing.
    private func take(
        _ message: Result<IncomingMessage, IncomingMessage.Refusal>, _ bytes: [UInt8]
    ) -> Job? {
        switch message {
        case .failure(let refusal): finish(bytes, OutgoingMessage.error(refusal.error, to: refusal.id))
        case .success(.answer): finish(bytes, nil)
        case .success(.notification("exit", _)):
            finish(bytes, nil)
            inputEnded()
        case .success(.notification(let method, let parameters)):
            return route(method, nil, parameters, bytes)
        case .success(.request(let id, let method, let parameters)):
            return route(method, id, parameters, bytes)
        }
        return nil
    }

    private func route(
        _ name: String, _ id: MessageID?, _ parameters: JSONObject, _ bytes: [UInt8]
    ) -> Job? {
        func refuse(_ error: ProtocolError) -> Job? {
            finish(bytes, refusal(of: name, error, to: id))
            return nil
        }
        guard name == InitializeMethod.name || isInitialized else {
            return refuse(ProtocolError(.notInitialized, "The first request is initialize."))
        }
        guard let method = MethodTable.method(named: name) else {
            let shown = name.utf8.count <= 64 ? "'\(name)'" : "What was asked for"
            return refuse(ProtocolError(.unknownMethod, "\(shown) is no method of notekitd."))
        }
        // So is what waits when the end begins.
        let isRefused = { @Sendable [daemon] in daemon.isEnding && !method.isTakenAtTheEnd }
        let ending = ProtocolError.ending
        guard !isRefused() else { return refuse(ending) }
        do throws(ProtocolError) {
            let request = try method.request(parameters)
            let job: Job = { [self] in
                if isRefused() { return finish(bytes, refusal(of: name, ending, to: id)) }
                await carryOut(request, named: name, id, bytes)
            }
            // What follows may depend on it already.
            if name == InitializeMethod.name { return job }
            put(
                { [self] in
                    // Nobody is told any more what comes of it.
                    guard await gate.enter(isLarge: request.hasLargeAnswer) else { return finish(bytes, nil) }
                    await job()
                    gate.leave(isLarge: request.hasLargeAnswer)
                }, in: request.lane)
            return nil
        } catch {
            return refuse(error)
        }
    }

    /// The message that refuses a request. A notification gets none; the log says why, once for each name.
    private func refusal(of name: String, _ error: ProtocolError, to id: MessageID?) -> [UInt8]? {
        if let id { return OutgoingMessage.error(error, to: id) }
        // Notifications of other protocols come to whoever takes these frames, and concern nobody.
        guard error.code != .unknownMethod else { return nil }
        let isFirst = state.withLock { $0.complaints.insert(name).inserted }
        if isFirst {
            daemon.log.warning("\(self.name) sent '\(name)' as a notification, which was refused: \(error)")
        }
        return nil
    }

    private func carryOut(
        _ request: PreparedRequest, named name: String, _ id: MessageID?, _ bytes: [UInt8]
    ) async {
        switch await request.carryOut(self, isNotification: id == nil) {
        case .failure(let error):
            finish(bytes, refusal(of: name, daemon.isEnding ? error.atTheEnd : error, to: id))
        case .success(let answer):
            guard let id else { return finish(bytes, nil, then: answer.afterwards) }
            let message =
                request.hasLargeAnswer ? await largeMessages.run { answer.message(id) } : answer.message(id)
            let limit = daemon.limits.answers
            if message.count <= limit { return finish(bytes, message, then: answer.afterwards) }
            let reason = "The answer has \(message.count) bytes; no more than \(limit) are sent at once."
            finish(bytes, OutgoingMessage.error(ProtocolError(.limit, reason), to: id))
        }
    }

    /// Sends an answer, and takes the next messages.
    private func finish(_ message: [UInt8], _ answer: [UInt8]?, then afterwards: () -> Void = {}) {
        if let answer { connection.send(answer) }
        afterwards()
        connection.forget(message.count)
        let (hasRoom, isOver) = state.withLock { state in
            state.unanswered -= 1
            return (
                state.unanswered < daemon.limits.requests,
                state.hasInputEnded && state.unanswered == 0
            )
        }
        wakeWaiters()
        if hasRoom { connection.resume() }
        if isOver { connection.endAfterSending("it left") }
    }

    // MARK: Lanes

    private func put(_ job: @escaping Job, in lane: RequestLane) {
        let mustRun = state.withLock { state in
            if state.lanes[lane] != nil {
                state.lanes[lane]?.append(job)
                return false
            }
            state.lanes[lane] = []
            return true
        }
        if mustRun { Task { await run(job, in: lane) } }
    }

    private func run(_ first: Job, in lane: RequestLane) async {
        await first()
        while let next = state.withLock({ state -> Job? in
            guard let waiting = state.lanes[lane], !waiting.isEmpty else {
                state.lanes[lane] = nil
                return nil
            }
            return state.lanes[lane]?.removeFirst()
        }) {
            await next()
        }
    }

    // MARK: News

    /// Sends news.
    func tell(_ news: some ServiceNotification) { connection.send(OutgoingMessage.notification(news)) }

    /// Has the client told what is new in a lane, when its turn comes and the client reads.
    func haveTold(_ lane: RequestLane) {
        let mustTell = state.withLock { state in !state.hasEnded && state.told.insert(lane).inserted }
        guard mustTell else { return }
        put({ [self] in await tellNews(of: lane) }, in: lane)
    }

    private func tellNews(of lane: RequestLane) async {
        let isCongested = connection.isCongested
        let session = state.withLock { state -> ClientSession? in
            state.told.remove(lane)
            if isCongested { state.waiting.insert(lane) }
            guard case .session(let id) = lane else { return nil }
            return state.sessions[id]
        }
        if isCongested {
            // It may have read everything in the same moment.
            if !connection.isCongested { hasRoom() }
            return
        }
        if let session { await session.tellNews(to: self) }
        if case .vault(let id) = lane { tellChanges(of: id) }
    }

    private func tellChanges(of id: String) {
        guard let vault = daemon.openVault(id) else { return }
        let log = vault.log
        let known = state.withLock { state -> Int? in
            guard let known = state.clocks[id], known < log.count else { return nil }
            state.clocks[id] = log.count
            return known
        }
        guard let known else { return }
        let changes = log.changes(since: known)
        tell(
            VaultChanged(
                vault: id, clock: log.clock, degraded: vault.hindrances(of: log),
                isComplete: changes != nil, changes: (changes ?? []).map { VaultChange($0) }))
    }

    // MARK: For methods

    var isInitialized: Bool { state.withLock { $0.offsets != nil } }

    /// The unit in which it counts.
    var offsets: TextOffsets { state.withLock { $0.offsets ?? .utf8 } }

    /// Takes the client's introduction.
    ///
    /// - Returns: False where it has introduced itself already.
    func introduce(_ name: String, offsets: TextOffsets) -> Bool {
        state.withLock { state in
            guard state.offsets == nil else { return false }
            state.offsets = offsets
            // For a line of the log, so nothing that is long or acts on a terminal.
            let shown = name.unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }
            let introduced = String(String.UnicodeScalarView(shown.prefix(64)))
            state.introducedName = introduced
            state.name = "'\(introduced)'"
            return true
        }
    }

    /// Follows a vault from a number of its changes on.
    ///
    /// - Parameter count: The number of the last change that the client knows.
    func follow(_ vault: ServedVault, from count: Int) {
        let isNew = state.withLock { state in
            guard !state.hasEnded, state.clocks[vault.id] == nil else { return false }
            state.clocks[vault.id] = count
            return true
        }
        if isNew { vault.join(self) }
    }

    /// Follows a vault no more that was let go in this very moment.
    func forget(_ vault: ServedVault) {
        state.withLock { $0.clocks[vault.id] = nil }
        vault.leave(self)
    }

    /// The open vault of a name.
    func vault(_ id: String) throws(ProtocolError) -> ServedVault {
        guard let vault = daemon.openVault(id) else {
            throw ProtocolError(.unknownVault, "No such vault is open.")
        }
        return vault
    }

    func session(_ id: Int) throws(ProtocolError) -> ClientSession {
        guard let session = state.withLock({ $0.sessions[id] }) else {
            throw ProtocolError(.unknownSession, "This client has no session \(id).")
        }
        return session
    }

    /// Makes room for one more session; to be followed by `add` or `giveUpOpening`.
    func beginOpening() throws(ProtocolError) {
        let limit = daemon.limits.sessionsOfClient
        let mayOpen = state.withLock { state in
            guard state.sessions.count + state.openings < limit else { return false }
            state.openings += 1
            return true
        }
        guard mayOpen else { throw ProtocolError(.limit, "This client has \(limit) sessions open already.") }
    }

    func giveUpOpening() { state.withLock { $0.openings -= 1 } }

    /// Takes a session that was opened; lets go of it where the client is gone.
    func add(_ session: ClientSession) async {
        let isKept = state.withLock { state in
            state.openings -= 1
            let isKept = !state.hasEnded && state.leaving == nil
            if isKept { state.sessions[session.id] = session }
            return isKept
        }
        if !isKept { await letGo(of: session) }
    }

    /// Has the client told from now on what happens in a session. It knows the session by now: news that came before
    /// the answer which names it would be lost on it.
    func listen(to id: Int) {
        guard let session = state.withLock({ $0.sessions[id] }) else { return }
        session.updates.whenOneWaits { [weak self] in self?.haveTold(.session(session.id)) }
    }

    /// Takes a session away from the client, and answers it.
    func remove(_ id: Int) throws(ProtocolError) -> ClientSession {
        guard let session = state.withLock({ $0.sessions.removeValue(forKey: id) }) else {
            throw ProtocolError(.unknownSession, "This client has no session \(id).")
        }
        return session
    }

    private func letGo(of session: ClientSession) async {
        do throws(SessionError) {
            try await session.close()
        } catch {
            daemon.log.notice(
                "'\(session.note.path)' has unsaved edits of a client that is gone: \(error) They stay.")
        }
    }
}
