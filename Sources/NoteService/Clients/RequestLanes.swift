// SPDX-License-Identifier: MIT
// In which order the requests of a client are carried out.

internal import Synchronization

/// The lanes of one client. What is put into one lane is done one after the other; lanes know nothing of each other.
final class RequestLanes: Sendable {
    typealias Job = @Sendable () async -> Void

    /// The lanes that run, with what waits in each.
    private let lanes = Mutex<[RequestLane: [Job]]>([:])

    /// Has something done when everything was that is in the lane by now; returns at once.
    func put(_ job: @escaping Job, in lane: RequestLane) {
        let mustRun = lanes.withLock { lanes in
            if lanes[lane] != nil {
                lanes[lane]?.append(job)
                return false
            }
            lanes[lane] = []
            return true
        }
        if mustRun { Task { await run(job, in: lane) } }
    }

    private func run(_ first: Job, in lane: RequestLane) async {
        await first()
        while let next = next(in: lane) { await next() }
    }

    private func next(in lane: RequestLane) -> Job? {
        lanes.withLock { lanes in
            guard let waiting = lanes[lane], !waiting.isEmpty else {
                lanes[lane] = nil
                return nil
            }
            return lanes[lane]?.removeFirst()
        }
    }
}
