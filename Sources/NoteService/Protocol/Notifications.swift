// SPDX-License-Identifier: MIT
// What clients are told without asking.

internal import NoteKit

/// The text of an open note was changed by somebody else.
struct NoteChanged: ServiceNotification {
    static let name = "note/changed"
    static let summary =
        "The text of a session was changed: on the disk, or by another client. Each change speaks of the text "
        + "behind the one before it. Where too much happened to be told one by one, text holds all of it."
    static let members: [Member<NoteChanged>] = [
        Member("session", "The session.") { $0.session },
        Member("revision", "The revision that the text has with these changes.") { $0.revision },
        Member("changes", "What was replaced, one after the other.") { $0.changes },
        Member(optional: "text", "The whole text, in place of changes.") { $0.text },
        Member("isOutside", "Whether another program made them on the disk.") { $0.isOutside },
    ]

    let session: Int
    let revision: Int
    let changes: [ToldChange]
    let text: String?
    let isOutside: Bool
}

/// The status of an open note is another one.
struct NoteStatusChanged: ServiceNotification {
    static let name = "note/status"
    static let summary = "The status of a session changed, or the note has another path."
    static let members: [Member<NoteStatusChanged>] = [
        Member("session", "The session.") { $0.session },
        Member("path", "Where the note is now.") { $0.path },
        Member("status", Words.status) { $0.status },
        Member("message", "A sentence that goes with failed and unreadable, else null.") { $0.message },
        Member("revision", "The revision of the text as far as this client was told.") { $0.revision },
        Member("isUnsaved", "Whether the text holds something that the file does not.") { $0.isUnsaved },
        Member(optional: "kept", "Files beside the note that hold what other programs wrote there meanwhile.")
        {
            $0.kept
        },
        Member(optional: "warning", Words.warning) { $0.warning },
    ]

    let session: Int
    let path: String
    let status: String
    let message: String?
    let revision: Int
    let isUnsaved: Bool
    let kept: [String]?
    let warning: String?

    /// - Parameter revision: The one that the client knows; a later one comes with its changes.
    init(
        _ session: ClientSession, _ snapshot: SessionSnapshot, revision: Int, kept: [String], warning: String?
    ) {
        self.session = session.id
        path = (snapshot.path.relative(to: session.vault.path) ?? snapshot.path).description
        status = snapshot.status.name
        message = snapshot.status.message
        self.revision = revision
        isUnsaved = snapshot.isUnsaved
        self.kept = kept.isEmpty ? nil : kept
        self.warning = warning ?? snapshot.journalProblem
    }
}

/// Notes of a vault came, went, moved or changed on the disk.
struct VaultChanged: ServiceNotification {
    static let name = "vault/changed"
    static let summary =
        "Notes of a vault that this client opened were made, changed, removed or moved on the disk."
    static let members: [Member<VaultChanged>] = [
        Member("vault", "The vault.") { $0.vault },
        Member("clock", Words.clock) { $0.clock },
        Member("degraded", Words.degraded) { $0.degraded },
        Member("isComplete", "False where more happened than is told: ask vault/changes without since.") {
            $0.isComplete
        },
        Member("changes", "What happened, one after the other.") { $0.changes },
    ]

    let vault: String
    let clock: String
    let degraded: [Degradation]
    let isComplete: Bool
    let changes: [VaultChange]
}

/// A conflict began, changed, or is over.
struct ConflictChanged: ServiceNotification {
    static let name = "conflict/changed"
    static let summary =
        "A note of a vault that this client opened is in conflict, one of its sides changed, or it is over."
    static let members: [Member<ConflictChanged>] = [
        Member("vault", "The vault.") { $0.vault },
        Member("path", "The note.") { $0.path },
        Member("isOver", "Whether the conflict is over.") { $0.isOver },
    ]

    let vault: String
    let path: String
    let isOver: Bool
}

/// Sentences of the documentation that stand at several places.
enum Words {
    static let status =
        "loading, ready, editing, saved, changedElsewhere (a conflict), missing, failed or unreadable."
    static let clock = "The moment of this answer: hand it to vault/changes to learn what happened since."
    static let degraded =
        "In what the watcher is hindered, or the journals of unsaved edits; empty when all is well."
    static let warning = "Why edits are not safe from a crash at present; left out where they are."
    static let vault = "The vault, as vault/open named it."
    static let path = "The note's path below the vault, ending in .md."
    static let folder = "Only notes in this folder of the vault and those below it."
    static let session = "The session, as note/open named it."
    static let digest = "The SHA-256 of the file's bytes, in hexadecimal digits."
}

/// A hindrance of the watcher, or of the index.
struct Degradation: ProtocolObject {
    static let members: [Member<Degradation>] = [
        Member("reason", "A word for it.") { $0.reason },
        Member("detail", "A sentence: what is hindered, and how to lift it.") { $0.detail },
        Member("path", "The folder that is meant, else null.") { $0.path },
    ]

    let reason: String
    let detail: String
    let path: String?

    init(_ degradation: WatchDegradation) {
        reason = degradation.reason.description
        detail = degradation.detail
        path = degradation.path?.description
    }

    /// A hindrance of something else than the watcher.
    init(_ reason: String, _ detail: String, at path: NotePath? = nil) {
        self.reason = reason
        self.detail = detail
        self.path = path?.description
    }
}

/// A change on the disk.
struct VaultChange: ProtocolObject {
    enum Kind: String, ProtocolWord {
        case created
        case changed
        case removed
        case moved
    }

    static let members: [Member<VaultChange>] = [
        Member("type", "What happened.") { $0.type },
        Member("path", "The note; where it moved, its new path.") { $0.path },
        Member(optional: "from", "Where a moved note was before.") { $0.from },
    ]

    let type: Kind
    let path: String
    let from: String?

    init(_ type: Kind, _ path: NotePath, from: NotePath? = nil) {
        self.type = type
        self.path = path.description
        self.from = from?.description
    }

    init(_ change: FolderScan.Change) {
        switch change {
        case .created(let path): self.init(.created, path)
        case .changed(let path): self.init(.changed, path)
        case .removed(let path): self.init(.removed, path)
        case .moved(let from, let path): self.init(.moved, path, from: from)
        }
    }
}
