// SPDX-License-Identifier: MIT
// What notekitd tells without being asked. Made by 'notekitd --swift news', not by hand.

extension Service {
    /// The text of a session was changed: on the disk, or by another client. Each change speaks of the text
    /// behind the one before it. Where too much happened to be told one by one, text holds all of it.
    public struct NoteChanged: ServiceReadable, Hashable {
        /// The name that is sent.
        public static let name = "note/changed"

        /// The session.
        let session: Int
        /// The revision that the text has with these changes.
        public let revision: Int
        /// What was replaced, one after the other.
        public let changes: [Service.ToldChange]
        /// The whole text, in place of changes.
        public let text: String?
        /// Whether another program made them on the disk.
        public let isOutside: Bool

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            session = try object.value("session")
            revision = try object.value("revision")
            changes = try object.value("changes")
            text = try object.value("text")
            isOutside = try object.value("isOutside")
        }
    }

    /// The status of a session changed, or the note has another path.
    public struct NoteStatusChanged: ServiceReadable, Hashable {
        /// The name that is sent.
        public static let name = "note/status"

        /// The session.
        let session: Int
        /// Where the note is now.
        public let path: String
        /// loading, ready, editing, saved, changedElsewhere (a conflict), missing, failed or unreadable.
        public let status: String
        /// A sentence that goes with failed and unreadable, else null.
        public let message: String?
        /// The revision of the text as far as this client was told.
        public let revision: Int
        /// Whether the text holds something that the file does not.
        public let isUnsaved: Bool
        /// Files beside the note that hold what other programs wrote there meanwhile.
        public let kept: [String]?
        /// Why edits are not safe from a crash at present; left out where they are.
        public let warning: String?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            session = try object.value("session")
            path = try object.value("path")
            status = try object.value("status")
            message = try object.value("message")
            revision = try object.value("revision")
            isUnsaved = try object.value("isUnsaved")
            kept = try object.value("kept")
            warning = try object.value("warning")
        }
    }

    /// Notes of a vault that this client opened were made, changed, removed or moved on the disk.
    public struct VaultChanged: ServiceReadable, Hashable {
        /// The name that is sent.
        public static let name = "vault/changed"

        /// The vault.
        public let vault: String
        /// The moment of this answer: hand it to vault/changes to learn what happened since.
        public let clock: String
        /// In what the watcher is hindered, or the journals of unsaved edits; empty when all is well.
        public let degraded: [Service.Degradation]
        /// False where more happened than is told: ask vault/changes without since.
        public let isComplete: Bool
        /// What happened, one after the other.
        public let changes: [Service.VaultChange]

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            vault = try object.value("vault")
            clock = try object.value("clock")
            degraded = try object.value("degraded")
            isComplete = try object.value("isComplete")
            changes = try object.value("changes")
        }
    }

    /// A note of a vault that this client opened is in conflict, one of its sides changed, or it is over.
    public struct ConflictChanged: ServiceReadable, Hashable {
        /// The name that is sent.
        public static let name = "conflict/changed"

        /// The vault.
        public let vault: String
        /// The note.
        public let path: String
        /// Whether the conflict is over.
        public let isOver: Bool

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            vault = try object.value("vault")
            path = try object.value("path")
            isOver = try object.value("isOver")
        }
    }

    /// How far a request is whose parameters held a workDoneToken. Its answer ends that, whatever was told
    /// before.
    public struct Progress: ServiceReadable, Hashable {
        /// The name that is sent.
        public static let name = "$/progress"

        /// The token of the request.
        public let token: Int
        /// How far it is.
        public let value: Service.ProgressValue

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            token = try object.value("token")
            value = try object.value("value")
        }
    }
}
