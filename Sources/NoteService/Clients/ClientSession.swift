// SPDX-License-Identifier: MIT
// One note as one client has it open.

internal import NoteKit
internal import Synchronization

/// A session of a client: a handle on the note, and what the client knows of it. Used from the lane of the session
/// alone, so one thing happens after the other.
final class ClientSession: Sendable {
    let id: Int
    let vault: ServedVault
    let note: HeldNote
    let handle: NoteSession
    let updates: SessionUpdates
    let trail: EditTrail
    private let mirror: Mutex<SessionMirror>
    /// The number of the last edit, while another may stand on it.
    private let lastEdit = Mutex<Int?>(nil)
    /// What was taken and not told yet.
    private let backlog = Mutex<[SessionUpdate]>([])

    init(
        _ id: Int, of note: HeldNote, in vault: ServedVault, handle: NoteSession, updates: SessionUpdates,
        snapshot: SessionSnapshot, offsets: TextOffsets, trail: EditTrail
    ) {
        self.id = id
        self.vault = vault
        self.note = note
        self.handle = handle
        self.updates = updates
        self.trail = trail
        mirror = Mutex(SessionMirror(snapshot, offsets: offsets))
    }

    /// The text of a revision, for a client that does not count in UTF-8.
    ///
    /// - Parameter isOnTop: Whether the client's edits since are in it.
    func text(of revision: Int, isOnTop: Bool) throws(ProtocolError) -> NoteText? {
        let answer = mirror.withLock { mirror in
            Result { () throws(ProtocolError) in try mirror.text(of: revision, isOnTop: isOnTop) }
        }
        return try answer.get()
    }

    /// The number of the client's last edit, if it was made and the text was told step by step since. It is asked for
    /// once.
    func takeLastEdit() -> Int? {
        lastEdit.withLock { last in
            defer { last = nil }
            return last
        }
    }

    /// The client's edits were made.
    func made(
        _ number: Int?, _ edits: [TextReplacement], in text: NoteText?, of revision: Int, making new: Int
    ) {
        lastEdit.withLock { $0 = number }
        if let text { mirror.withLock { $0.made(edits, in: text, of: revision, making: new) } }
    }

    /// The client is about to be told of a moment.
    func become(_ snapshot: SessionSnapshot) { mirror.withLock { $0.become(snapshot) } }

    /// Tells the client what happened to the note.
    ///
    /// - Parameter revision: Changes that made this revision and later ones stay for the next time: the client is
    ///   about to be told of the revision itself. Nil for all.
    func tellNews(to client: ServedClient, before revision: Int? = nil) async {
        var changes: [NoteChange] = []
        var mustRead = false
        var hasStatus = false
        var kept: [String] = []
        var warning: String?
        for update in next(before: revision) {
            switch update {
            case .change(let change):
                if change.revision > mirror.withLock({ $0.revision }) { changes.append(change) }
            case .status, .moved, .recovered, .conflict, .journalled: hasStatus = true
            case .keptBeside(let paths):
                kept += paths.map(\.description)
                hasStatus = true
            case .notJournalled(let reason):
                warning = reason
                hasStatus = true
            case .lagged:
                mustRead = true
                hasStatus = true
            }
        }
        tell(changes, mustRead: &mustRead, to: client)
        guard mustRead || hasStatus else { return }
        let snapshot = await handle.snapshot
        if mustRead { await tellWhole(snapshot, to: client) }
        if hasStatus {
            client.tell(
                NoteStatusChanged(
                    self, snapshot, revision: mirror.withLock { $0.revision }, kept: kept, warning: warning))
        }
    }

    /// Tells the client the text as a whole, whatever it knows.
    func tellWhole(to client: ServedClient) async { await tellWhole(await handle.snapshot, to: client) }

    private func tellWhole(_ snapshot: SessionSnapshot, to client: ServedClient) async {
        // The client cannot know which of its edits are in it.
        lastEdit.withLock { $0 = nil }
        become(snapshot)
        let id = id
        await client.largeMessages.run {
            client.tell(
                NoteChanged(
                    session: id, revision: snapshot.revision, changes: [], text: snapshot.text.text,
                    isOutside: false))
        }
    }

    /// What waits, as far as a revision; whatever stands behind a later change stays there.
    private func next(before revision: Int?) -> [SessionUpdate] {
        backlog.withLock { backlog in
            backlog += updates.take()
            let end = revision.flatMap { revision in
                backlog.firstIndex { update in
                    if case .change(let change) = update { change.revision >= revision } else { false }
                }
            }
            defer { backlog.removeFirst(end ?? backlog.count) }
            return Array(backlog[..<(end ?? backlog.count)])
        }
    }

    /// Whether something is there to be told.
    var hasNews: Bool { backlog.withLock { !$0.isEmpty } }

    /// Tells changes, those of one origin together.
    private func tell(_ changes: [NoteChange], mustRead: inout Bool, to client: ServedClient) {
        var rest = changes[...]
        while let first = rest.first, !mustRead {
            let run = rest.prefix { $0.isOutside == first.isOutside }
            rest = rest.dropFirst(run.count)
            let revision = run.last?.revision ?? first.revision
            guard let told = mirror.withLock({ $0.follow(Array(run), to: revision) }) else {
                mustRead = true
                return
            }
            client.tell(
                NoteChanged(
                    session: id, revision: revision, changes: told, text: nil, isOutside: first.isOutside))
        }
    }

    /// Lets go of the note.
    ///
    /// - Throws: `SessionError` when something could not be saved; it stays with the daemon.
    func close() async throws(SessionError) {
        let problem: SessionError?
        do throws(SessionError) {
            try await handle.close()
            problem = nil
        } catch {
            problem = error
        }
        await vault.notes.release(note)
        if let problem { throw problem }
    }
}
