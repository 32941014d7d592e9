// SPDX-License-Identifier: MIT
// How those who listen to a session get its updates: in order, and never more than they can bear.

internal import Synchronization

/// The updates of one listener. They end when the session is closed.
///
/// At most 1,024 wait. Who falls further behind gets `lagged` in their place and reads the text again.
public struct SessionUpdates: AsyncSequence, Sendable {
    /// What comes out.
    public typealias Element = SessionUpdate
    /// Nothing goes wrong.
    public typealias Failure = Never

    let mailbox: UpdateMailbox

    /// Takes updates as they come. One iterator at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let mailbox: UpdateMailbox

        /// The next update; nil when the session is closed or the task is cancelled.
        public mutating func next() async -> SessionUpdate? { await mailbox.next() }

        /// The same.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionUpdate? {
            await mailbox.next()
        }
    }

    /// Begins to take updates. One iterator at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

    /// What waits now, without waiting for more: after an edit was answered, everything before it.
    public func take() -> [SessionUpdate] { mailbox.take() }

    /// Has something called whenever an update waits or the session is closed, for a listener that is no
    /// task of its own. It must not block.
    package func whenOneWaits(_ call: @escaping @Sendable () -> Void) {
        mailbox.callWhenOneWaits(call)
    }
}

/// Updates that wait for one listener.
final class UpdateMailbox: Sendable {
    private typealias Listener = CheckedContinuation<SessionUpdate?, Never>

    private struct State {
        var updates: [SessionUpdate] = []
        /// Where the first of `updates` is that was not taken.
        var first = 0
        var listener: Listener?
        var hasEnded = false
        var call: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private static let most = 1024

    func put(_ update: SessionUpdate, revision: Int) {
        let (listener, call) = state.withLock { state -> (Listener?, (@Sendable () -> Void)?) in
            if let listener = state.listener {
                state.listener = nil
                return (listener, nil)
            }
            if state.updates.count - state.first >= Self.most {
                state.updates = [.lagged(revision: revision)]
                state.first = 0
            } else {
                state.updates.append(update)
            }
            return (nil, state.call)
        }
        listener?.resume(returning: update)
        call?()
    }

    func end() {
        let (listener, call) = state.withLock { state in
            state.hasEnded = true
            defer { (state.listener, state.call) = (nil, nil) }
            return (state.listener, state.call)
        }
        listener?.resume(returning: nil)
        call?()
    }

    func callWhenOneWaits(_ call: @escaping @Sendable () -> Void) {
        let isOneWaiting = state.withLock { state in
            if !state.hasEnded { state.call = call }
            return state.hasEnded || state.first < state.updates.count
        }
        if isOneWaiting { call() }
    }

    func take() -> [SessionUpdate] {
        state.withLock { state in
            defer { (state.updates, state.first) = ([], 0) }
            return Array(state.updates[state.first...])
        }
    }

    func next() async -> SessionUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> SessionUpdate?? in
                    if let update = Self.takeFirst(&state) { return .some(update) }
                    // A listener that comes to a second one's place sends the first away.
                    guard !state.hasEnded, !Task.isCancelled, state.listener == nil else { return .some(nil) }
                    state.listener = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let listener = state.withLock { state in
                defer { state.listener = nil }
                return state.listener
            }
            listener?.resume(returning: nil)
        }
    }

    private static func takeFirst(_ state: inout State) -> SessionUpdate? {
        guard state.first < state.updates.count else { return nil }
        defer {
            state.first += 1
            if state.first == state.updates.count {
                state.updates.removeAll(keepingCapacity: state.first < 64)
                state.first = 0
            }
        }
        return state.updates[state.first]
    }
}
