// SPDX-License-Identifier: MIT
// Whether a request is still wanted, and what becomes of it when it is not.

internal import NoteKit
internal import Synchronization

/// A request that is not answered yet.
final class AskedRequest: Sendable {
    /// Whether it can be ended while it is carried out.
    let isCancellable: Bool
    private let state = Mutex(State())

    private struct State {
        var isTakenBack = false
        /// Ends what is being done for it.
        var cancel: (@Sendable () -> Void)?
    }

    init(isCancellable: Bool) { self.isCancellable = isCancellable }

    /// Whether the client wants it no more.
    var isTakenBack: Bool { state.withLock { $0.isTakenBack } }

    /// The client wants it no more. What has begun and cannot be cancelled goes on.
    func takeBack() {
        let cancel = state.withLock { state in
            state.isTakenBack = true
            defer { state.cancel = nil }
            return state.cancel
        }
        cancel?()
    }

    /// Does what it asks for.
    ///
    /// What can be cancelled is not waited for any longer once it is taken back, whatever it waits for itself: its
    /// task is cancelled, and ends a moment later.
    ///
    /// - Returns: What came of it; nil where it was taken back first.
    func carryOut<Outcome: Sendable>(_ work: @escaping @Sendable () async -> Outcome) async -> Outcome? {
        guard !isTakenBack else { return nil }
        guard isCancellable else { return await work() }
        return await withCheckedContinuation { continuation in
            let waiting = Mutex<CheckedContinuation<Outcome?, Never>?>(continuation)
            let answer = { @Sendable (outcome: Outcome?) in
                let continuation = waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                continuation?.resume(returning: outcome)
            }
            let task = Task(executorPreference: TaskLanes.shared) {
                let outcome = await work()
                // It may have been done before anybody could cancel it.
                answer(self.isTakenBack ? nil : outcome)
            }
            let cancel = { @Sendable in
                task.cancel()
                answer(nil)
            }
            let isTakenBack = state.withLock { state in
                if !state.isTakenBack { state.cancel = cancel }
                return state.isTakenBack
            }
            if isTakenBack { cancel() }
        }
    }
}
