// SPDX-License-Identifier: MIT
// What the task in charge of a daemon is told, in which order it hears it, and that no order gets lost.

internal import Synchronization

/// The orders that were not taken yet. Each kind waits once, however often it was given, and the end comes before
/// all else.
final class OrderBox: Sendable {
    private let state = Mutex(State())

    private struct State {
        var end: String?
        var hasLostSockets = false
        var hasOpened = false
        var isLate = false
        var isAlive = false
        var isTickDue = false
        var mustReload = false
        var waiting: CheckedContinuation<ServiceRun.Order, Never>?
    }

    /// Takes an order, from any thread.
    func put(_ order: ServiceRun.Order) {
        let next = state.withLock { state in
            switch order {
            case .end(let reason): if state.end == nil { state.end = reason }
            case .socketsLost: state.hasLostSockets = true
            case .opened: state.hasOpened = true
            case .late: state.isLate = true
            case .alive: state.isAlive = true
            case .tick: state.isTickDue = true
            case .reload: state.mustReload = true
            }
            guard let waiting = state.waiting, let next = Self.take(&state) else {
                return nil as (CheckedContinuation<ServiceRun.Order, Never>, ServiceRun.Order)?
            }
            state.waiting = nil
            return (waiting, next)
        }
        if let (waiting, order) = next { waiting.resume(returning: order) }
    }

    /// The next order, once there is one. For one task.
    func next() async -> ServiceRun.Order {
        await withCheckedContinuation { continuation in
            let order = state.withLock { state in
                let order = Self.take(&state)
                if order == nil { state.waiting = continuation }
                return order
            }
            if let order { continuation.resume(returning: order) }
        }
    }

    private static func take(_ state: inout State) -> ServiceRun.Order? {
        if let reason = state.end {
            state.end = nil
            return .end(reason)
        }
        for (flag, order) in [
            (\State.hasLostSockets, ServiceRun.Order.socketsLost), (\.hasOpened, .opened),
            (\.isLate, .late), (\.isAlive, .alive), (\.isTickDue, .tick), (\.mustReload, .reload),
        ] where state[keyPath: flag] {
            state[keyPath: flag] = false
            return order
        }
        return nil
    }
}
