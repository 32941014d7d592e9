// SPDX-License-Identifier: MIT
// What an open note remembers, and which event leads to what. Pure: no disk, no clock, no waiting.

/// The state of one open note.
///
/// `handle` takes an event and answers what is to be done for it. It keeps these rules:
/// - a write is only ever ordered with the base that the file is believed to hold, so that whoever carries
///   it out can refuse it;
/// - between another program's change under unsaved edits and its resolution, no write is ordered;
/// - what a choice drops was put aside before;
/// - one piece of work runs at a time, so that an answer always belongs to the order before it.
struct SessionMachine: Sendable {
    /// Where the note is, for sentences.
    var path: NotePath
    /// The text that clients see.
    var text = NoteText()
    /// What the file held when it was last read or written.
    var base = FoundNote.absent
    /// Counts the changes of the text.
    var revision = 0
    var phase = Phase.loading
    /// The work that was ordered and is not answered.
    var work: Work?

    /// The revision that the file holds; -1 where it holds none of them.
    var savedRevision = 0
    /// Whether anything was written since another program's text was taken over.
    var hasSaved = false
    /// Whether the file may have changed since it was last read.
    var mustLook = false
    /// Whether the last work was a look, so that what else is due comes before the next one: a file that is
    /// touched all the time is saved all the same.
    var hasJustLooked = false
    /// The revision that is to be written without waiting for the pause.
    var wanted: Int?
    var closing = Closing.notAsked
    /// A choice that waits for the work before it.
    var choice: ConflictChoice?
    /// A whole text that waits for the work before it.
    var put: Put?
    /// Whether edits are in the journal before they are answered. While they are not, the file is the only safe
    /// place, and they are saved at once.
    var isJournalled = true

    /// Why the file could not be read the last time.
    var readTrouble: Trouble?
    /// Why the text could not be written the last time.
    var writeTrouble: Trouble?
    /// Why the last choice could not be carried out.
    var choiceFailure: FileError?
    /// A text of which the disk does not say whether it is in the file now.
    var unsettled: Written?
    /// How many saves in a row met another program's.
    var contests = 0

    let timing: SessionTiming
    /// When the first and the last edit were made that no write has been ordered for; nil where there are
    /// none.
    var typing: (first: Duration, last: Duration)?
    /// When the note comes to rest, if nothing is typed until then; nil where it did.
    var restsAt: Duration?
    /// When a file that was not there is looked for again.
    var absenceAt: Duration?

    var log = RevisionLog()
    /// What clients see that made their last edit on a revision that they named.
    var views: [SessionClient: ClientView] = [:]
    var undoLog = UndoLog()
    /// What the journal holds; nil where it has not begun.
    var journalSize: JournalSize?

    var toldStatus = SessionStatus.loading
    var effects: [SessionEffect] = []

    enum Phase: Hashable, Sendable {
        case loading
        case open
        /// The file holds something else than the base, and the text does too.
        case conflict(theirs: FoundNote)
        case unreadable(UnreadableText)
        case closed
    }

    enum Work: Hashable, Sendable {
        case reading
        case writing(Written)
        case putting(Put)
        case puttingAside(ConflictChoice, revision: Int)
    }

    enum Closing: Hashable, Sendable {
        case notAsked
        case asked
        /// It was asked for, and the text cannot be written.
        case givenUp
    }

    /// A text that goes to the file.
    struct Written: Hashable, Sendable {
        let text: NoteText
        let revision: Int
        /// How many edits the journal held with it; nil where it had not begun.
        let journalCount: Int?
    }

    struct JournalSize: Hashable, Sendable {
        var count = 0
        var bytes = 0
    }

    init(path: NotePath, timing: SessionTiming = SessionTiming()) {
        self.path = path
        self.timing = timing
        work = .reading
    }

    /// Whether the text holds something that the file does not.
    var isDirty: Bool { revision != savedRevision }

    var isClosing: Bool { closing != .notAsked }

    /// Whether nothing is being done and nothing was asked for.
    var isSettled: Bool {
        work == nil && !mustLook && wanted == nil && choice == nil && put == nil && absenceAt == nil
    }

    /// What stands in the way at present.
    var failure: FileError? {
        if case .conflict = phase, let choiceFailure { return choiceFailure }
        return readTrouble?.error ?? (isDirty ? writeTrouble?.error : nil)
    }

    var status: SessionStatus {
        switch phase {
        case .loading: failure.map { .failed($0.description) } ?? .loading
        case .closed: toldStatus
        case .unreadable(let reason): .unreadable(reason.description)
        case .conflict: .changedElsewhere
        case .open:
            if let failure {
                .failed(failure.description)
            } else if isDirty {
                .editing
            } else if base == .absent {
                .missing
            } else {
                hasSaved ? .saved : .ready
            }
        }
    }

    /// Takes an event. An answer to work that was not ordered changes nothing.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: The time, from any fixed point on.
    /// - Returns: What is to be done, in this order.
    /// - Throws: `SessionError`, for what a client asks; text and revision are as they were.
    mutating func handle(_ event: SessionEvent, at now: Duration) throws(SessionError) -> [SessionEffect] {
        switch event {
        case .edit(let range, let utf8, let known, let client):
            try edit(range, with: utf8, on: known, by: client, at: now)
        case .edits(let edits, let known, let client): try edit(edits, on: known, by: client, at: now)
        case .editsOnTop(let edits, let known, let client):
            try edit(edits, on: known, isOnTop: true, by: client, at: now)
        case .left(let client): views[client] = nil
        case .setText(let utf8, let known, let client): try setText(utf8, on: known, by: client, at: now)
        case .undo(let client): try undo(by: client, at: now)
        case .redo(let client): try redo(by: client, at: now)
        case .save:
            try requireOpen()
            wanted = revision
        case .resolve(let choice): try resolve(choice)
        case .put(let put): try self.put(put)
        case .journalled(let isJournalled): self.isJournalled = isJournalled
        case .close: if closing == .notAsked { closing = .asked }
        case .hint: mustLook = true
        case .moved(let path) where phase != .closed:
            self.path = path
            mustLook = true
            effects.append(.tell(.moved(path)))
        case .moved, .tick: break
        case .opened(let found, let recovered): if endReading() { open(found, recovered, at: now) }
        case .found(let found): if endReading() { take(found, at: now) }
        case .notRead(let error): if endReading() { readingFailed(error, at: now) }
        case .written(let outcome): writingEnded(outcome, at: now)
        case .notWritten(let error): writingFailed(error, at: now)
        case .putAside: putAsideEnded()
        case .notPutAside(let error): puttingAsideFailed(error)
        }
        proceed(at: now)
        tellStatus()
        defer { effects = [] }
        return effects
    }

    func requireOpen() throws(SessionError) {
        switch phase {
        case .open, .conflict:
            if isClosing { throw SessionError(.notOpen, "The note is being closed.") }
        case .loading, .closed: throw SessionError(.notOpen, "The note is not open.")
        case .unreadable(let reason): throw SessionError(.unreadable, "\(reason) It is never rewritten.")
        }
    }

    /// Orders the next piece of work, if it is time for one.
    private mutating func proceed(at now: Duration) {
        guard work == nil, phase != .closed else { return }
        let mustWrite = isWriteDue(at: now)
        let isInTheWay = hasJustLooked && (mustWrite || choice != nil || put != nil || isClosing)
        if isAbsenceDue(at: now) || (mustLook || isReadingDue(at: now)) && !isInTheWay {
            mustLook = false
            hasJustLooked = true
            work = .reading
            effects.append(.read)
            return
        }
        hasJustLooked = false
        if let choice, case .conflict(let theirs) = phase { return putAside(theirs, for: choice) }
        choice = nil
        if let put { write(put) }
        if work != nil { return }
        if mustWrite { return write() }
        // Whether the file is gone or only being replaced is not known yet.
        if absenceAt != nil { return }
        wanted = nil
        if isClosing { return end() }
        if isRestDue(at: now) { rest() }
    }

    private mutating func end() {
        if !isDirty { journal(.discard) }
        tellStatus()
        phase = .closed
        effects.append(.end)
    }

    private mutating func tellStatus() {
        let status = status
        guard status != toldStatus else { return }
        toldStatus = status
        effects.append(.tell(.status))
    }
}
