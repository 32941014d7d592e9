// SPDX-License-Identifier: MIT
// How requests get from the thread that reads them to the task that answers them.

internal import Synchronization

/// Requests in their order, for one task, and the calls that wake it.
final class SessionRequests: Sendable {
    /// What there is to do.
    enum Next: Sendable {
        case request(SessionRequest)
        /// The session has something to tell.
        case news
        /// No request follows.
        case end
    }

    private struct State {
        var requests: [(request: SessionRequest, size: Int)] = []
        var size = 0
        var hasNews = false
        var hasEnded = false
        var waiter: CheckedContinuation<Next, Never>?
    }

    /// As much waits at most before nothing more is read: requests, and bytes of them.
    private static let most = (requests: 256, bytes: 64 << 20)

    private let state = Mutex(State())
    private let roomIsThere: @Sendable () -> Void

    /// - Parameter roomIsThere: Called when `hasRoom` has become true again.
    init(roomIsThere: @escaping @Sendable () -> Void) { self.roomIsThere = roomIsThere }

    /// Whether more should be read.
    var hasRoom: Bool { state.withLock { Self.hasRoom($0) } }

    /// One more request.
    ///
    /// - Parameter size: How many bytes it was.
    func put(_ request: SessionRequest, size: Int) {
        change { state in
            state.requests.append((request, size))
            state.size += size
        }
    }

    /// The session has something to tell.
    func putNews() { change { $0.hasNews = true } }

    /// No request follows those that wait.
    func end() { change { $0.hasEnded = true } }

    /// What to do next. One task at a time.
    func next() async -> Next {
        await withCheckedContinuation { continuation in
            let (next, hasMadeRoom) = state.withLock { state -> (Next?, Bool) in
                let hadRoom = Self.hasRoom(state)
                let next = Self.take(&state)
                if next == nil { state.waiter = continuation }
                return (next, !hadRoom && Self.hasRoom(state))
            }
            if let next { continuation.resume(returning: next) }
            if hasMadeRoom { roomIsThere() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let (waiter, next) = state.withLock { state -> (CheckedContinuation<Next, Never>?, Next?) in
            body(&state)
            guard state.waiter != nil, let next = Self.take(&state) else { return (nil, nil) }
            defer { state.waiter = nil }
            return (state.waiter, next)
        }
        if let next { waiter?.resume(returning: next) }
    }

    private static func hasRoom(_ state: State) -> Bool {
        state.requests.count < most.requests && state.size < most.bytes
    }

    private static func take(_ state: inout State) -> Next? {
        if !state.requests.isEmpty {
            let (request, size) = state.requests.removeFirst()
            state.size -= size
            return .request(request)
        }
        if state.hasNews {
            state.hasNews = false
            return .news
        }
        return state.hasEnded ? .end : nil
    }
}
