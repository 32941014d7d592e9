// SPDX-License-Identifier: MIT
// The batches of a watcher for one reader.

/// What a watcher tells, as a sequence for one reader. Ends when the watcher does or the task is cancelled.
public final class FolderBatches: AsyncSequence, Sendable {
    /// One batch after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let batches: FolderBatches

        /// The next batch; nil at the end.
        public func next() async -> FolderBatch? { await batches.mailbox.next() }

        /// The same; the actor of the caller does not matter.
        public func next(isolation actor: isolated (any Actor)?) async -> FolderBatch? {
            await batches.mailbox.next()
        }
    }

    let mailbox: Mailbox<FolderBatch>
    private let audience: WatchAudience
    private let number: Int

    init(limit: Int, audience: WatchAudience) {
        mailbox = Mailbox(limit: limit) { [weak audience] in
            FolderBatch(changes: [], degraded: audience?.degraded ?? [], isComplete: false)
        }
        self.audience = audience
        number = audience.add(mailbox)
    }

    deinit { audience.remove(number) }

    /// The batches from now on. One reader at a time.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches: self) }

    /// Has something called whenever a batch waits, and at the end: for a reader that takes what waits.
    package func whenOneWaits(_ call: @escaping @Sendable () -> Void) { mailbox.whenOneWaits(call) }

    /// What waits now, without waiting for more.
    public func take() -> [FolderBatch] { mailbox.take() }
}
