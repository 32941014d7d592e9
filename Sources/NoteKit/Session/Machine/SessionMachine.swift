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
    /// Why the disk refused the last time.
    var failure: FileError?
    /// Whether the file may have changed since it was last read.
    var mustLook = false
    /// The revision that is to be written without waiting for the pause.
    var wanted: Int?
    var isClosing = false
    /// Set when closing has tried what it could.
    var hasGivenUp = false
    /// A choice that waits for the work before it.
    var choice: ConflictChoice?

    let timing: SessionTiming
    var firstUnsaved: Duration?
    var lastEdit: Duration?
    var retryAt: Duration?
    var failures = 0
    /// How many saves in a row met another program's.
    var contests = 0
    /// When a file that was not there is looked for again.
    var absenceAt: Duration?

    var log = RevisionLog()
    var undoLog = UndoLog()
    /// How many edits the journal holds; nil where it has not begun.
    var journalCount: Int?
    var journalBytes = 0

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
        /// This text is being written, after so many edits of the journal.
        case writing(NoteText, revision: Int, journalCount: Int?)
        case puttingAside(ConflictChoice, revision: Int)
    }

    init(path: NotePath, timing: SessionTiming = SessionTiming()) {
        self.path = path
        self.timing = timing
        work = .reading
    }

    /// Whether the text holds something that the file does not.
    var isDirty: Bool { revision != savedRevision }

    /// Whether nothing is being done and nothing was asked for.
    var isSettled: Bool { work == nil && !mustLook && wanted == nil && choice == nil && absenceAt == nil }

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

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: The time, from any fixed point on.
    /// - Returns: What is to be done, in this order.
    /// - Throws: `SessionError`; nothing has changed then.
    mutating func handle(_ event: SessionEvent, at now: Duration) throws(SessionError) -> [SessionEffect] {
        switch event {
        case .edit(let range, let utf8, let known, let client):
            try edit(range, with: utf8, on: known, by: client, at: now)
        case .setText(let utf8, let known, let client): try setText(utf8, on: known, by: client, at: now)
        case .undo(let client): try undo(by: client, at: now)
        case .redo(let client): try redo(by: client, at: now)
        case .save:
            try requireOpen()
            wanted = revision
        case .resolve(let choice):
            try requireOpen()
            guard case .conflict = phase else {
                throw SessionError(.noConflict, "There is no conflict to resolve.")
            }
            self.choice = choice
        case .close: isClosing = true
        case .opened(let found, let recovered): open(found, recovered, at: now)
        case .hint: mustLook = true
        case .moved(let path):
            self.path = path
            mustLook = true
            effects.append(.tell(.moved(path)))
        case .tick: lookAgainIfDue(at: now)
        case .found(let found): take(found, at: now)
        case .notRead(let error): readingFailed(error, at: now)
        case .written(let outcome): writingEnded(outcome, at: now)
        case .notWritten(let error): writingFailed(error, at: now)
        case .putAside: putAsideEnded(at: now)
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
        if mustLook || isRetryOfReadingDue(at: now) {
            mustLook = false
            work = .reading
            effects.append(.read)
            return
        }
        if choice != nil {
            putAside()
            if work != nil { return }
        }
        // Whether the file is gone or only being replaced is not known yet.
        if absenceAt != nil { return }
        if phase == .open, isDirty, !hasGivenUp {
            if wanted != nil || isClosing || now >= dueAt { return write() }
        } else {
            wanted = nil
        }
        if isClosing { end() }
    }

    private mutating func end() {
        if !isDirty, phase != .loading { journal(.discard) }
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
