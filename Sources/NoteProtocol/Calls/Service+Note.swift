// SPDX-License-Identifier: MIT
// What can be asked of notekitd about notes. Made by 'notekitd --swift note', not by hand.

extension Service {
    /// Opens a note for editing, together with everybody else who has it open. A note that is not there opens
    /// empty, and is made by the first save. One that is not UTF-8 opens as unreadable and takes no edits.
    public struct NoteOpen: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/open"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// The vault, as vault/open named it.
        public var vault: String
        /// The note's path below the vault, ending in .md.
        public var path: String
        /// Whether a note that is not there is refused with missing, unless unsaved edits of it are. Without
        /// it false.
        public var mustExist: Bool?
        /// What no other session is called, 64 bytes at most, so that this one can be resumed.
        public var key: String?
        /// The key of a session whose connection was lost. It ends before this one begins: an edit of it that
        /// is on its way is made before, and none after.
        public var resume: String?
        /// With resume: the numbers of its edits that were not answered.
        public var unanswered: [Int]?

        /// Makes the request.
        init(
            vault: String, path: String, mustExist: Bool? = nil, key: String? = nil, resume: String? = nil,
            unanswered: [Int]? = nil
        ) {
            self.vault = vault
            self.path = path
            self.mustExist = mustExist
            self.key = key
            self.resume = resume
            self.unanswered = unanswered
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("path", path)
            if let mustExist { body.field("mustExist", mustExist) }
            if let key { body.field("key", key) }
            if let resume { body.field("resume", resume) }
            if let unanswered { body.field("unanswered", unanswered) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The session, for this client alone.
            let session: Int
            /// The revision of the text.
            public let revision: Int
            /// The text: no byte order mark, each line ending as one line feed.
            public let text: String
            /// loading, ready, editing, saved, changedElsewhere (a conflict), missing, failed or unreadable.
            public let status: String
            /// A sentence that goes with failed and unreadable, else null.
            public let message: String?
            /// The SHA-256 of the file's bytes; null where there is no file.
            public let digest: String?
            /// Whether the text holds something that the file does not.
            public let isUnsaved: Bool
            /// Whether unsaved edits of a killed process came back with it.
            public let recovered: Bool
            /// Why edits are not safe from a crash at present; left out where they are.
            public let warning: String?
            /// With resume: which of the unanswered edits were made; the others were not. Left out where
            /// nothing is known of that session, as after a kill.
            public let made: [Int]?

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                session = try object.value("session")
                revision = try object.value("revision")
                text = try object.value("text")
                status = try object.value("status")
                message = try object.value("message")
                digest = try object.value("digest")
                isUnsaved = try object.value("isUnsaved")
                recovered = try object.value("recovered")
                warning = try object.value("warning")
                made = try object.value("made")
            }
        }
    }

    /// Changes the text of a session: all of the edits, or none. They are in the journal when this is
    /// answered, and saved a moment later. An edit of an older revision is moved along with what was changed
    /// in front of it since, and refused where that part of the text was changed. An edit that stands on one
    /// before it is placed past what others changed alone, and refused where that one was.
    public struct NoteEdit: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/edit"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// The session, as note/open named it.
        var session: Int
        /// The revision that the ranges speak of: the last one that the client was told of.
        public var revision: Int
        /// What the client calls this edit, so that the next one can stand on it, and so that it can ask
        /// whether it was made; see resume of note/open.
        public var number: Int?
        /// The number of the client's edit before this one, on which it stands: the ranges are in the text of
        /// revision with all edits of the client since.
        public var after: Int?
        /// What to replace, 10,000 at most. All ranges are in the text of that revision, and none overlap.
        public var edits: [Service.TextEdit]

        /// Makes the request.
        init(session: Int, revision: Int, number: Int? = nil, after: Int? = nil, edits: [Service.TextEdit]) {
            self.session = session
            self.revision = revision
            self.number = number
            self.after = after
            self.edits = edits
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("session", session)
            body.field("revision", revision)
            if let number { body.field("number", number) }
            if let after { body.field("after", after) }
            body.field("edits", edits)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The revision that the text has now.
            public let revision: Int
            /// loading, ready, editing, saved, changedElsewhere (a conflict), missing, failed or unreadable.
            public let status: String
            /// Why edits are not safe from a crash at present; left out where they are.
            public let warning: String?

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                revision = try object.value("revision")
                status = try object.value("status")
                warning = try object.value("warning")
            }
        }
    }

    /// Saves a session without waiting for the pause. Writes nothing where nothing is unsaved.
    public struct NoteSave: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/save"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false
        /// What is answered.
        public typealias Answer = Service.SessionFacts

        /// The session, as note/open named it.
        var session: Int

        /// Makes the request.
        init(session: Int) {
            self.session = session
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("session", session)
        }
    }

    /// Ends the conflict of a session, on the very sides that were looked at: where one of them is another by
    /// now it is refused with conflict, and stands. What the choice drops is in the history before the note
    /// is touched.
    public struct NoteResolve: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/resolve"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false
        /// What is answered.
        public typealias Answer = Service.SessionFacts

        /// The session, as note/open named it.
        var session: Int
        /// What becomes of the note: mine is written; theirs is shown; both writes theirs beside it and mine
        /// into it; merged writes text.
        public var choice: Choice
        /// The sides that the choice was made on, as conflict/show named them.
        public var token: String
        /// The merged text; for merged alone.
        public var text: String?

        /// Makes the request.
        init(session: Int, choice: Choice, token: String, text: String? = nil) {
            self.session = session
            self.choice = choice
            self.token = token
            self.text = text
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("session", session)
            body.field("choice", choice.rawValue)
            body.field("token", token)
            if let text { body.field("text", text) }
        }

        /// The words for `choice`.
        public enum Choice: String, Sendable {
            /// `mine`.
            case mine
            /// `theirs`.
            case theirs
            /// `both`.
            case both
            /// `merged`.
            case merged
        }
    }

    /// Saves what is pending, and ends the session in any case. What cannot be saved stays with the daemon,
    /// and is there again with the next note/open.
    public struct NoteClose: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/close"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// The session, as note/open named it.
        var session: Int

        /// Makes the request.
        init(session: Int) {
            self.session = session
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("session", session)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// Whether everything is in the file.
            public let isSaved: Bool
            /// Why not, else null.
            public let message: String?

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                isSaved = try object.value("isSaved")
                message = try object.value("message")
            }
        }
    }

    /// Reads the file of a note, or a version of it. What open sessions have not saved yet is not in it;
    /// isOpen tells that there may be some.
    public struct NoteRead: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/read"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String
        /// The note's path below the vault, ending in .md.
        public var path: String
        /// A version that note/history named; the file of now without it.
        public var version: String?
        /// Where the part of the text begins that is told; its beginning without it.
        public var start: Int?
        /// How many bytes of the text are told at most; all without it. A part ends with a line where one
        /// does.
        public var limit: Int?

        /// Makes the request.
        public init(
            vault: String, path: String, version: String? = nil, start: Int? = nil, limit: Int? = nil
        ) {
            self.vault = vault
            self.path = path
            self.version = version
            self.start = start
            self.limit = limit
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("path", path)
            if let version { body.field("version", version) }
            if let start { body.field("start", start) }
            if let limit { body.field("limit", limit) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The text: no byte order mark, each line ending as one line feed.
            public let text: String
            /// The SHA-256 of the file's bytes, in hexadecimal digits.
            public let digest: String
            /// The size of the file in bytes.
            public let size: Int
            /// Whether somebody has the note open through this daemon.
            public let isOpen: Bool
            /// Where the text that is told begins in the whole text.
            public let start: Int
            /// Where it ends there.
            public let end: Int
            /// Where the whole text ends.
            public let length: Int

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                text = try object.value("text")
                digest = try object.value("digest")
                size = try object.value("size")
                isOpen = try object.value("isOpen")
                start = try object.value("start")
                end = try object.value("end")
                length = try object.value("length")
            }
        }
    }

    /// Writes a note, if it still holds what base names; a new note without base. Only what differs is
    /// touched: line endings, byte order mark and all else stay. Refused, nothing was written, and the error
    /// tells the present digest. Where the note is open, everybody who has it open sees the change. What it
    /// replaces is in the history first; where that cannot be written, the note is all the same, and the
    /// answer carries a warning.
    public struct NoteWrite: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/write"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false
        /// What is answered.
        public typealias Answer = Service.WriteAnswer

        /// The vault, as vault/open named it.
        public var vault: String
        /// The note's path below the vault, ending in .md.
        public var path: String
        /// The digest of what the text was made from, as note/read told it; none for a new note.
        public var base: String?
        /// The whole text. A U+FEFF at its front is the byte order mark of a new note; a note that is there
        /// keeps its own, or has none as before.
        public var text: String?
        /// In place of text: what to replace in the text that base names. No ranges overlap.
        public var edits: [Service.TextEdit]?

        /// Makes the request.
        public init(
            vault: String, path: String, base: String? = nil, text: String? = nil,
            edits: [Service.TextEdit]? = nil
        ) {
            self.vault = vault
            self.path = path
            self.base = base
            self.text = text
            self.edits = edits
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("path", path)
            if let base { body.field("base", base) }
            if let text { body.field("text", text) }
            if let edits { body.field("edits", edits) }
        }
    }

    /// Lists the blocks of a note as a reader sees them, those inside quotes, callouts, list items and
    /// footnotes after theirs. Of a session, those of its text with the unsaved edits; of a note, those of
    /// its file.
    public struct NoteBlocks: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/blocks"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// A session, in place of vault and path.
        var session: Int?
        /// The vault, as vault/open named it.
        public var vault: String?
        /// The note's path below the vault, ending in .md.
        public var path: String?

        /// Makes the request.
        public init(vault: String? = nil, path: String? = nil) {
            self.vault = vault
            self.path = path
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            if let session { body.field("session", session) }
            if let vault { body.field("vault", vault) }
            if let path { body.field("path", path) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The revision of the session's text; null for a file.
            public let revision: Int?
            /// The blocks in reading order.
            public let blocks: [Service.ToldBlock]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                revision = try object.value("revision")
                blocks = try object.value("blocks")
            }
        }
    }

    /// Lists what a note held before, the newest first. The note need not be there any more.
    public struct NoteHistory: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/history"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String
        /// The note's path below the vault, ending in .md.
        public var path: String

        /// Makes the request.
        public init(vault: String, path: String) {
            self.vault = vault
            self.path = path
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("path", path)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The versions, the newest first.
            public let versions: [Service.NoteHistory.Version]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                versions = try object.value("versions")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Version: ServiceReadable, Hashable {
            /// The name of the version for note/read and note/restore.
            public let id: String
            /// The title that the note had.
            public let title: String
            /// When its text was last edited, as ISO 8601; null where nobody knows.
            public let edited: String?
            /// When it was put aside, as ISO 8601.
            public let captured: String
            /// Why it is kept: replaced, mine, theirs, displaced, recovered, refused.
            public let reason: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                id = try object.value("id")
                title = try object.value("title")
                edited = try object.value("edited")
                captured = try object.value("captured")
                reason = try object.value("reason")
            }
        }
    }

    /// Puts a version back. What the note holds now becomes a version first, and where it cannot, nothing is
    /// written: not-written. Restoring what it holds changes nothing.
    public struct NoteRestore: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/restore"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false
        /// What is answered.
        public typealias Answer = Service.WriteAnswer

        /// The vault, as vault/open named it.
        public var vault: String
        /// The note's path below the vault, ending in .md.
        public var path: String
        /// A version that note/history named.
        public var version: String
        /// The digest of what it replaces, or missing where there is no note: refused where the note holds
        /// something else. Without it, whatever is there is replaced.
        public var base: String?

        /// Makes the request.
        public init(vault: String, path: String, version: String, base: String? = nil) {
            self.vault = vault
            self.path = path
            self.version = version
            self.base = base
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("path", path)
            body.field("version", version)
            if let base { body.field("base", base) }
        }
    }

    /// Gives a note another title, and writes the links to it anew, as notekit rename does: one change, which
    /// notekit rename --undo takes back. Open notes take part: what was typed in those that it concerns is
    /// saved first, and their sessions are told of the new path and the new links as of any outside change. A
    /// note in conflict is left as it is, and named.
    public struct NoteRename: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "note/rename"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// The vault, as vault/open named it.
        public var vault: String
        /// The note's path below the vault, ending in .md.
        public var path: String
        /// The new title, without folder and .md. One that is taken is refused.
        public var name: String

        /// Makes the request.
        public init(vault: String, path: String, name: String) {
            self.vault = vault
            self.path = path
            self.name = name
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("path", path)
            body.field("name", name)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The path of the note now.
            public let path: String
            /// The notes whose links were written anew, as they are called now.
            public let changed: [String]
            /// The notes whose links are as they were; usually none.
            public let leftOut: [Service.NoteRename.LeftOut]
            /// What went wrong without harm, in sentences; usually nothing.
            public let problems: [String]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                changed = try object.value("changed")
                leftOut = try object.value("leftOut")
                problems = try object.value("problems")
            }
        }

        /// An object of the protocol of notekitd.
        public struct LeftOut: ServiceReadable, Hashable {
            /// The note.
            public let path: String
            /// Why.
            public let message: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                message = try object.value("message")
            }
        }
    }
}
