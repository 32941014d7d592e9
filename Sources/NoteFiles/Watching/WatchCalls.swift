// SPDX-License-Identifier: MIT
// The system calls of the watcher beside those of `FileCalls`, so that a test can stand in.

/// The calls that watching makes: a queue of hints, a way to wake a waiting thread, and time.
///
/// A call answers as the kernel does: zero or more when it worked, the negative error number when it
/// did not.
package protocol WatchCalls: Sendable {
    // `inotify_init1(2)`, `inotify_add_watch(2)` of an open folder, `inotify_rm_watch(2)`.
    func makeQueue() -> Int32
    func addWatch(_ queue: Int32, _ directory: Int32, _ mask: UInt32) -> Int32
    func removeWatch(_ queue: Int32, _ watch: Int32) -> Int32

    // How many bytes of events wait (`FIONREAD`), and `read(2)` of them.
    func pendingBytes(_ queue: Int32) -> Int
    func readEvents(_ queue: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int

    // `eventfd(2)`: makes a waker, lets it be readable, and takes that back.
    func makeWaker() -> Int32
    func wake(_ waker: Int32)
    func rest(_ waker: Int32)

    // `ppoll(2)`: waits until one of two can be read, at most so long; for ever where that is nil. Answers
    // whether the other one can.
    func wait(for one: Int32, or other: Int32, nanoseconds: UInt64?) -> Bool

    // `close(2)`.
    func close(_ file: Int32)

    // Nanoseconds of `CLOCK_MONOTONIC`.
    func now() -> UInt64
}
