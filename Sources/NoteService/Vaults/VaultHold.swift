// SPDX-License-Identifier: MIT
// How a program writes files of notes itself without running into what others are typing in them.

internal import NoteKit
internal import Synchronization

/// The open notes of one file or folder, held still for one client until it is done.
///
/// What was typed in them is in their files when the hold begins, and edits wait until it ends: when the client lets
/// go, is gone, or took too long. So a client that stands still delays others, and hinders nobody for good: neither
/// does a disk that does not take the edits, nor another hold that has to end before.
final class VaultHold: Sendable {
    /// How long a hold waits for others at most, and then how long edits wait for it at most. What is typed after it
    /// meets what the client writes as an outside change.
    static let longest = Duration.seconds(10)

    /// A note that is not to be written: it has edits that could not be saved.
    struct Unsaved: Sendable {
        /// The note, from the root.
        let note: NotePath
        let error: SessionError

        var code: ProtocolError.Code {
            error.cause?.code == .busy ? .busy : ProtocolError(error).code
        }
    }

    /// What is held still.
    struct Notes: Sendable {
        let count: Int
        /// What could not be saved, by path.
        let unsaved: [Unsaved]
    }

    private typealias Answer = Result<Notes, ProtocolError>

    private let path: NotePath
    private let gates: EditGates
    private let clock: any Clock<Duration>
    private let vaults: @Sendable () -> [ServedVault]
    private let whenOver: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        /// Nil before it was asked for.
        var closing: EditGates.Closing?
        var alarm: Task<Void, Never>?
        /// Who waits until the notes stand still.
        var asker: CheckedContinuation<Answer, Never>?
        /// Why it is being ended; nil while it is not.
        var refusal: ProtocolError?
        /// Whether edits go through again.
        var isOver = false
        /// Those who wait until they do.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// A hold that holds nothing yet.
    ///
    /// - Parameters:
    ///   - path: A file or a folder, from the root. It is compared and not looked at.
    ///   - gates: Those of the edits of all open notes.
    ///   - clock: For the longest time.
    ///   - whenOver: Called once, when edits go through again.
    ///   - vaults: The vaults that are open.
    init(
        of path: NotePath, behind gates: EditGates, clock: any Clock<Duration>,
        whenOver: @escaping @Sendable () -> Void = {}, in vaults: @escaping @Sendable () -> [ServedVault]
    ) {
        self.path = path
        self.gates = gates
        self.clock = clock
        self.vaults = vaults
        self.whenOver = whenOver
    }

    /// Holds back the edits of the notes at the path, or below it, and saves what was typed in them before. Notes that
    /// are opened later are held, too.
    ///
    /// - Throws: `ProtocolError`, and nothing is held: `.busy` where it took too long, or why it was ended before.
    func take() async throws(ProtocolError) -> Notes {
        // First of all: whatever stands still from here on, it rings.
        setAlarm()
        let answer = await withCheckedContinuation { asker in
            let begun = state.withLock { state -> Result<EditGates.Closing, ProtocolError> in
                if let refusal = state.refusal { return .failure(refusal) }
                let closing = gates.close(.below(path))
                (state.closing, state.asker) = (closing, asker)
                return .success(closing)
            }
            switch begun {
            case .success(let closing):
                Task(executorPreference: TaskLanes.shared) { await self.take(closing) }
            case .failure(let refusal): asker.resume(returning: .failure(refusal))
            }
        }
        return try answer.get()
    }

    /// Has the notes take in what happened to their files, and lets edits through then: at the latest when the longest
    /// time is over. Returns at once. Whoever waits for the notes to stand still is refused.
    ///
    /// - Returns: Whether they were held still until now.
    @discardableResult
    func end(_ refusal: ProtocolError? = nil) -> Bool {
        let refusal = refusal ?? tookTooLong
        let (isFirst, closing) = state.withLock { state in
            defer { state.refusal = state.refusal ?? refusal }
            return (state.refusal == nil, state.closing)
        }
        guard isFirst else { return false }
        answer(.failure(refusal))
        Task(executorPreference: TaskLanes.shared) {
            if let closing { await self.look(self.gates.gates(of: closing)) }
            self.open()
        }
        return true
    }

    /// Ends it, and returns when edits go through.
    ///
    /// - Returns: Whether the notes were held still until now.
    func release() async -> Bool {
        let wasHeld = end()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
        return wasHeld
    }

    private var tookTooLong: ProtocolError {
        ProtocolError(
            .busy,
            "The open notes at '\(path)' do not stand still: another program holds them, or their disk does "
                + "not take what was typed.")
    }

    // MARK: Steps

    private func take(_ closing: EditGates.Closing) async {
        let answer = await settle(closing)
        self.answer(answer)
        if case .failure = answer { open() }
    }

    /// Waits for its turn, and saves.
    private func settle(_ closing: EditGates.Closing) async -> Answer {
        guard await gates.isClosed(closing) else { return .failure(tookTooLong) }
        // From now on edits wait for it.
        setAlarm()
        let held = gates.gates(of: closing)
        return await withTaskGroup(of: Result<[Unsaved], ProtocolError>.self) { group in
            for vault in vaults() { group.addTask { await Self.save(in: vault, behind: held) } }
            var unsaved: [Unsaved] = []
            for await saved in group {
                switch saved {
                case .success(let problems): unsaved += problems
                case .failure(let error): return .failure(error)
                }
            }
            return .success(Notes(count: held.count, unsaved: unsaved.sorted { $0.note < $1.note }))
        }
    }

    private static func save(
        in vault: ServedVault, behind gates: Set<Int>
    ) async -> Result<[Unsaved], ProtocolError> {
        let saved = await vault.notes.save(behind: gates)
        guard !saved.isEmpty else { return .success([]) }
        do throws(ProtocolError) {
            // A save puts another file in the place of the note, and the watcher has to know that one: else it takes
            // a rename of it for a deletion.
            try await vault.settle()
        } catch {
            return .failure(error)
        }
        return .success(
            saved.compactMap { note, error in
                error.map { Unsaved(note: vault.path.appending(note), error: $0) }
            })
    }

    private func look(_ gates: Set<Int>) async {
        await withTaskGroup(of: Void.self) { group in
            for vault in vaults() { group.addTask { await vault.notes.look(behind: gates) } }
        }
    }

    private func answer(_ answer: Answer) {
        let asker = state.withLock { state in
            defer { state.asker = nil }
            return state.asker
        }
        asker?.resume(returning: answer)
    }

    /// Opens the gates when the longest time is over, whoever is waiting for whatever.
    private func setAlarm() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.alarm?.cancel()
            state.alarm = Task(executorPreference: TaskLanes.shared) { [clock] in
                do {
                    try await clock.sleep(for: Self.longest)
                } catch {
                    return
                }
                self.open()
            }
        }
    }

    /// Lets edits through.
    private func open() {
        let before = state.withLock { state in
            defer {
                (state.refusal, state.isOver) = (state.refusal ?? tookTooLong, true)
                (state.alarm, state.waiting) = (nil, [])
            }
            return state
        }
        guard !before.isOver else { return }
        before.alarm?.cancel()
        answer(.failure(tookTooLong))
        let opened = before.closing.map { gates.open($0) } ?? []
        for continuation in before.waiting { continuation.resume() }
        whenOver()
        // Where nobody has looked before that.
        if before.refusal == nil { Task(executorPreference: TaskLanes.shared) { await self.look(opened) } }
    }
}
