// SPDX-License-Identifier: MIT
// The one inotify instance of a process, shared by all its watchers.

internal import CNoteLinux
internal import Glibc
internal import Synchronization

/// The queue of hints, and who wants which of them.
///
/// There are few instances (128 for each user is the usual limit), and a folder that two watchers look
/// at costs one watch in one instance. No thread of its own: each watcher's thread waits for the queue,
/// and whichever comes first hands out to all.
package final class WatchHub: Sendable {
    private struct State: ~Copyable {
        var queue: Int32?
        var members = 0
        var listeners: [Int32: [WatchInbox]] = [:]
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

        deinit { buffer.deallocate() }
    }

    /// The hub of this process.
    package static let shared = WatchHub(calls: LinuxWatchCalls())

    let calls: any WatchCalls
    private let state = Mutex(State())

    /// A hub of its own, as tests make it.
    package init(calls: any WatchCalls) { self.calls = calls }

    /// Joins. The queue is made for the first who does.
    ///
    /// - Returns: The queue, which is to be waited for and not read; or the negative error number, and
    ///   nobody has joined.
    func join() -> Int32 {
        state.withLock { state in
            if let queue = state.queue {
                state.members += 1
                return queue
            }
            let queue = calls.makeQueue()
            guard queue >= 0 else { return queue }
            state.queue = queue
            state.members = 1
            return queue
        }
    }

    /// Leaves, with every watch. The last one closes the queue.
    func leave(_ inbox: WatchInbox) {
        state.withLock { state in
            guard let queue = state.queue else { return }
            state.members -= 1
            if state.members == 0 {
                calls.close(queue)
                state.queue = nil
                state.listeners = [:]
                return
            }
            for (watch, inboxes) in state.listeners where inboxes.contains(where: { $0 === inbox }) {
                release(watch, for: inbox, &state)
            }
        }
    }

    /// Watches an open folder for a watcher.
    ///
    /// - Returns: The watch; the same as before where the folder is watched already. Or the negative error
    ///   number.
    func add(_ directory: Int32, for inbox: WatchInbox) -> Int32 {
        state.withLock { state in
            guard let queue = state.queue else { return -EBADF }
            let watch = calls.addWatch(queue, directory, WatchHint.mask)
            guard watch >= 0 else { return watch }
            // Under the lock, so that no hint of a new watch is handed out before it is known whose it is.
            if state.listeners[watch]?.contains(where: { $0 === inbox }) != true {
                state.listeners[watch, default: []].append(inbox)
            }
            return watch
        }
    }

    /// Ends a watch for a watcher.
    func remove(_ watch: Int32, for inbox: WatchInbox) {
        state.withLock { release(watch, for: inbox, &$0) }
    }

    private func release(_ watch: Int32, for inbox: WatchInbox, _ state: inout State) {
        state.listeners[watch]?.removeAll { $0 === inbox }
        guard state.listeners[watch]?.isEmpty == true else { return }
        state.listeners[watch] = nil
        // Fails where the folder is gone, and its watch with it.
        if let queue = state.queue { _ = calls.removeWatch(queue, watch) }
    }

    /// Hands out every hint that is in the queue now: with the return, all that any program did before the
    /// call is in the inboxes, since the kernel queues a hint within the call that caused it.
    func drain(for reader: WatchInbox) {
        state.withLock { state in
            guard let queue = state.queue else { return }
            // How much there is to read. Nobody knows at first, and one call nearly always takes it all.
            var rest: Int?
            while true {
                let count = calls.readEvents(queue, state.buffer)
                if count == -Int(EINTR) { continue }
                guard count > 0 else { return }
                let events = UnsafeRawBufferPointer(rebasing: state.buffer[..<count])
                WatchHint.forEach(in: events) { hand(out: $0, &state.listeners, reader) }
                // The kernel leaves an event in the queue only where it does not fit, and none is larger.
                if count < state.buffer.count - WatchHint.longest { return }
                rest = rest.map { $0 - count } ?? calls.pendingBytes(queue)
                if let rest, rest <= 0 { return }
            }
        }
    }

    private func hand(out hint: WatchHint, _ listeners: inout [Int32: [WatchInbox]], _ reader: WatchInbox) {
        if hint.has(IN_Q_OVERFLOW) {
            var told: Set<ObjectIdentifier> = []
            for inbox in listeners.values.joined() where told.insert(ObjectIdentifier(inbox)).inserted {
                inbox.putOverflow()
                if inbox !== reader { inbox.wake() }
            }
            return
        }
        guard let inboxes = listeners[hint.watch] else { return }
        for inbox in inboxes where inbox.put(hint) && inbox !== reader { inbox.wake() }
        if hint.has(IN_IGNORED) { listeners[hint.watch] = nil }
    }
}
