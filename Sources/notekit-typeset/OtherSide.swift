// SPDX-License-Identifier: MIT
// How a worker ends when nobody wants its work any more.

internal import Glibc

/// The program that this one works for.
enum OtherSide {
    /// Ends this process as soon as the other end of a socket is closed, whatever it is doing.
    ///
    /// Not `PR_SET_PDEATHSIG` of prctl(2), which counts a thread for the parent.
    ///
    /// System calls: `clone(2)`, `poll(2)`.
    static func endWithIt(_ file: Int32) {
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { raw in
                // Nothing but the end of the other side is waited for.
                var file = pollfd(fd: Int32(Int(bitPattern: raw)), events: 0, revents: 0)
                while poll(&file, 1, -1) <= 0 {}
                _exit(0)
            }, UnsafeMutableRawPointer(bitPattern: Int(file)))
        // Without a thread it ends when it next reads or writes.
        if started == 0 { pthread_detach(thread) }
    }
}
