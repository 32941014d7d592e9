// SPDX-License-Identifier: MIT
// What is answered to each request, and in which order that and everything else is told.

internal import NoteKit

/// The talk of a session with the program that opened it.
///
/// Every request has one answer, in the order of the requests; it says what it answers in `op`. All other
/// lines stand where they belong: changes of the text in front of an answer came before what it speaks of,
/// those behind it afterwards.
struct SessionTalk {
    private let session: NoteSession
    private let updates: SessionUpdates
    private let requests: SessionRequests
    private let output: OutputQueue
    /// The vault, to which paths are told.
    private let vault: NotePath

    /// What the session told and this did not yet.
    private var untold: [SessionUpdate] = []
    private var status = SessionStatus.loading
    private var toldStatus = SessionStatus.loading
    private var revision = 0
    private var isJournalled = true

    init(
        with session: NoteSession, in vault: NotePath, requests: SessionRequests, output: OutputQueue
    ) {
        self.session = session
        self.vault = vault
        self.requests = requests
        self.output = output
        updates = session.updates
    }

    /// Opens the note, answers requests, closes it, and says how that ended.
    mutating func run() async -> ExitCode {
        do throws(SessionError) {
            try await session.open()
        } catch {
            return await fail(error, .usage)
        }
        await begin()
        updates.whenOneWaits { [requests] in requests.putNews() }
        while true {
            switch await requests.next() {
            case .news: await tell()
            case .end: return await close(answering: nil)
            case .request(let request):
                if case .success(.close) = request.operation { return await close(answering: request) }
                await answer(request)
                await tell()
            }
        }
    }

    /// The first lines. Who hears them knows no text yet, so changes of it are not among them.
    private mutating func begin() async {
        var waiting = updates.take()
        let snapshot = await session.snapshot
        waiting += updates.take()
        (status, toldStatus, revision) = (snapshot.status, snapshot.status, snapshot.revision)
        await output.put(SessionLine.status(status, revision, path: shown(snapshot.path)))
        for update in waiting {
            switch update {
            case .change(let change) where change.revision <= snapshot.revision: break
            case .status(_, let revision) where revision <= snapshot.revision: break
            default: untold.append(update)
            }
        }
        await tell()
    }

    // MARK: Answering

    private mutating func answer(_ request: SessionRequest) async {
        do throws(SessionError) {
            switch request.operation {
            case .failure(let refusal): await refuse(request, refusal)
            case .success(.edit(let range, let text, let known)):
                let made = try await session.replace(range, with: text, revision: known)
                await answerStatus(request, at: made)
            case .success(.undo): await answerStatus(request, at: try await session.undo())
            case .success(.redo): await answerStatus(request, at: try await session.redo())
            case .success(.save), .success(.close):
                try await session.save()
                await answerStatus(request)
            case .success(.resolve(let choice, let named)):
                guard let (choice, proposed) = await meaning(of: choice) else {
                    let sentence = "The sides contradict each other: say the merged text."
                    return await refuse(request, .badRequest(sentence))
                }
                try await session.resolve(choice, of: named ?? proposed)
                await answerStatus(request)
            case .success(.text):
                let snapshot = await session.snapshot
                await tell(upTo: snapshot.revision)
                revision = max(revision, snapshot.revision)
                await say(SessionLine.text(snapshot, answering: request))
            }
        } catch {
            await refuse(request, SessionRefusal(error))
        }
    }

    /// Nil where the proposed merge is asked for and something is left to decide. It is one of certain sides.
    private func meaning(of choice: SessionRequest.Choice) async -> (ConflictChoice, of: ConflictToken?)? {
        switch choice {
        case .mine: return (.mine, nil)
        case .theirs: return (.theirs, nil)
        case .both: return (.both, nil)
        case .merged(let text?): return (.merged(text), nil)
        case .merged(nil):
            // Where there is no conflict, the session says so itself; one that begins now is none of these sides.
            guard let conflict = await session.conflict else {
                return (.mine, ConflictToken(mine: nil, theirs: nil))
            }
            guard let merge = conflict.merge, merge.isClean else { return nil }
            do throws(UnreadableText) {
                return (.merged(try NoteText(bytes: merge.bytes).text), conflict.token)
            } catch {
                return nil
            }
        }
    }

    /// - Parameter made: The revision that the request made; nil where it made none.
    private mutating func answerStatus(_ request: SessionRequest, at made: Int? = nil) async {
        await tell(upTo: made, withStatus: false)
        revision = max(revision, made ?? 0)
        toldStatus = status
        await output.put(SessionLine.status(status, revision, answering: request))
    }

    private mutating func refuse(_ request: SessionRequest, _ refusal: SessionRefusal) async {
        await tell()
        await say(SessionLine.error(refusal, revision, answering: request))
    }

    // MARK: Closing

    private mutating func close(answering request: SessionRequest?) async -> ExitCode {
        do throws(SessionError) {
            try await session.close()
        } catch {
            return await fail(error, error.code == .conflict ? .conflict : .notWritten, answering: request)
        }
        if let request {
            await answerStatus(request)
        } else {
            await tell()
        }
        switch status {
        case .unreadable(let message):
            StandardError.write("notekit: \(message)\n")
            return .unreadable
        case .failed(let message):
            StandardError.write("notekit: \(message)\n")
            return .usage
        default: return .fine
        }
    }

    private mutating func fail(
        _ error: SessionError, _ code: ExitCode, answering request: SessionRequest? = nil
    ) async -> ExitCode {
        await tell()
        await say(SessionLine.error(SessionRefusal(error), revision, answering: request))
        StandardError.write("notekit: \(error)\n")
        if code != .usage, isJournalled {
            StandardError.write("notekit: The next session of the note brings the unsaved edits back.\n")
        }
        return code
    }

    // MARK: Telling

    /// Tells what the session told.
    ///
    /// - Parameters:
    ///   - limit: What came after this revision waits; nil for none.
    ///   - withStatus: Whether the last status is told; an answer may say it as well.
    private mutating func tell(upTo limit: Int? = nil, withStatus: Bool = true) async {
        untold += updates.take()
        var count = 0
        while count < untold.count {
            let update = untold[count]
            if let limit, let revision = update.revision, revision > limit { break }
            count += 1
            revision = max(revision, update.revision ?? 0)
            await tell(update)
        }
        untold.removeFirst(count)
        if withStatus { await tellStatus() }
    }

    private mutating func tell(_ update: SessionUpdate) async {
        switch update {
        case .status(let status, _): self.status = status
        case .change(let change): await say(SessionLine.change(change))
        case .conflict(isOver: true): await say(SessionLine.conflict(nil, revision))
        case .conflict(isOver: false): await tellConflict()
        case .recovered(let revision): await say(SessionLine.recovered(revision))
        case .keptBeside(let paths): await say(SessionLine.keptBeside(paths.map(shown), revision))
        case .moved(let path): await say(SessionLine.fact("moved", shown(path), revision))
        case .notJournalled(let reason):
            isJournalled = false
            await say(SessionLine.fact("notJournalled", reason, revision))
        case .journalled: isJournalled = true
        case .lagged:
            let snapshot = await session.snapshot
            (status, revision) = (snapshot.status, max(revision, snapshot.revision))
            await say(SessionLine.lagged(revision))
            await tellConflict()
        }
    }

    /// Tells the conflict as it is now. When it is over by now, that is told later.
    private mutating func tellConflict() async {
        guard let conflict = await session.conflict else { return }
        await say(SessionLine.conflict(conflict, revision))
    }

    private mutating func say(_ line: [UInt8]) async {
        await tellStatus()
        await output.put(line)
    }

    /// Tells the status, if the last line with one said another.
    private mutating func tellStatus() async {
        guard status != toldStatus else { return }
        toldStatus = status
        await output.put(SessionLine.status(status, revision))
    }

    /// A path as it is told: below the vault, where it is there.
    private func shown(_ path: NotePath) -> String {
        let top = vault.bytes.last == UInt8(ascii: "/") ? vault.bytes : vault.bytes + [UInt8(ascii: "/")]
        guard path.bytes.starts(with: top) else { return path.description }
        return NotePath(bytes: Array(path.bytes.dropFirst(top.count))).description
    }
}

extension SessionUpdate {
    /// The revision of the text at which it came; nil where it does not say.
    fileprivate var revision: Int? {
        switch self {
        case .status(_, let revision), .recovered(let revision): revision
        case .change(let change): change.revision
        case .conflict, .keptBeside, .moved, .notJournalled, .journalled, .lagged: nil
        }
    }
}
