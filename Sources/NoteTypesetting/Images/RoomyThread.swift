// SPDX-License-Identifier: MIT
// A deep stack for one piece of work, whatever the caller's is.

internal import Glibc

/// A thread that lives as long as one call.
enum RoomyThread {
    /// In bytes: librsvg follows references on it. Only what is used is taken from the system.
    private static let stack = 64 << 20

    private final class Order {
        let work: () -> Void
        init(_ work: @escaping () -> Void) { self.work = work }
    }

    private static let carryOut: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        raw in
        // SAFETY: `run` passes the one reference that it retained for this thread.
        Unmanaged<Order>.fromOpaque(raw.unsafelyUnwrapped).takeRetainedValue().work()
        return nil
    }

    /// Does something on a thread of its own, and waits for it; nil where there is none to be had.
    ///
    /// System calls: `clone(2)`, `mmap(2)`, `rt_sigprocmask(2)`.
    static func run<Result>(_ work: () -> Result) -> Result? {
        var result: Result?
        withoutActuallyEscaping({ result = work() }) { work in
            // Allocated, since the compiler takes its `init` for one of Dispatch, which is not wanted here.
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { attributes.deallocate() }
            guard pthread_attr_init(attributes) == 0 else { return }
            defer { pthread_attr_destroy(attributes) }
            guard pthread_attr_setstacksize(attributes, stack) == 0 else { return }
            // Handlers of the host program run on threads of its own.
            var every = sigset_t()
            var before = sigset_t()
            sigfillset(&every)
            pthread_sigmask(SIG_SETMASK, &every, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            let order = Unmanaged.passRetained(Order(work))
            var thread = pthread_t()
            guard pthread_create(&thread, attributes, carryOut, order.toOpaque()) == 0 else {
                order.release()
                return
            }
            pthread_join(thread, nil)
        }
        return result
    }
}
