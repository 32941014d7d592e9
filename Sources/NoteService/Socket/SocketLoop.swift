// SPDX-License-Identifier: MIT
// The one thread that waits for all sockets.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import NoteProtocol
internal import Synchronization

/// Takes connections, and moves bytes between them and their receivers, on a thread of its own.
///
/// It parses frames and small messages, and never waits for anybody: work is done in tasks. With nothing to do it
/// sleeps until the kernel wakes it.
///
/// System calls: `epoll_wait(2)`, `eventfd(2)`, `accept4(2)`, `recv(2)`, `send(2)`, `getsockopt(2)`.
package final class SocketLoop: Sendable {
    /// Who takes the messages of a new connection.
    typealias Welcome = @Sendable (Connection) -> any MessageReceiver

    let limits: ServiceLimits
    let epoll: Int32
    private let bell: Int32
    private let log: ServiceLog
    private let welcome: Welcome
    /// Told when the thread cannot go on.
    private let lost: @Sendable () -> Void
    private let state = Mutex(State())
    /// The bytes that wait in all connections, in both directions.
    private let held = Atomic(0)
    /// How many connections have bytes to send that the kernel does not take.
    private let stalling = Atomic(0)

    private struct State {
        var connections: [UInt64: Connection] = [:]
        var count: UInt64 = 1
        var listener: ServiceListener?
        /// Until when no connections are taken, for want of descriptors.
        var acceptsFrom: UInt64?
        /// Whether that was logged since the last connection that could be taken.
        var isShortageTold = false
        /// Connections that may have whole messages which nobody took.
        var deliveries: [Connection] = []
        var questions: [@Sendable (_ isAlive: Bool) -> Void] = []
        var isEnding = false
        /// How long it is sent at the end, in nanoseconds.
        var patience: UInt64 = 0
        var thread: pthread_t?
    }

    private static let bellKey: UInt64 = 0
    private static let listenerKey: UInt64 = 1

    /// Makes a loop, which does nothing before `start()`.
    ///
    /// - Parameters:
    ///   - lost: Called from its thread when that cannot go on: nobody is heard from then on.
    ///   - welcome: Answers who takes the messages of a new connection.
    init(
        limits: ServiceLimits, log: ServiceLog, lost: @escaping @Sendable () -> Void = {},
        welcome: @escaping Welcome
    ) throws(ServiceError) {
        self.limits = limits
        self.log = log
        self.lost = lost
        self.welcome = welcome
        epoll = Int32(cn_epoll())
        bell = Int32(cn_eventfd())
        guard epoll >= 0, bell >= 0 else {
            throw .system("No sockets can be waited for", call: "epoll_create1", Int(min(epoll, bell)))
        }
        let answer = cn_epoll_add(epoll, bell, cn_EPOLLIN, Self.bellKey)
        guard answer == 0 else { throw .system("No sockets can be waited for", call: "epoll_ctl", answer) }
    }

    deinit {
        _ = Glibc.close(epoll)
        _ = Glibc.close(bell)
    }

    /// Starts the thread.
    func start() throws(ServiceError) {
        let thread = Workers.start { [self] in run() }
        guard let thread else { throw .system("No thread for the sockets", call: "clone", -Int(EAGAIN)) }
        state.withLock { $0.thread = thread }
    }

    /// Takes connections of a listener from now on.
    func listen(at listener: ServiceListener) throws(ServiceError) {
        let answer = cn_epoll_add(epoll, listener.file, cn_EPOLLIN, Self.listenerKey)
        guard answer == 0 else { throw .system("The socket cannot be waited for", call: "epoll_ctl", answer) }
        state.withLock { $0.listener = listener }
    }

    /// Takes no more connections, and gives the listener up.
    func stopListening() {
        let listener = state.withLock { state -> ServiceListener? in
            defer { state.listener = nil }
            if let listener = state.listener {
                _ = cn_epoll_modify(epoll, listener.file, 0, Self.listenerKey)
            }
            return state.listener
        }
        listener?.removeName()
    }

    /// Takes a connected socket, which it owns from then on. Non-blocking.
    func adopt(_ file: Int32, peer: Int32) {
        let connection = state.withLock { state -> Connection in
            state.count += 1
            let connection = Connection(file, number: state.count, peer: peer, loop: self)
            state.connections[state.count] = connection
            return connection
        }
        let answer = connection.begin(welcome(connection))
        if answer != 0 { connection.close("its socket cannot be waited for") }
    }

    /// Makes a connection within this process, and answers the end that the loop does not have.
    func connect(peer: Int32) throws(ServiceError) -> Int32 {
        var pair: [Int32] = [-1, -1]
        let answer = cn_unix_pair(&pair)
        guard answer == 0 else { throw .system("No pair of sockets", call: "socketpair", answer) }
        adopt(pair[0], peer: peer)
        return pair[1]
    }

    /// Ends all connections once what waits for them is sent, or the time is over, and the thread.
    func end(within patience: Duration = .seconds(5)) async {
        let (seconds, rest) = patience.components
        let thread = state.withLock { state in
            state.isEnding = true
            state.patience = UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, rest)) / 1_000_000_000
            defer { state.thread = nil }
            return state.thread
        }
        for connection in all { connection.endAfterSending("the daemon ends") }
        ring()
        guard let thread else { return }
        await withCheckedContinuation { continuation in
            let joiner = Workers.start {
                pthread_join(thread, nil)
                continuation.resume()
            }
            if joiner == nil { continuation.resume() } else if let joiner { pthread_detach(joiner) }
        }
    }

    /// Returns when the thread has come round.
    ///
    /// - Returns: Whether it is alive: without it nobody is heard any more.
    func ping() async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isEnding || state.thread == nil { return true }
                state.questions.append { continuation.resume(returning: $0) }
                return false
            }
            if isOver { continuation.resume(returning: false) } else { ring() }
        }
    }

    // MARK: For connections

    /// Nanoseconds since some moment.
    var now: UInt64 { LinuxCalls().monotonicTime() }

    /// How many are connected.
    var connectionCount: Int { state.withLock { $0.connections.count } }

    /// How many bytes wait in all of them.
    var heldCount: Int { held.load(ordering: .relaxed) }

    func remove(_ connection: Connection) {
        let mayAccept = state.withLock { state in
            state.connections[connection.number] = nil
            return resumeAccepting(&state)
        }
        if mayAccept || isEnding { ring() }
    }

    func count(_ bytes: Int) {
        let (old, new) = held.wrappingAdd(bytes, ordering: .relaxed)
        // Answers are counted in tasks, and the thread may be asleep.
        if old <= limits.memory, new > limits.memory { ring() }
    }

    /// A connection has bytes that the kernel does not take.
    func beginWatchingStalls() {
        // Else the thread sleeps, and nobody would see that the client never reads.
        if stalling.add(1, ordering: .relaxed).oldValue == 0 { ring() }
    }

    func endWatchingStalls() { stalling.subtract(1, ordering: .relaxed) }

    /// Hands on what whole messages a connection holds.
    func deliver(_ connection: Connection) {
        state.withLock { $0.deliveries.append(connection) }
        ring()
    }

    private func ring() {
        var one: UInt64 = 1
        // Full it cannot be, and then the thread wakes all the same.
        _ = write(bell, &one, 8)
    }

    private var all: [Connection] { state.withLock { Array($0.connections.values) } }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    // MARK: The thread

    private func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var keys = [UInt64](repeating: 0, count: 64)
        var events = [UInt32](repeating: 0, count: 64)
        var deadline: UInt64?
        while true {
            if isEnding {
                let end = deadline ?? now + state.withLock { $0.patience }
                deadline = end
                if all.isEmpty || now >= end { break }
            }
            let count = cn_epoll_wait(epoll, &keys, &events, timeout)
            guard count >= 0 || count == -Int(EINTR) else {
                log.error("The sockets cannot be waited for any more: error \(-count).")
                // Else nobody would know before somebody asks.
                state.withLock { $0.isEnding = true }
                lost()
                break
            }
            for index in 0..<max(0, count) { handle(keys[index], events[index], buffer) }
            lookAfter()
        }
        for connection in all { connection.close("the daemon ends") }
        let questions = state.withLock { state in
            state.isEnding = true
            defer { state.questions = [] }
            return state.questions
        }
        for question in questions { question(false) }
    }

    /// How long to sleep: for ever, unless somebody has to be looked after.
    private var timeout: Int32 {
        if isEnding { return 20 }
        let isWaiting = stalling.load(ordering: .relaxed) > 0 || state.withLock { $0.acceptsFrom != nil }
        return isWaiting ? 1000 : -1
    }

    private func handle(_ key: UInt64, _ events: UInt32, _ buffer: UnsafeMutableRawBufferPointer) {
        switch key {
        case Self.bellKey:
            _ = read(bell, buffer.baseAddress, 8)
            let (deliveries, questions) = state.withLock { state in
                defer { (state.deliveries, state.questions) = ([], []) }
                return (state.deliveries, state.questions)
            }
            for connection in deliveries { connection.deliver() }
            for question in questions { question(true) }
        case Self.listenerKey: accept()
        default:
            guard let connection = state.withLock({ $0.connections[key] }) else { return }
            if events & cn_EPOLLOUT != 0 { connection.flush() }
            if events & cn_EPOLLIN != 0 {
                connection.read(buffer)
            } else if events & (cn_EPOLLHUP | cn_EPOLLERR) != 0 {
                connection.otherEndIsGone()
            }
        }
    }

    private func lookAfter() {
        if stalling.load(ordering: .relaxed) > 0 {
            let patience = UInt64(limits.stall) * 1_000_000_000
            let now = now
            if now > patience { for connection in all { connection.dropIfStalled(since: now - patience) } }
        }
        while heldCount > limits.memory, dropIdlest() {}
        let now = now
        _ = state.withLock { state in
            if let moment = state.acceptsFrom, moment <= now { resumeAccepting(&state) } else { false }
        }
    }

    /// Of those who hold more than their share, the one who has done nothing for longest makes room for all others:
    /// an honest client that is just sending a large message is not it.
    private func dropIdlest() -> Bool {
        let connections = all
        let share = limits.memory / max(1, connections.count)
        let idlest = connections.filter { $0.held >= share }.min { $0.lastMoved < $1.lastMoved }
        guard let idlest, idlest.held > 0 else { return false }
        idlest.close(
            "all clients together have more than \(limits.memory) bytes waiting, and it more than its share for longest"
        )
        return true
    }

    private func accept() {
        while let listener = state.withLock({ $0.listener }) {
            let file = Int32(cn_accept(listener.file))
            switch file {
            case 0...:
                state.withLock { $0.isShortageTold = false }
                take(file)
            case -EINTR, -ECONNABORTED: continue
            case -EMFILE, -ENFILE, -ENOBUFS, -ENOMEM:
                // It would be asked again at once, for ever.
                let moment = now + 1_000_000_000
                let mustTell = state.withLock { state in
                    state.acceptsFrom = moment
                    _ = cn_epoll_modify(epoll, listener.file, 0, Self.listenerKey)
                    defer { state.isShortageTold = true }
                    return !state.isShortageTold
                }
                if mustTell {
                    log.warning(
                        "No more connections are taken at present: \(String(cString: strerror(-file))).")
                }
                return
            default: return
            }
        }
    }

    private func resumeAccepting(_ state: inout State) -> Bool {
        guard state.acceptsFrom != nil, let listener = state.listener else { return false }
        state.acceptsFrom = nil
        _ = cn_epoll_modify(epoll, listener.file, cn_EPOLLIN, Self.listenerKey)
        return true
    }

    private func take(_ file: Int32) {
        var user: UInt32 = .max
        var process: Int32 = 0
        let answer = cn_peer(file, &user, &process)
        guard answer == 0, Self.isWelcome(user) else {
            log.warning("A connection of user \(user) was refused; this is the daemon of user \(geteuid()).")
            _ = Glibc.close(file)
            return
        }
        guard connectionCount < limits.clients else {
            log.warning("A connection was refused: \(limits.clients) clients are connected already.")
            let refusal = OutgoingMessage.error(
                ProtocolError(.limit, "\(limits.clients) clients are connected already."), to: nil)
            _ = refusal.withUnsafeBytes { cn_send(file, $0.baseAddress, UInt($0.count)) }
            _ = Glibc.close(file)
            return
        }
        adopt(file, peer: process)
    }

    /// Whether a user may connect: whoever runs the daemon, and nobody else, not even root.
    static func isWelcome(_ user: UInt32) -> Bool { user == geteuid() }
}
