// SPDX-License-Identifier: MIT
// A folder of notes that tells what changes in it.

internal import Glibc
internal import Synchronization

/// Watches a folder and everything below it, as `FolderScan` would list it.
///
/// inotify(7) only says where to look; what is there is decided by looking, and compared with what was
/// there before. So lost, merged and late hints, folders that were made and filled before they could be
/// watched, moved folders and a replaced root all end in the right list. Writes nothing.
///
/// A note that was written by a rename, an exchange, or in place is one `changed`. Its facts moved: the
/// bytes may be the same, as after a touch. A file that comes and goes within the settling time is never
/// told. A renamed note, and each note below a renamed folder, is one `moved`; its bytes may be others
/// too. A path that leads to a file before and after is `changed`, wherever its old file went.
///
/// Where inotify does not serve, as past a limit or on a network, the watcher looks from time to time
/// and says so in `degraded`. What cannot be looked at is not told as removed.
///
/// What a symbolic link leads to outside of the root is looked at with every batch and every `barrier()`;
/// by itself it wakes the watcher only where it is a folder. What a program stores through a mapping is
/// seen when it closes the file.
///
/// ```swift
/// let watcher = FolderWatcher(of: NotePath("/home/ada/notes"))
/// let batches = watcher.batches()
/// async let work: Void = watcher.run()
/// for await batch in batches { print(batch.changes) }
/// try await work
/// ```
public final class FolderWatcher: Sendable {
    private enum Phase {
        case new
        case running(WatchInbox)
        case ended(FileError)
    }

    private struct State {
        var phase = Phase.new
        /// Asked before it ran.
        var questions: [WatchInbox.Question] = []
    }

    /// The folder as the caller named it.
    public let root: NotePath
    private let settings: WatchSettings
    private let hub: WatchHub
    private let calls: any FileCalls
    private let audience = WatchAudience()
    private let state = Mutex(State())

    /// Prepares a watcher. Nothing is looked at before `run()`.
    ///
    /// - Parameters:
    ///   - root: A folder, or a link to one.
    ///   - isRecursive: Whether folders in it are watched too.
    ///   - matches: Whether to list a file of a name, given as bytes that are valid during the call. Called
    ///     from several threads.
    ///   - settling: How long nothing must have happened to a note before it is told. Under constant fire a
    ///     note is told after ten times as long.
    ///   - polling: How often to look where inotify does not serve. Where a look takes long, less often.
    public convenience init(
        of root: NotePath, isRecursive: Bool = true,
        matching matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in true },
        settling: Duration = .milliseconds(50), polling: Duration = .seconds(2)
    ) {
        self.init(
            of: root, isRecursive: isRecursive, matching: matches, settling: settling, polling: polling,
            hub: .shared, calls: LinuxCalls())
    }

    /// The same through other calls, as tests do.
    package init(
        of root: NotePath, isRecursive: Bool = true,
        matching matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in true },
        settling: Duration = .milliseconds(50), polling: Duration = .seconds(2), hub: WatchHub,
        calls: any FileCalls = LinuxCalls()
    ) {
        self.root = root
        settings = WatchSettings(
            root: root, isRecursive: isRecursive, matches: matches, settling: settling.nanoseconds,
            polling: max(1_000_000, polling.nanoseconds))
        self.hub = hub
        self.calls = calls
    }

    /// Watches until its task is cancelled. Blocks no thread of Swift's; it has one of its own, which is
    /// joined before it returns.
    ///
    /// System calls: `inotify_init1(2)`, `inotify_add_watch(2)`, `read(2)`, `ppoll(2)`, `eventfd(2)`,
    /// `fstatfs(2)`, and those of `FolderScan`. One inotify instance serves all watchers of a process.
    ///
    /// - Throws: `FileError` when the root cannot be listed at the start.
    /// - Precondition: It does not run yet.
    public func run() async throws {
        let inbox = try prepare()
        let thread = Mutex<pthread_t?>(nil)
        let outcome: Result<Void, FileError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let started = Workers.start { [self] in
                    continuation.resume(returning: work(inbox))
                }
                thread.withLock { $0 = started }
                if started == nil {
                    let error = FileError(.watch, root, call: "clone", answer: -Int(EAGAIN))
                    finish(with: error)
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            inbox.stop()
        }
        if let thread = thread.withLock({ $0 }) { pthread_join(thread, nil) }
        try outcome.get()
    }

    /// Watches on the calling thread until `stop()`.
    ///
    /// - Parameters:
    ///   - ready: Told once, when everything is watched and listed, with how many notes and folders.
    ///   - handle: Told each batch.
    package func runHere(
        ready: @escaping (_ notes: Int, _ folders: Int, _ degraded: [WatchDegradation]) -> Void,
        handle: @escaping (FolderBatch) -> Void
    ) throws(FileError) {
        let inbox = try prepare()
        let outcome = work(
            inbox, ready: { ready($0.index.noteCount, $0.index.folderCount, $0.degradations()) },
            deliver: handle)
        switch outcome {
        case .success: break
        case .failure(let error): throw error
        }
    }

    /// Ends a run, from any thread.
    package func stop() {
        let inbox = state.withLock { state -> WatchInbox? in
            if case .running(let inbox) = state.phase { return inbox }
            return nil
        }
        inbox?.stop()
    }

    /// Runs on a thread of its own until `stop()`; whoever starts it joins it. Where it cannot run, all that
    /// is asked of it is answered with the error.
    func start() -> pthread_t? {
        do throws(FileError) {
            let inbox = try prepare()
            let thread = Workers.start { [self] in _ = work(inbox) }
            if thread == nil { finish(with: FileError(.watch, root, call: "clone", answer: -Int(EAGAIN))) }
            return thread
        } catch {
            finish(with: error)
            return nil
        }
    }

    /// Whether a run is over, or could not begin.
    var hasEnded: Bool {
        state.withLock { state in
            if case .ended = state.phase { return true }
            return false
        }
    }

    private func prepare() throws(FileError) -> WatchInbox {
        let inbox = try WatchInbox(for: root, calls: hub.calls)
        let questions = state.withLock { state in
            if case .running = state.phase { preconditionFailure("a watcher runs once at a time") }
            state.phase = .running(inbox)
            defer { state.questions = [] }
            return state.questions
        }
        audience.begin()
        for question in questions { inbox.ask(question) }
        return inbox
    }

    private func work(_ inbox: WatchInbox) -> Result<Void, FileError> {
        work(inbox) { [audience] engine in
            let degraded = engine.degradations()
            if !degraded.isEmpty { audience.tell(FolderBatch(changes: [], degraded: degraded)) }
        } deliver: { [audience] batch in
            audience.tell(batch)
        }
    }

    private func work(
        _ inbox: WatchInbox, ready: (WatchEngine) -> Void, deliver: @escaping (FolderBatch) -> Void
    ) -> Result<Void, FileError> {
        do throws(FileError) {
            let engine = try WatchEngine(settings, hub: hub, inbox: inbox, calls: calls, deliver: deliver)
            ready(engine)
            engine.run()
            engine.leave()
            finish(with: Self.ended(root))
            return .success(())
        } catch {
            finish(with: error)
            return .failure(error)
        }
    }

    /// The answer to whoever asks after the end.
    static func ended(_ root: NotePath) -> FileError {
        FileError(.watch, root, call: "poll", code: .other, because: "the watch has ended")
    }

    private func finish(with error: FileError) {
        let inbox = state.withLock { state -> WatchInbox? in
            defer { state.phase = .ended(error) }
            if case .running(let inbox) = state.phase { return inbox }
            return nil
        }
        audience.end()
        for question in inbox?.takeQuestions().questions ?? [] { question(.failure(error)) }
    }
}

extension FolderWatcher {
    /// The batches from now on, for one reader.
    ///
    /// - Parameter limit: How many wait at most. More are replaced by one that is not complete.
    public func batches(limit: Int = 64) -> FolderBatches { FolderBatches(limit: limit, audience: audience) }

    /// The news of one note from now on, for one reader. A rename of the note, or of a folder above it, is
    /// followed. The note need not be there yet.
    ///
    /// - Parameter note: Its path below the root.
    public func follow(_ note: NotePath) -> NoteTrail { NoteTrail(note, audience: audience) }

    /// In what the watcher is hindered now; empty when all is well.
    public var degraded: [WatchDegradation] { audience.degraded }

    /// Returns when everything that happened on the disk before the call is in the list, and told.
    ///
    /// The kernel queues its hints within the call that causes them, so the queue is emptied and what it
    /// points at is looked at; what cannot be watched is looked at as a whole. Leaves nothing on the disk.
    ///
    /// - Throws: `FileError` when the watcher has ended, or could not start.
    public func barrier() async throws(FileError) { try await ask { _ in } }

    /// A note as it is now: all that happened before the call is in the answer.
    ///
    /// - Parameter path: Its path below the root.
    /// - Throws: `FileError` when the watcher has ended, or could not start.
    public func note(at path: NotePath) async throws(FileError) -> WatchedNote? {
        try await ask { $0.index.note(at: path) }
    }

    /// All notes as they are now, ordered by path: all that happened before the call is in the answer.
    ///
    /// - Throws: `FileError` when the watcher has ended, or could not start.
    public func notes() async throws(FileError) -> [WatchedNote] { try await ask { $0.index.notes() } }

    /// How many notes there are now: all that happened before the call is in the answer. Costs the same however many
    /// there are.
    ///
    /// - Throws: `FileError` when the watcher has ended, or could not start.
    public func noteCount() async throws(FileError) -> Int { try await ask { $0.index.noteCount } }

    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (WatchEngine) -> Answer
    ) async throws(FileError) -> Answer {
        let answer: Result<Answer, FileError> = await withCheckedContinuation { continuation in
            put { engine in continuation.resume(returning: engine.map(question)) }
        }
        return try answer.get()
    }

    private func put(_ question: @escaping WatchInbox.Question) {
        let ended = state.withLock { state -> FileError? in
            switch state.phase {
            case .new: state.questions.append(question)
            // Under the lock, so that the end, which takes it too, answers the question.
            case .running(let inbox): inbox.ask(question)
            case .ended(let error): return error
            }
            return nil
        }
        if let ended { question(.failure(ended)) }
    }
}
