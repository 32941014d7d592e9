// SPDX-License-Identifier: MIT
// A row of messages for one reader, with a limit that is told when it is passed.

internal import Synchronization

/// Messages on their way to one task.
///
/// When more wait than the limit, all of them are replaced by one that says so.
package final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var isClosed = false
        var waiting: CheckedContinuation<Message?, Never>?
        var call: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let limit: Int
    private let lost: @Sendable () -> Message

    /// - Parameters:
    ///   - limit: How many messages wait at most.
    ///   - lost: What is told in place of messages that were lost.
    package init(limit: Int, lost: @escaping @Sendable () -> Message) {
        precondition(limit > 0, "a mailbox holds at least one message")
        self.limit = limit
        self.lost = lost
    }

    package func put(_ message: Message) { put([message]) }

    /// Puts several in at once: whoever takes what waits takes all of them or none.
    package func put(_ messages: [Message]) {
        guard let first = messages.first else { return }
        let (reader, call): (CheckedContinuation<Message?, Never>?, (@Sendable () -> Void)?) =
            state.withLock { state in
                if state.isClosed { return (nil, nil) }
                var rest = messages[...]
                let reader = state.waiting
                if reader != nil {
                    state.waiting = nil
                    rest.removeFirst()
                }
                guard !rest.isEmpty else { return (reader, nil) }
                if state.messages.count + rest.count > limit {
                    state.messages = [lost()]
                } else {
                    state.messages += rest
                }
                return (reader, state.call)
            }
        reader?.resume(returning: first)
        call?()
    }

    /// Ends the row: what waits is still read.
    package func close() {
        let (reader, call) = state.withLock { state in
            state.isClosed = true
            defer { (state.waiting, state.call) = (nil, nil) }
            return (state.waiting, state.call)
        }
        reader?.resume(returning: nil)
        call?()
    }

    /// Has something called whenever a message waits, and at the end: for a reader that takes what waits.
    package func whenOneWaits(_ call: @escaping @Sendable () -> Void) {
        let mustCall = state.withLock { state in
            if !state.isClosed { state.call = call }
            return state.isClosed || !state.messages.isEmpty
        }
        if mustCall { call() }
    }

    /// What waits now.
    package func take() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// The next message; nil when the row has ended or the task is cancelled.
    ///
    /// - Precondition: Nobody else waits.
    package func next() async -> Message? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, message): (Bool, Message?) = state.withLock { state in
                    if !state.messages.isEmpty { return (true, state.messages.removeFirst()) }
                    if state.isClosed || Task.isCancelled { return (true, nil) }
                    precondition(state.waiting == nil, "a mailbox has one reader")
                    state.waiting = continuation
                    return (false, nil)
                }
                if isOver { continuation.resume(returning: message) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            reader?.resume(returning: nil)
        }
    }
}
