// SPDX-License-Identifier: MIT
// How many messages of a client are not answered yet, and who waits until all are.

internal import Synchronization

/// Counts what a client said and what was done with it.
final class UnansweredMessages: Sendable {
    private let state = Mutex(State())

    private struct State {
        var count = 0
        /// How many of them wait for the daemon's end.
        var ends = 0
        /// Those who wait until all is answered, and whether they have waited long enough.
        var waiters: [(butEnds: Bool, continuation: CheckedContinuation<Void, Never>)] = []
        var isWaitOver = false

        func isOver(butEnds: Bool) -> Bool { isWaitOver || count <= (butEnds ? ends : 0) }
    }

    /// How many there are.
    var count: Int { state.withLock { $0.count } }

    /// One more came.
    func add() { state.withLock { $0.count += 1 } }

    /// Some are answered, or never will be.
    ///
    /// - Returns: How many are left.
    @discardableResult
    func remove(_ count: Int) -> Int {
        let left = state.withLock { state in
            state.count -= count
            return state.count
        }
        wakeWaiters()
        return left
    }

    /// One of them waits for the daemon's end, or has it.
    func waitForEnd(_ isWaiting: Bool) {
        state.withLock { $0.ends += isWaiting ? 1 : -1 }
        wakeWaiters()
    }

    /// Waits until none is left.
    ///
    /// - Parameter butEnds: Whether requests for the daemon's end are left.
    func waitUntilAnswered(butEnds: Bool) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.isOver(butEnds: butEnds)
                if !isOver { state.waiters.append((butEnds, continuation)) }
                return isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Has nobody wait any more.
    func stopWaiting() {
        state.withLock { $0.isWaitOver = true }
        wakeWaiters()
    }

    private func wakeWaiters() {
        let over = state.withLock { state in
            let all = state.waiters
            state.waiters = all.filter { !state.isOver(butEnds: $0.butEnds) }
            return all.filter { state.isOver(butEnds: $0.butEnds) }
        }
        for waiter in over { waiter.continuation.resume() }
    }
}
