// SPDX-License-Identifier: MIT
// The calls of watching with a clock that a test moves, and limits that a test sets.

import Glibc
import Synchronization

@testable import NoteFiles

/// The real calls, but for time and for what a test forbids.
final class TestWatchCalls: WatchCalls {
    /// What a test sets.
    struct Rules {
        /// How many more watches there are; nil for no limit.
        var watchesLeft: Int?
        /// The error number with which a queue is refused.
        var queueFault: Int32?
        /// How many events the queue keeps; nil for the kernel's own limit.
        var queueLimit: Int?
        /// Whether the event that tells of lost ones is lost too.
        var overflowIsSilent = false
    }

    private struct State {
        var rules = Rules()
        var now: UInt64 = 1_000_000_000
        /// How long the watcher's thread waits now; nil while it does not wait.
        var waiting: UInt64??
        var waits = 0
    }

    private let real = LinuxWatchCalls()
    private let state = Mutex(State())
    /// Readable when the clock was moved.
    private let tick: Int32

    init(_ rules: Rules = Rules()) {
        tick = LinuxWatchCalls().makeWaker()
        precondition(tick >= 0, "no eventfd")
        state.withLock { $0.rules = rules }
    }

    deinit { real.close(tick) }

    func set(_ change: (inout Rules) -> Void) { state.withLock { change(&$0.rules) } }

    /// Moves the clock.
    func advance(_ duration: Duration) {
        state.withLock { $0.now += duration.nanoseconds }
        real.wake(tick)
    }

    /// The time that the thread waits at most, in nanoseconds; `.some(nil)` for ever.
    var waiting: UInt64?? { state.withLock { $0.waiting } }

    /// How often the thread has begun to wait.
    var waits: Int { state.withLock { $0.waits } }

    func makeQueue() -> Int32 { state.withLock { $0.rules.queueFault }.map { -$0 } ?? real.makeQueue() }

    func addWatch(_ queue: Int32, _ directory: Int32, _ mask: UInt32) -> Int32 {
        let isAllowed = state.withLock { state in
            guard let left = state.rules.watchesLeft else { return true }
            state.rules.watchesLeft = max(0, left - 1)
            return left > 0
        }
        return isAllowed ? real.addWatch(queue, directory, mask) : -ENOSPC
    }

    func removeWatch(_ queue: Int32, _ watch: Int32) -> Int32 { real.removeWatch(queue, watch) }
    func pendingBytes(_ queue: Int32) -> Int { real.pendingBytes(queue) }

    func readEvents(_ queue: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = real.readEvents(queue, buffer)
        let rules = state.withLock { $0.rules }
        guard let limit = rules.queueLimit, count > 0 else { return count }
        var (start, events) = (0, 0)
        while start + 16 <= count, events < limit {
            start += 16 + Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            events += 1
        }
        guard start < count else { return count }
        guard !rules.overflowIsSilent else { return start }
        buffer.storeBytes(of: -1, toByteOffset: start, as: Int32.self)
        buffer.storeBytes(of: UInt32(IN_Q_OVERFLOW), toByteOffset: start + 4, as: UInt32.self)
        buffer.storeBytes(of: 0, toByteOffset: start + 8, as: UInt64.self)
        return start + 16
    }

    func makeWaker() -> Int32 { real.makeWaker() }
    func wake(_ waker: Int32) { real.wake(waker) }
    func rest(_ waker: Int32) { real.rest(waker) }
    func close(_ file: Int32) { real.close(file) }
    func now() -> UInt64 { state.withLock { $0.now } }

    func wait(for one: Int32, or other: Int32, nanoseconds: UInt64?) -> Bool {
        // In the middle of an answer nobody could move the clock, so the moment in which the other half of a
        // move is waited for passes by itself.
        if one == other, let nanoseconds, nanoseconds <= 2_000_000 {
            let isReadable = real.wait(for: one, or: other, nanoseconds: nanoseconds)
            if !isReadable { state.withLock { $0.now += nanoseconds } }
            return isReadable
        }
        let end = state.withLock { state -> UInt64? in
            state.waits += 1
            return nanoseconds.map { state.now + $0 }
        }
        defer { state.withLock { $0.waiting = nil } }
        while true {
            let isOver = state.withLock { state -> Bool in
                state.waiting = .some(end.map { $0 > state.now ? $0 - state.now : 0 })
                return end.map { $0 <= state.now } ?? false
            }
            var files = [one, other, tick].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&files, 3, isOver ? 0 : -1)
            if files[2].revents != 0 { real.rest(tick) }
            if isOver || files[0].revents != 0 || files[1].revents != 0 { return files[1].revents != 0 }
        }
    }
}

/// `IN_Q_OVERFLOW` of inotify(7).
private let IN_Q_OVERFLOW = 0x4000
