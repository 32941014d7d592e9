// SPDX-License-Identifier: MIT
// The requests of a client by their ids, so that it can take them back.

internal import Synchronization

/// What a client asked for and has no answer to yet.
final class AskedRequests: Sendable {
    private let state = Mutex(State())

    private struct State {
        var requests: [MessageID: AskedRequest] = [:]
        var isAbandoned = false
    }

    /// A request came. One whose id another has that is not answered yet cannot be taken back.
    func add(_ id: MessageID, isCancellable: Bool) -> AskedRequest {
        let request = AskedRequest(isCancellable: isCancellable)
        let isAbandoned = state.withLock { state in
            if state.requests[id] == nil { state.requests[id] = request }
            return state.isAbandoned
        }
        if isAbandoned, isCancellable { request.takeBack() }
        return request
    }

    /// A request is answered.
    func remove(_ id: MessageID, _ request: AskedRequest) {
        state.withLock { if $0.requests[id] === request { $0.requests[id] = nil } }
    }

    /// The client takes a request back; nothing happens where it is answered.
    func takeBack(_ id: MessageID) { state.withLock { $0.requests[id] }?.takeBack() }

    /// Nobody reads answers any more: what changes nothing is in vain, now and later. All else is done as it was asked.
    func abandon() {
        let requests = state.withLock { state in
            state.isAbandoned = true
            return state.requests.values.filter(\.isCancellable)
        }
        for request in requests { request.takeBack() }
    }
}
