// SPDX-License-Identifier: MIT
// How what several workers made comes out in order, without piling up.

internal import Glibc

/// Results of numbered shares, given in any order and taken in theirs.
///
/// A worker that is far ahead of what was taken waits, so only so many results are held.
// SAFETY: the ready results and the counters are touched only while the mutex is held.
package final class ShareOrder<Result: Sendable>: @unchecked Sendable {
    private var ready: [Int: Result] = [:]
    private var next = 0
    private var isOver = false
    private let reach: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let moved = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// - Parameter reach: How many shares a worker may be ahead of the next to be taken.
    package init(reach: Int) {
        self.reach = reach
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(moved, nil)
    }

    deinit {
        pthread_cond_destroy(moved)
        pthread_mutex_destroy(mutex)
        moved.deallocate()
        mutex.deallocate()
    }

    /// Gives a result, and waits while too many before it are missing.
    ///
    /// The one who takes never waits here: it would wait for itself.
    package func give(_ result: Result, for share: Int, isTaker: Bool) {
        locked {
            ready[share] = result
            pthread_cond_broadcast(moved)
            while !isTaker, !isOver, share >= next + reach { pthread_cond_wait(moved, mutex) }
        }
    }

    /// The next result in order.
    ///
    /// - Parameter waiting: Whether to wait for one that is not there yet.
    package func take(waiting: Bool) -> Result? {
        locked {
            while waiting, !isOver, ready[next] == nil { pthread_cond_wait(moved, mutex) }
            guard let result = ready.removeValue(forKey: next) else { return nil }
            next += 1
            pthread_cond_broadcast(moved)
            return result
        }
    }

    /// Whether a result that is far ahead should rather wait for the ones before it.
    package func isFar(_ share: Int) -> Bool { locked { share >= next + reach } }

    /// Lets everybody go on who waits, since nothing will be taken any more.
    package func end() {
        locked {
            isOver = true
            pthread_cond_broadcast(moved)
        }
    }

    private func locked<Answer>(_ body: () -> Answer) -> Answer {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
