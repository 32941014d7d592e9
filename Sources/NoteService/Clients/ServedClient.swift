// SPDX-License-Identifier: MIT
// One client, from its first message to its last.

internal import NoteJSON
internal import NoteKit
internal import Synchronization

/// A client of the daemon: what comes over its connection, and what it is left with at the end of that.
///
/// Requests of one lane are answered in order, lanes run independently of each other, and all work is done in
/// tasks: the thread of the sockets parses what is small, and never waits. News are not queued: when there is
/// something to tell and the client reads, it is looked up then.
final class ServedClient: MessageReceiver {
    /// Up to how many bytes a message is parsed on the thread of the sockets: some microseconds.
    private static let mostBytesAtOnce = 4096

    let daemon: NoteDaemon
    let holds = ClientHolds()
    /// Where its large messages are read and written: a thread of its own, which the kernel lets nobody wait for.
    let largeMessages = DiskLanes(width: 1)
    let connection: Connection
    let gate: AnswerGate
    let lanes = RequestLanes()
    let unanswered = UnansweredMessages()
    let requests = AskedRequests()
    let state = Mutex(State())

    struct State {
        var inbox: [[UInt8]] = []
        var isReading = false
        /// The lanes whose news are about to be told.
        var told: Set<RequestLane> = []
        /// The lanes whose news wait until the client reads.
        var waiting: Set<RequestLane> = []
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
    }

    init(of daemon: NoteDaemon, over connection: Connection) {
        self.daemon = daemon
        self.connection = connection
        gate = AnswerGate { connection.isCongested }
    }

    // MARK: Who it is

    /// What it calls itself, and its process, for the log.
    var name: String { "\(state.withLock { $0.name }) (process \(connection.peer))" }

    /// What it calls itself; nil before it has said so.
    var introducedName: String? { state.withLock { $0.introducedName } }

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

    // MARK: What comes

    func take(_ message: [UInt8]) {
        unanswered.add()
        let isSmall = message.count <= Self.mostBytesAtOnce
        let (isNext, mustRead) = state.withLock { state in
            // Nothing waits before it, and what it asks for waits for nothing: no task has to come between.
            if isSmall, !state.isReading, state.inbox.isEmpty, state.offsets != nil { return (true, false) }
            state.inbox.append(message)
            defer { state.isReading = true }
            return (false, !state.isReading)
        }
        if isNext, let job = take(IncomingMessage.reading(message), message) { lanes.put(job, in: .daemon) }
        if mustRead { Task(executorPreference: TaskLanes.shared) { await self.read() } }
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

    var wantsMore: Bool { unanswered.count < daemon.limits.requests }

    func hasRoom() {
        let lanes = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        gate.look()
        for lane in lanes { haveTold(lane) }
    }

    // MARK: The end

    func nobodyReads() { requests.abandon() }

    func inputEnded() {
        state.withLock { $0.hasInputEnded = true }
        if unanswered.count == 0 { connection.endAfterSending("it left") }
    }

    func ended(_ reason: String) {
        let (unread, vaults) = state.withLock { state in
            state.hasEnded = true
            defer { (state.inbox, state.clocks) = ([], [:]) }
            return (state.inbox.count, Array(state.clocks.keys))
        }
        gate.end()
        requests.abandon()
        // Nobody reads them any more.
        unanswered.remove(unread)
        for vault in vaults { daemon.leave(vault, self) }
        daemon.log.info("\(name) was let go: \(reason).")
        Task(executorPreference: TaskLanes.shared) {
            await self.leave()
            self.daemon.forget(self)
        }
    }

    /// Lets go of everything that the client has open; what is opened from now on is let go of at once.
    func leave() async {
        holds.end(.ending)
        let leaving = state.withLock { state in
            let sessions = Array(state.sessions.values)
            let leaving =
                state.leaving
                ?? Task(executorPreference: TaskLanes.shared) {
                    for session in sessions { await self.letGo(of: session) }
                }
            (state.leaving, state.sessions) = (leaving, [:])
            return leaving
        }
        await leaving.value
    }
}
