// SPDX-License-Identifier: MIT
// Where one watcher finds what it has to see to: hints, questions, and the wish that it ends.

internal import Synchronization

/// The letter box of one watcher's thread.
final class WatchInbox: Sendable {
    /// A question, answered on the watcher's thread with all that happened before it was asked: with the
    /// index, or with why there is none.
    typealias Question = @Sendable (Result<WatchEngine, FileError>) -> Void

    /// What came in since it was last emptied.
    struct Content {
        var hints: [WatchHint] = []
        /// Whether hints were lost, in the kernel or here.
        var hasOverflowed = false
        var questions: [Question] = []
        var shouldStop = false
    }

    /// How many hints wait here at most; more are as good as an overflow in the kernel.
    static let limit = 1 << 17

    /// Readable while somebody wants the watcher's attention.
    let waker: Int32
    private let content = Mutex(Content())
    private let calls: any WatchCalls

    /// - Throws: `FileError` with code `.tooManyOpenFiles` when there is no descriptor to be had.
    init(for root: NotePath, calls: any WatchCalls) throws(FileError) {
        waker = calls.makeWaker()
        self.calls = calls
        guard waker >= 0 else { throw FileError(.watch, root, call: "eventfd", answer: Int(waker)) }
    }

    deinit { if waker >= 0 { calls.close(waker) } }

    /// Takes a hint in, from whichever thread read it.
    ///
    /// - Returns: Whether it is the first that waits.
    func put(_ hint: WatchHint) -> Bool {
        content.withLock { content in
            let isFirst = content.hints.isEmpty && !content.hasOverflowed
            if content.hints.count == Self.limit {
                content.hints = []
                content.hasOverflowed = true
            }
            if !content.hasOverflowed { content.hints.append(hint) }
            return isFirst
        }
    }

    /// Takes in that hints were lost. Those that wait say nothing that a look at everything would not.
    func putOverflow() {
        content.withLock { content in
            content.hints = []
            content.hasOverflowed = true
        }
    }

    func ask(_ question: @escaping Question) {
        content.withLock { $0.questions.append(question) }
        calls.wake(waker)
    }

    func stop() {
        content.withLock { $0.shouldStop = true }
        calls.wake(waker)
    }

    func wake() { calls.wake(waker) }

    /// Takes the questions, and whether to stop, which stays so. To be called before the hints are read,
    /// so that whatever happened before a question is among these.
    func takeQuestions() -> (questions: [Question], shouldStop: Bool) {
        calls.rest(waker)
        return content.withLock { content in
            defer { content.questions = [] }
            return (content.questions, content.shouldStop)
        }
    }

    func takeHints() -> (hints: [WatchHint], hasOverflowed: Bool) {
        content.withLock { content in
            defer { (content.hints, content.hasOverflowed) = ([], false) }
            return (content.hints, content.hasOverflowed)
        }
    }
}
