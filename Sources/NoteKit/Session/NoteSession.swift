// SPDX-License-Identifier: MIT
// One note held open among programs that know nothing of each other: the handle that embedders use.

internal import Synchronization

/// One open note: edited in memory, saved a moment later, never over what somebody else wrote.
///
/// ```swift
/// let session = NoteSession(at: NotePath("journal/may.md"))
/// try await session.open()
/// try await session.replace(0..<0, with: "# May\n")
/// try await session.close()
/// ```
///
/// A handle on a file that this process has open once, however many handles there are and however their
/// paths are spelled. It may be used from any task or actor. The work is done by an actor of the file, so
/// that an app on the main actor awaits only its own edits, and a daemon with a thousand notes holds up none
/// for another; a view keeps its own copy of the text and applies `updates`.
///
/// Edits are journalled outside of the vault before they are answered, and saved when nothing was typed for
/// a moment. A change by another program, with nothing unsaved, is shown as the smallest edits. Under
/// unsaved edits it becomes a conflict: nothing is written until `resolve(_:of:)`.
///
/// After a crash: the file holds the old bytes or the new, whole, and the next `open()` brings the
/// journalled edits back, as a conflict when the file moved on.
public final class NoteSession: Sendable {
    /// The path as it was given. See `SessionSnapshot.path` for where the note is now.
    public let path: NotePath
    private let options: SessionOptions
    private let client = SessionClient()
    private let audience = Audience()
    private let attached = Mutex<SessionCore?>(nil)

    /// A session of a file. Touches nothing until `open()`.
    ///
    /// - Parameters:
    ///   - path: Any path to the note; it need not be there yet, its folder must.
    ///   - options: How to work, where this handle is the first on the file.
    public init(at path: NotePath, options: SessionOptions = SessionOptions()) {
        self.path = path
        self.options = options
    }

    /// The same for a path in UTF-8.
    public convenience init(path: String, options: SessionOptions = SessionOptions()) {
        self.init(at: NotePath(path), options: options)
    }

    deinit {
        audience.end()
        guard let core = attached.withLock({ $0 }) else { return }
        Task(executorPreference: options.tasks) { [client] in
            await core.leave(client)
            await SessionRegistry.shared.forget(core)
        }
    }

    /// Reads the note, and from then on follows what happens to it. Opening twice is opening once.
    ///
    /// A file that is not there opens as an empty note with the status `missing`; one that is not UTF-8
    /// opens as `unreadable` and takes no edits.
    ///
    /// Cleans up what a killed save left beside the note (`NoteDisk.recover(beside:)`), and takes back the
    /// unsaved edits that a killed process journalled.
    ///
    /// - Throws: `SessionError` with code `.notRead`: the file or its folder cannot be read.
    public func open() async throws(SessionError) {
        if attached.withLock({ $0 }) != nil { return }
        let (path, calls) = (path, options.calls)
        let place = await options.lanes.run { () -> Result<SessionPlace, FileError> in
            do throws(FileError) {
                return .success(try SessionPlace(of: path, calls: calls))
            } catch {
                return .failure(error)
            }
        }
        let core: SessionCore
        switch place {
        case .success(let place): core = await SessionRegistry.shared.core(at: place, options: options)
        case .failure(let error): throw SessionError(.notRead, error.description, cause: error)
        }
        await core.join(client, audience)
        await core.open()
        if let problem = await core.openingProblem {
            await core.leave(client)
            await SessionRegistry.shared.forget(core)
            throw problem
        }
        let isFirst = attached.withLock { attached in
            guard attached == nil else { return false }
            attached = core
            return true
        }
        // Two tasks opened this handle at once, and it needs the session once.
        if !isFirst { await SessionRegistry.shared.forget(core) }
    }

    /// Saves what is pending, and lets go of the note. The last handle on a file closes it.
    ///
    /// - Throws: `SessionError`: `.conflict` or `.notWritten`. The note is closed all the same; what is
    ///   unsaved stays in the journal, and the next `open()` brings it back.
    public func close() async throws(SessionError) {
        let core = attached.withLock { core in
            defer { core = nil }
            return core
        }
        guard let core else { return }
        do throws(SessionError) {
            try await SessionRegistry.shared.letGo(of: core)
        } catch {
            await leave(core)
            throw error
        }
        await leave(core)
    }

    /// Who listens hears how the closing ended, and nothing after that.
    private func leave(_ core: SessionCore) async {
        await core.leave(client)
        audience.end()
    }

    private var core: SessionCore {
        get throws(SessionError) {
            guard let core = attached.withLock({ $0 }) else {
                throw SessionError(.notOpen, "'\(path)' is not open.")
            }
            return core
        }
    }
}

// MARK: What it holds

extension NoteSession {
    /// The text, its revision and its status, all of one moment. `loading` where it is not open.
    public var snapshot: SessionSnapshot {
        get async {
            guard let core = attached.withLock({ $0 }) else {
                return SessionSnapshot(
                    text: NoteText(), revision: 0, status: .loading, isUnsaved: false, path: path,
                    base: .absent)
            }
            return await core.snapshot
        }
    }

    /// What is the matter with the note.
    public var status: SessionStatus { get async { await snapshot.status } }

    /// The shown text, the unsaved edits included.
    public var text: String { get async { await snapshot.text.text } }

    /// The conflict, where there is one.
    public var conflict: NoteConflict? {
        get async {
            guard let machine = await attached.withLock({ $0 })?.machine else { return nil }
            // Here, so that nobody waits for the merge.
            return NoteConflict(of: machine)
        }
    }

    /// What happens to the note from now on, in order, but for the changes that this handle makes itself.
    /// Each call is a listener of its own; it may be made before `open()`.
    public var updates: SessionUpdates { audience.join(wantsChanges: true) }

    /// The same without the changes of the text, for whoever has no use for each keystroke.
    package var updatesButChanges: SessionUpdates { audience.join(wantsChanges: false) }
}

// MARK: Editing

extension NoteSession {
    /// Puts new text in place of a range of the shown text.
    ///
    /// The edit is in the journal when this returns, and saved after the pause of `SessionTiming`.
    ///
    /// - Parameters:
    ///   - range: Offsets in UTF-8 bytes of the shown text of `revision`, on scalar boundaries.
    ///   - text: The new text.
    ///   - revision: The revision that the range speaks of; nil for the text of now. A range of an older
    ///     revision is moved along with what was changed in front of it since.
    /// - Returns: The revision that the text has now.
    /// - Throws: `SessionError`: `.staleRevision` when that part of the text was changed since, `.badEdit`,
    ///   `.unreadable`, `.notOpen`. The text is as it was.
    @discardableResult
    public func replace(
        _ range: Range<Int>, with text: String, revision: Int? = nil
    ) async throws(SessionError) -> Int {
        try await replace(range, with: Array(text.utf8), revision: revision)
    }

    /// The same for bytes, which must be UTF-8: `.badEdit` where they are not.
    @discardableResult
    public func replace(
        _ range: Range<Int>, with utf8: [UInt8], revision: Int? = nil
    ) async throws(SessionError) -> Int {
        try await core.change(.edit(range, utf8, on: revision, by: client))
    }

    /// Makes several edits in one step: all of them, or none.
    ///
    /// - Parameters:
    ///   - edits: They do not overlap; their ranges speak of `revision`, as those of `replace` do.
    ///   - revision: The revision that the ranges speak of.
    ///   - isOnTop: Whether they speak of that revision with the edits on top that this handle has made since, of
    ///     which its user has no answer yet.
    /// - Returns: The session as it is right behind the edits.
    /// - Throws: `SessionError` as `replace` does. The text is as it was.
    package func replace(
        _ edits: [TextReplacement], revision: Int, isOnTop: Bool = false
    ) async throws(SessionError) -> SessionSnapshot {
        let core = try core
        return try await core.changed(
            isOnTop
                ? .editsOnTop(edits, on: revision, by: client) : .edits(edits, on: revision, by: client))
    }

    /// Makes the shown text equal to a whole text; only what differs is edited.
    ///
    /// - Throws: `SessionError`: `.staleRevision` when the note is not at `revision` any more.
    @discardableResult
    public func setText(_ text: String, revision: Int? = nil) async throws(SessionError) -> Int {
        try await core.change(.setText(Array(text.utf8), on: revision, by: client))
    }

    /// Takes the last step back that was made through any handle. All handles are told of it, this one too.
    ///
    /// What another program changed is not undone, and undoing never brings back what it replaced.
    ///
    /// - Throws: `SessionError` with code `.nothingToUndo`.
    @discardableResult
    public func undo() async throws(SessionError) -> Int { try await core.change(.undo(by: client)) }

    /// Does the last undone step again.
    @discardableResult
    public func redo() async throws(SessionError) -> Int { try await core.change(.redo(by: client)) }
}

// MARK: Saving and resolving

extension NoteSession {
    /// Puts a whole text in the place of the one of a moment, in one step: it is in the file and shown by all
    /// handles when this returns, or everything is as it was.
    ///
    /// What is typed while it is being written stays, and is in conflict with it.
    ///
    /// After a crash: the file holds the old bytes or the new, whole.
    ///
    /// - Parameters:
    ///   - text: Its bytes are written as they are, line endings and byte order mark included.
    ///   - moment: What the text was made from, with nothing unsaved.
    /// - Returns: What came of it.
    /// - Throws: `SessionError`, and nothing was changed: `.staleRevision` when text or file are not those of the
    ///   moment, `.conflict`, `.notWritten` with the disk's reason, `.unreadable`, `.notOpen`. A disk that fails
    ///   after the exchange may hold the new text all the same, and then it is shown.
    package func put(_ text: NoteText, over moment: SessionSnapshot) async throws(SessionError) -> PutReceipt
    {
        let core = try core
        return try await core.put(
            Put(text: text, base: moment.base, revision: moment.revision, client: client))
    }

    /// Takes in what happened to the file, and saves what is unsaved.
    ///
    /// - Returns: The session with nothing unsaved, if nobody typed in the meantime.
    /// - Throws: `SessionError`: `.conflict`, `.notWritten` with the disk's reason, `.notOpen`.
    package func settled() async throws(SessionError) -> SessionSnapshot {
        let core = try core
        return try await core.settled()
    }

    /// Writes what is unsaved now.
    ///
    /// - Throws: `SessionError`: `.conflict`, nothing was written; `.notWritten` with the disk's reason.
    public func save() async throws(SessionError) { try await core.save() }

    /// Ends a conflict.
    ///
    /// What the choice drops is in the version keeper, durable, before the note is touched. What is typed
    /// meanwhile is not dropped: where mine is kept it is written too, and else the conflict stands.
    ///
    /// - Parameters:
    ///   - choice: What becomes of the note.
    ///   - token: Names the sides that the choice was made on (`NoteConflict.token`), by whoever shows them to
    ///     somebody; nil for the sides of this very moment, whatever they are.
    /// - Returns: For `.both` the file beside the note that holds their side; nil where there is none.
    /// - Throws: `SessionError`: `.noConflict`; `.conflict` when a side is another by now, when somebody else is
    ///   ending it, when it could not be ended, or when the file moved on again, which is a new conflict and
    ///   never overwritten; `.notWritten`.
    @discardableResult
    public func resolve(
        _ choice: ConflictChoice, of token: ConflictToken? = nil
    ) async throws(SessionError) -> NotePath? {
        try await core.resolve(choice, of: token)
    }

    /// Ends a conflict with one of the two sides.
    ///
    /// - Parameters:
    ///   - keepMine: Whether mine is written; else theirs is shown.
    ///   - token: Names the sides that it was chosen on, as for `resolve(_:of:)`.
    /// - Throws: `SessionError`, as `resolve(_:of:)`.
    public func resolve(keepMine: Bool, of token: ConflictToken? = nil) async throws(SessionError) {
        try await resolve(keepMine ? .mine : .theirs, of: token)
    }

    /// Takes in whatever happened to the file before this call, without waiting to be told.
    public func look() async throws(SessionError) { try await core.look() }

    /// Writes everything that is unsaved in any session of this process, as before it ends.
    ///
    /// - Returns: What could not be written, by path. It stays in the journals.
    @discardableResult
    public static func saveAll() async -> [NotePath: SessionError] {
        await withTaskGroup(of: (path: NotePath, error: SessionError)?.self) { group in
            for core in SessionRegistry.shared.all { group.addTask { await core.problemOfSaving() } }
            var problems: [NotePath: SessionError] = [:]
            for await problem in group {
                if let problem { problems[problem.path] = problem.error }
            }
            return problems
        }
    }
}
