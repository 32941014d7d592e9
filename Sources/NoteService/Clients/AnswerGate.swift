// SPDX-License-Identifier: MIT
// When the requests of a client are begun, so that what is answered to it never piles up.

internal import Synchronization

/// The gate through which the requests of one client go: closed while the client does not read its answers, and
/// open for few at a time of those whose answers may be large.
final class AnswerGate: Sendable {
    /// How many requests are carried out at a time whose answers may be large.
    static let mostLarge = 4

    private let isCongested: @Sendable () -> Bool
    private let state = Mutex(State())

    private struct State {
        var large = 0
        var isOver = false
        var waiting: [Waiting] = []
    }

    private struct Waiting {
        let isLarge: Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// - Parameter isCongested: Whether the client should read first. When it has, `look()` is to be called.
    init(isCongested: @escaping @Sendable () -> Bool) { self.isCongested = isCongested }

    /// Waits for the turn of a request; to be matched by `leave(isLarge:)`.
    ///
    /// - Returns: False where the client is gone: nobody waits for the answer.
    func enter(isLarge: Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                if state.isOver { return false }
                if mayEnter(isLarge, &state) { return true }
                state.waiting.append(Waiting(isLarge: isLarge, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// A request is answered.
    func leave(isLarge: Bool) {
        guard isLarge else { return }
        state.withLock { $0.large -= 1 }
        look()
    }

    /// Lets those in who may go on now.
    func look() {
        let entering = state.withLock { state -> [Waiting] in
            var (entering, staying): ([Waiting], [Waiting]) = ([], [])
            for waiting in state.waiting {
                if mayEnter(waiting.isLarge, &state) {
                    entering.append(waiting)
                } else {
                    staying.append(waiting)
                }
            }
            state.waiting = staying
            return entering
        }
        for waiting in entering { waiting.continuation.resume(returning: true) }
    }

    /// The client is gone, and so is whoever waits.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for each in waiting { each.continuation.resume(returning: false) }
    }

    private func mayEnter(_ isLarge: Bool, _ state: inout State) -> Bool {
        guard !isCongested(), !isLarge || state.large < Self.mostLarge else { return false }
        if isLarge { state.large += 1 }
        return true
    }
}
