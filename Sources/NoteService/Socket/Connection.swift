// SPDX-License-Identifier: MIT
// One client's socket: bytes to messages, messages to bytes, and never more of either than is allowed.

internal import CNoteLinux
internal import Glibc
internal import NoteProtocol
internal import Synchronization

/// A connection. What is sent goes out at once where the kernel takes it; the rest waits here, and the socket
/// loop sends it on.
final class Connection: Sendable {
    /// A number that no other connection of the process has.
    let number: UInt64
    /// The process at the other end.
    let peer: Int32
    private let file: Int32
    private let loop: SocketLoop
    private let state: Mutex<State>

    private struct State {
        var parser: FrameParser
        var receiver: (any MessageReceiver)?
        /// What waits to be sent, from `sent` on.
        var waiting: [UInt8] = []
        var sent = 0
        /// When a byte went out last, while some wait.
        var progress: UInt64 = 0
        /// When a byte went either way last.
        var moved: UInt64 = 0
        /// Whether no bytes are taken, since the receiver has enough.
        var isPaused = false
        var hasInputEnded = false
        /// Whether nobody reads any more what is sent. What was asked is carried out all the same.
        var isAlone = false
        /// Whether the loop hears of it.
        var isListening = true
        /// Why the connection ends when everything is sent; nil where it goes on.
        var ending: String?
        var isClosed = false
        /// The bytes that count against the limit of all clients.
        var held = 0

        var waitingCount: Int { waiting.count - sent }
        var takesInput: Bool { !isPaused && !hasInputEnded && ending == nil }
        var events: UInt32 { (takesInput ? cn_EPOLLIN : 0) | (waitingCount > 0 ? cn_EPOLLOUT : 0) }
    }

    /// What has to be done once the lock is given back.
    private enum Consequence {
        case nothing
        case close(String)
        case room(any MessageReceiver)
        case alone(any MessageReceiver)
    }

    init(_ file: Int32, number: UInt64, peer: Int32, loop: SocketLoop) {
        self.file = file
        self.number = number
        self.peer = peer
        self.loop = loop
        state = Mutex(State(parser: FrameParser(largest: loop.limits.message)))
    }

    /// Begins to take messages for a receiver.
    func begin(_ receiver: any MessageReceiver) -> Int {
        state.withLock { state in
            state.receiver = receiver
            return cn_epoll_add(loop.epoll, file, state.events, number)
        }
    }

    /// How many bytes count against the limit of all clients.
    var held: Int { state.withLock { $0.held } }

    /// When a byte went in or out last.
    var lastMoved: UInt64 { state.withLock { $0.moved } }

    /// Whether the client should read before it is told more.
    var isCongested: Bool { state.withLock { $0.waitingCount >= loop.limits.congestion } }

    // MARK: Sending

    /// Sends a message with its frame, now or as soon as the client reads.
    func send(_ frame: [UInt8]) {
        let consequence = state.withLock { state -> Consequence in
            guard !state.isClosed, !state.isAlone, state.ending == nil else { return .nothing }
            var rest = frame[...]
            if state.waitingCount == 0 {
                let count = frame.withUnsafeBytes { cn_send(file, $0.baseAddress, UInt($0.count)) }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if !Self.mayGoOn(count) {
                    // The loop will see it, too.
                    return .nothing
                }
            }
            guard !rest.isEmpty else { return .nothing }
            // This message does not count: a client that reads as fast as it can has not begun with it.
            guard state.waitingCount <= loop.limits.answers else {
                return .close("more than \(loop.limits.answers) bytes wait that it does not read")
            }
            if state.waitingCount == 0 {
                (state.progress, state.moved) = (loop.now, loop.now)
                loop.beginWatchingStalls()
            }
            state.waiting += rest
            count(rest.count, &state)
            listen(&state)
            return .nothing
        }
        follow(consequence)
    }

    /// Ends the connection when everything is sent.
    func endAfterSending(_ reason: String) {
        let consequence = state.withLock { state -> Consequence in
            guard !state.isClosed, state.ending == nil else { return .nothing }
            if state.waitingCount == 0 { return .close(reason) }
            state.ending = reason
            listen(&state)
            return .nothing
        }
        follow(consequence)
    }

    /// Sends on what waits; called by the loop when the client has read.
    func flush() {
        let consequence = state.withLock { state -> Consequence in
            guard !state.isClosed, state.waitingCount > 0 else { return .nothing }
            let wasCongested = state.waitingCount >= loop.limits.congestion
            let answer = state.waiting[state.sent...].withUnsafeBytes {
                cn_send(file, $0.baseAddress, UInt($0.count))
            }
            guard answer > 0 else {
                return Self.mayGoOn(answer) ? .nothing : becomeAlone(&state)
            }
            (state.progress, state.moved) = (loop.now, loop.now)
            state.sent += answer
            count(-answer, &state)
            if state.waitingCount == 0 {
                state.waiting = []
                state.sent = 0
                loop.endWatchingStalls()
                if let ending = state.ending { return .close(ending) }
                listen(&state)
            } else if state.sent > state.waiting.count / 2 {
                state.waiting.removeFirst(state.sent)
                state.sent = 0
            }
            let isCongested = state.waitingCount >= loop.limits.congestion
            if wasCongested, !isCongested, let receiver = state.receiver { return .room(receiver) }
            return .nothing
        }
        follow(consequence)
    }

    /// Drops a client that has read nothing for too long.
    func dropIfStalled(since limit: UInt64) {
        let isStalled = state.withLock { $0.waitingCount > 0 && $0.progress < limit && !$0.isClosed }
        if isStalled { close("it has read nothing for \(loop.limits.stall) seconds") }
    }

    // MARK: Taking

    /// Takes what came; called by the loop.
    func read(_ buffer: UnsafeMutableRawBufferPointer) {
        let (hasMore, consequence) = state.withLock { state -> (Bool, Consequence?) in
            guard !state.isClosed, state.takesInput else { return (false, nil) }
            let count = cn_receive(file, buffer.baseAddress, UInt(buffer.count))
            if count > 0 {
                state.parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                state.moved = loop.now
                self.count(count, &state)
                return (true, nil)
            }
            if count == -Int(EAGAIN) || count == -Int(EINTR) { return (false, nil) }
            // An error is how the kernel tells that the other end is gone, behind the last of its bytes.
            state.hasInputEnded = true
            listen(&state)
            return (false, count < 0 ? becomeAlone(&state) : .nothing)
        }
        if hasMore { deliver() }
        guard let consequence else { return }
        follow(consequence)
        state.withLock { $0.receiver }?.inputEnded()
    }

    /// Nobody is there any more to read; called by the loop. What the client sent before it left is still taken.
    func otherEndIsGone() {
        follow(state.withLock { $0.isClosed ? .nothing : becomeAlone(&$0) })
    }

    /// Forgets what cannot be sent. The loop would be told of it for ever, so it listens for input alone.
    private func becomeAlone(_ state: inout State) -> Consequence {
        defer { listen(&state) }
        guard !state.isAlone else { return .nothing }
        state.isAlone = true
        if let ending = state.ending { return .close(ending) }
        if state.waitingCount > 0 {
            loop.endWatchingStalls()
            count(-state.waitingCount, &state)
            (state.waiting, state.sent) = ([], 0)
        }
        return state.receiver.map { .alone($0) } ?? .nothing
    }

    /// Hands whole messages on as long as the receiver takes them.
    func deliver() {
        while true {
            let next: Result<([UInt8], any MessageReceiver)?, FramingError> = state.withLock { state in
                guard !state.isClosed, !state.isPaused, state.ending == nil, let receiver = state.receiver
                else { return .success(nil) }
                let before = state.parser.held
                do throws(FramingError) {
                    guard let message = try state.parser.next() else { return .success(nil) }
                    // The header is done with; the message counts until it is answered.
                    count(state.parser.held - before + message.count, &state)
                    return .success((message, receiver))
                } catch {
                    return .failure(error)
                }
            }
            switch next {
            case .success(nil): return
            case .success((let message, let receiver)?):
                receiver.take(message)
                if !wantsMore(of: receiver) {
                    state.withLock { state in
                        state.isPaused = true
                        listen(&state)
                    }
                    // It may have become free in the same moment, and said so to nobody.
                    if wantsMore(of: receiver) { unpause() } else { return }
                }
            case .failure(let error):
                send(OutgoingMessage.error(error.answer, to: nil))
                return endAfterSending("its stream is broken: \(error)")
            }
        }
    }

    private func wantsMore(of receiver: any MessageReceiver) -> Bool { receiver.wantsMore && !isCongested }

    @discardableResult
    private func unpause() -> Bool {
        state.withLock { state in
            guard state.isPaused, !state.isClosed else { return false }
            state.isPaused = false
            listen(&state)
            return true
        }
    }

    /// Takes messages again, once the receiver wants more.
    func resume() {
        guard let receiver = state.withLock({ $0.isPaused ? $0.receiver : nil }), wantsMore(of: receiver),
            unpause()
        else { return }
        // Whole messages may be here already, and the thread that hands them on is another.
        loop.deliver(self)
    }

    /// A message that came is answered, and counts no more.
    func forget(_ bytes: Int) { state.withLock { count(-bytes, &$0) } }

    // MARK: The end

    /// Ends the connection at once.
    func close(_ reason: String) {
        let receiver = state.withLock { state -> (any MessageReceiver)? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            if state.waitingCount > 0 { loop.endWatchingStalls() }
            count(-state.held, &state)
            state.waiting = []
            state.sent = 0
            state.parser = FrameParser(largest: 0)
            _ = Glibc.close(file)
            defer { state.receiver = nil }
            return state.receiver
        }
        loop.remove(self)
        receiver?.ended(reason)
    }

    private func follow(_ consequence: Consequence) {
        switch consequence {
        case .nothing: break
        case .close(let reason): close(reason)
        case .alone(let receiver):
            receiver.nobodyReads()
            receiver.hasRoom()
            resume()
        case .room(let receiver):
            receiver.hasRoom()
            resume()
        }
    }

    private func listen(_ state: inout State) {
        guard !state.isClosed else { return }
        // The kernel tells of an end that is gone whatever was asked for.
        let wants = !state.isAlone || state.takesInput
        // Each fails only before the connection is with the loop, which then asks for the same.
        switch (state.isListening, wants) {
        case (true, true): _ = cn_epoll_modify(loop.epoll, file, state.events, number)
        case (false, true): _ = cn_epoll_add(loop.epoll, file, state.events, number)
        case (true, false): _ = cn_epoll_remove(loop.epoll, file)
        case (false, false): break
        }
        state.isListening = wants
    }

    private func count(_ bytes: Int, _ state: inout State) {
        guard !state.isClosed || bytes == -state.held else { return }
        state.held += bytes
        loop.count(bytes)
    }

    private static func mayGoOn(_ answer: Int) -> Bool {
        answer == 0 || answer == -Int(EAGAIN) || answer == -Int(EINTR)
    }
}
