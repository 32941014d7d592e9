// SPDX-License-Identifier: MIT
// Several threads for one blocking piece of work, all joined before it returns.

package import Glibc

/// Threads that live as long as one call.
package enum Workers {
    /// How many processors are online.
    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Calls `work` once for each number from 0 up to `count`, on a thread each; number 0 on this one.
    ///
    /// Returns when all are done. Where the system has no more threads to give, fewer calls are made,
    /// so `work` takes its share from a common counter instead of computing it from its number. The
    /// threads block every signal: handlers of the host program run on threads of its own.
    ///
    /// System calls: `clone(2)`, `rt_sigprocmask(2)`.
    package static func run(_ count: Int, _ work: @Sendable (Int) -> Void) {
        guard count > 1 else { return work(0) }
        withoutActuallyEscaping(work) { work in
            let threads = start(1..<count, work)
            work(0)
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    /// Calls `work` on a thread of its own, which the caller joins; nil where there is none to be had. It
    /// blocks every signal.
    ///
    /// System calls: `clone(2)`, `rt_sigprocmask(2)`.
    package static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
        start(0..<1) { _ in work() }.first
    }

    private static func start(_ numbers: Range<Int>, _ work: @escaping @Sendable (Int) -> Void) -> [pthread_t]
    {
        var every = sigset_t()
        var before = sigset_t()
        sigfillset(&every)
        pthread_sigmask(SIG_SETMASK, &every, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var threads: [pthread_t] = []
        for number in numbers {
            let order = Unmanaged.passRetained(Order(number: number, work: work))
            var thread = pthread_t()
            guard pthread_create(&thread, nil, carryOut, order.toOpaque()) == 0 else {
                order.release()
                break
            }
            threads.append(thread)
        }
        return threads
    }

    private final class Order: Sendable {
        let number: Int
        let work: @Sendable (Int) -> Void

        init(number: Int, work: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.work = work
        }
    }

    private static let carryOut: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        raw in
        // SAFETY: `start` passes the one reference that it retained for this thread.
        let order = Unmanaged<Order>.fromOpaque(raw.unsafelyUnwrapped).takeRetainedValue()
        order.work(order.number)
        return nil
    }
}
