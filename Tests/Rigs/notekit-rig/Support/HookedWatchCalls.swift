// SPDX-License-Identifier: MIT
// The real calls of watching, with a place to stand before some of them.

internal import Glibc
internal import NoteFiles

/// Passes every call on to the kernel, unless a hook answers in its place.
struct HookedWatchCalls: WatchCalls {
    private let real = LinuxWatchCalls()
    /// Asked before a watch is set; answers the negative error number in its place, or nil.
    var beforeAdding: @Sendable () -> Int32? = { nil }
    /// Asked before the queue is read; true makes it look empty.
    var looksEmpty: @Sendable () -> Bool = { false }
    /// Changes what was read: the bytes in the buffer and their count.
    var afterReading: @Sendable (UnsafeMutableRawBufferPointer, Int) -> Int = { $1 }

    func makeQueue() -> Int32 { real.makeQueue() }
    func addWatch(_ queue: Int32, _ directory: Int32, _ mask: UInt32) -> Int32 {
        beforeAdding() ?? real.addWatch(queue, directory, mask)
    }
    func removeWatch(_ queue: Int32, _ watch: Int32) -> Int32 { real.removeWatch(queue, watch) }
    func pendingBytes(_ queue: Int32) -> Int { real.pendingBytes(queue) }
    func readEvents(_ queue: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        looksEmpty() ? -Int(EAGAIN) : afterReading(buffer, real.readEvents(queue, buffer))
    }
    func makeWaker() -> Int32 { real.makeWaker() }
    func wake(_ waker: Int32) { real.wake(waker) }
    func rest(_ waker: Int32) { real.rest(waker) }
    func wait(for one: Int32, or other: Int32, nanoseconds: UInt64?) -> Bool {
        real.wait(for: one, or: other, nanoseconds: nanoseconds)
    }
    func close(_ file: Int32) { real.close(file) }
    func now() -> UInt64 { real.now() }
}

extension HookedWatchCalls {
    /// A queue that keeps a few events only: what was read beyond them is lost, and an event says so.
    ///
    /// - Parameter isSilent: Whether even that is swallowed, as some programs do.
    static func shortQueue(_ limit: Int, isSilent: Bool = false) -> HookedWatchCalls {
        var calls = HookedWatchCalls()
        calls.afterReading = { buffer, count in
            var (start, events) = (0, 0)
            while start + 16 <= count, events < limit {
                start += 16 + Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                events += 1
            }
            guard count > 0, start < count else { return count }
            if isSilent { return start }
            buffer.storeBytes(of: -1, toByteOffset: start, as: Int32.self)
            buffer.storeBytes(of: 0x4000, toByteOffset: start + 4, as: UInt32.self)
            buffer.storeBytes(of: 0, toByteOffset: start + 8, as: UInt64.self)
            return start + 16
        }
        return calls
    }
}
