// SPDX-License-Identifier: MIT
// What happens to one note, wherever it goes.

internal import Synchronization

/// The news of one note, for one reader: a change is told, a rename is followed.
public final class NoteTrail: AsyncSequence, Sendable {
    /// One piece of news. More may be added; a `switch` needs a `default`.
    public enum Step: Hashable, Sendable {
        /// A file came to the path.
        case created
        /// The file at the path is another one, or its facts moved. Its bytes may be the same.
        case changed
        /// Nothing is at the path any more.
        case removed
        /// The file has another path now, by a rename of its own or of a folder above. Its bytes may be
        /// others too.
        case moved(to: NotePath)
        /// News were lost, since too many waited: anything may have happened at `path`.
        case uncertain
    }

    /// One step after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let trail: NoteTrail

        /// The next step; nil at the end.
        public func next() async -> Step? { await trail.mailbox.next() }

        /// The same; the actor of the caller does not matter.
        public func next(isolation actor: isolated (any Actor)?) async -> Step? {
            await trail.mailbox.next()
        }
    }

    let mailbox = Mailbox<Step>(limit: 64) { .uncertain }
    private let place: Mutex<NotePath>
    private let audience: WatchAudience

    init(_ note: NotePath, audience: WatchAudience) {
        place = Mutex(note)
        self.audience = audience
        audience.add(self)
    }

    deinit { audience.remove(ObjectIdentifier(self), from: path) }

    /// Where the note is now, or was when it was last there, below the root of the watcher.
    public var path: NotePath { place.withLock { $0 } }

    /// The steps from now on. One reader at a time.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(trail: self) }

    /// What waits now, without waiting for more: after `FolderWatcher.barrier()` everything before it.
    public func take() -> [Step] { mailbox.take() }

    /// Ends the sequence.
    public func end() { mailbox.close() }

    func put(_ step: Step) {
        if case .moved(let path) = step { place.withLock { $0 = path } }
        mailbox.put(step)
    }
}
