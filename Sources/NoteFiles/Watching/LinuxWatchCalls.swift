// SPDX-License-Identifier: MIT
// The calls of watching as Linux answers them.

internal import CNoteLinux
internal import Glibc

/// The real system calls.
package struct LinuxWatchCalls: WatchCalls {
    package init() {}

    package func makeQueue() -> Int32 { Int32(cn_inotify_init()) }

    package func addWatch(_ queue: Int32, _ directory: Int32, _ mask: UInt32) -> Int32 {
        // inotify takes paths only. This one leads to the very folder that is open, wherever it lies now.
        Int32(cn_inotify_add(queue, "/proc/self/fd/\(directory)", mask))
    }

    package func removeWatch(_ queue: Int32, _ watch: Int32) -> Int32 {
        Int32(cn_inotify_remove(queue, watch))
    }

    package func pendingBytes(_ queue: Int32) -> Int { cn_pending(queue) }

    package func readEvents(_ queue: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = read(queue, buffer.baseAddress, buffer.count)
        return count < 0 ? -Int(errno) : count
    }

    package func makeWaker() -> Int32 { Int32(cn_eventfd()) }

    package func wake(_ waker: Int32) {
        var one: UInt64 = 1
        // Fails only where it is readable already.
        _ = write(waker, &one, 8)
    }

    package func rest(_ waker: Int32) {
        var count: UInt64 = 0
        // Fails only where it was not readable.
        _ = read(waker, &count, 8)
    }

    package func wait(for one: Int32, or other: Int32, nanoseconds: UInt64?) -> Bool {
        let limit = nanoseconds.map { Int64(min($0, UInt64(Int64.max))) } ?? -1
        // An early end by a signal only makes the caller look sooner.
        return cn_poll_two(one, other, limit) & 2 != 0
    }

    package func close(_ file: Int32) { _ = Glibc.close(file) }

    package func now() -> UInt64 { LinuxCalls().monotonicTime() }
}
