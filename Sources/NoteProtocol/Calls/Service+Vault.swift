// SPDX-License-Identifier: MIT
// What can be asked of notekitd about vaults. Made by 'notekitd --swift vault', not by hand.

extension Service {
    /// Opens a folder of notes, and has the client told what changes in it. Answers when all of it was looked
    /// at, and what a killed daemon left unsaved is back. A vault that no client has open any more, no
    /// configuration names and of which no note is open is let go after a while.
    public struct VaultOpen: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/open"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true
        /// What is answered.
        public typealias Answer = Service.VaultFacts

        /// The folder, from the root.
        public var path: String

        /// Makes the request.
        public init(path: String) {
            self.path = path
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("path", path)
        }
    }

    /// Lists the vaults that are open, by whomever.
    public struct VaultList: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/list"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// Makes the request.
        public init() {
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The vaults, by path.
            public let vaults: [Service.VaultFacts]
            /// What the clients call themselves, this one included, in the order of their names.
            public let clients: [String]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                vaults = try object.value("vaults")
                clients = try object.value("clients")
            }
        }
    }

    /// Lists the notes of a vault. All that happened on the disk before the request counts. A long list comes
    /// in parts: next of one answer is after of the next request. Notes behind a link that leads out of the
    /// vault are left out: no other request takes them.
    public struct VaultNotes: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/notes"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String
        /// Only notes in this folder of the vault and those below it.
        public var folder: String?
        /// Only notes whose path holds this piece of text. Case does not count.
        public var find: String?
        /// path, or modified: the newest first. path without it.
        public var order: Order?
        /// How many notes are told at most; 1,000 without it.
        public var limit: Int?
        /// What next of the answer before was.
        public var after: String?

        /// Makes the request.
        public init(
            vault: String, folder: String? = nil, find: String? = nil, order: Order? = nil, limit: Int? = nil,
            after: String? = nil
        ) {
            self.vault = vault
            self.folder = folder
            self.find = find
            self.order = order
            self.limit = limit
            self.after = after
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            if let folder { body.field("folder", folder) }
            if let find { body.field("find", find) }
            if let order { body.field("order", order.rawValue) }
            if let limit { body.field("limit", limit) }
            if let after { body.field("after", after) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The notes.
            public let notes: [Service.VaultNotes.Note]
            /// Where the list goes on; null at its end.
            public let next: String?
            /// How many notes there are in all parts.
            public let count: Int
            /// The moment of this answer: hand it to vault/changes to learn what happened since.
            public let clock: String
            /// In what the watcher is hindered, or the journals of unsaved edits; empty when all is well.
            public let degraded: [Service.Degradation]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                notes = try object.value("notes")
                next = try object.value("next")
                count = try object.value("count")
                clock = try object.value("clock")
                degraded = try object.value("degraded")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Note: ServiceReadable, Hashable {
            /// The note.
            public let path: String
            /// Its title.
            public let title: String
            /// The size of the file in bytes.
            public let size: Int
            /// When the file was last changed, as ISO 8601.
            public let modified: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                title = try object.value("title")
                size = try object.value("size")
                modified = try object.value("modified")
            }
        }

        /// The words for `order`.
        public enum Order: String, Sendable {
            /// `path`.
            case path
            /// `modified`.
            case modified
        }
    }

    /// Tells what happened in a vault since a clock. All that happened on the disk before the request is in
    /// the answer. Without since, and where it is not known any more, every note is told as created.
    public struct VaultChanges: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/changes"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String
        /// The clock of an earlier answer.
        public var since: String?

        /// Makes the request.
        public init(vault: String, since: String? = nil) {
            self.vault = vault
            self.since = since
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            if let since { body.field("since", since) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The moment of this answer: hand it to vault/changes to learn what happened since.
            public let clock: String
            /// In what the watcher is hindered, or the journals of unsaved edits; empty when all is well.
            public let degraded: [Service.Degradation]
            /// Whether these are all notes, whatever was known before.
            public let isFresh: Bool
            /// What happened, one after the other.
            public let changes: [Service.VaultChange]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                clock = try object.value("clock")
                degraded = try object.value("degraded")
                isFresh = try object.value("isFresh")
                changes = try object.value("changes")
            }
        }
    }

    /// Proves that opening every note of a vault would change nothing, as notekit check does. Writes nothing.
    public struct VaultCheck: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/check"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String
        /// With it the client is told by $/progress how far this is; what it calls that.
        public var workDoneToken: Int?

        /// Makes the request.
        public init(vault: String, workDoneToken: Int? = nil) {
            self.vault = vault
            self.workDoneToken = workDoneToken
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            if let workDoneToken { body.field("workDoneToken", workDoneToken) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// How many notes there are, unreadable ones among them.
            public let notes: Int
            /// How many bytes they hold.
            public let bytes: Int
            /// The notes that are not UTF-8.
            public let unreadable: [Service.VaultCheck.Unreadable]
            /// What would change, or was wrong; empty when all is well.
            public let failures: [Service.VaultCheck.Finding]
            /// What could not be looked at, or is no note.
            public let skipped: [Service.VaultCheck.Finding]
            /// How long it took.
            public let milliseconds: Int
            /// The moment of this answer: hand it to vault/changes to learn what happened since.
            public let clock: String
            /// In what the watcher is hindered, or the journals of unsaved edits; empty when all is well.
            public let degraded: [Service.Degradation]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                notes = try object.value("notes")
                bytes = try object.value("bytes")
                unreadable = try object.value("unreadable")
                failures = try object.value("failures")
                skipped = try object.value("skipped")
                milliseconds = try object.value("milliseconds")
                clock = try object.value("clock")
                degraded = try object.value("degraded")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Unreadable: ServiceReadable, Hashable {
            /// The note.
            public let path: String
            /// The first bad byte of the file.
            public let offset: Int
            /// What it may be.
            public let encoding: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                offset = try object.value("offset")
                encoding = try object.value("encoding")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Finding: ServiceReadable, Hashable {
            /// The note, or what was come across.
            public let path: String
            /// What is the matter, without a full stop.
            public let reason: String
            /// The first byte that it is about.
            public let offset: Int?

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                reason = try object.value("reason")
                offset = try object.value("offset")
            }
        }
    }

    /// Finds the notes of a vault that hold a piece of text in their title or their file, as notekit search
    /// does. All that happened on the disk before the request counts; what sessions have not saved does not.
    /// While the index is being built, and where it cannot be used, notes are read instead, and degraded says
    /// so.
    public struct VaultSearch: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/search"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String
        /// One piece of text, spaces and signs included. Case does not count.
        public var query: String
        /// Whether query is a regular expression (PCRE2).
        public var regex: Bool?
        /// Whether accents and other marks count for nothing.
        public var ignoreMarks: Bool?
        /// Only notes in this folder of the vault and those below it.
        public var folder: String?
        /// How many notes are told at most; 1,000 without it.
        public var limit: Int?
        /// How many places are told of one note at most; all without it.
        public var matches: Int?
        /// Whether each place comes with its line.
        public var excerpts: Bool?

        /// Makes the request.
        public init(
            vault: String, query: String, regex: Bool? = nil, ignoreMarks: Bool? = nil, folder: String? = nil,
            limit: Int? = nil, matches: Int? = nil, excerpts: Bool? = nil
        ) {
            self.vault = vault
            self.query = query
            self.regex = regex
            self.ignoreMarks = ignoreMarks
            self.folder = folder
            self.limit = limit
            self.matches = matches
            self.excerpts = excerpts
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
            body.field("query", query)
            if let regex { body.field("regex", regex) }
            if let ignoreMarks { body.field("ignoreMarks", ignoreMarks) }
            if let folder { body.field("folder", folder) }
            if let limit { body.field("limit", limit) }
            if let matches { body.field("matches", matches) }
            if let excerpts { body.field("excerpts", excerpts) }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// Those whose title holds it, then those that changed last.
            public let results: [Service.VaultSearch.Hit]
            /// Whether there may be more than are told.
            public let isCut: Bool
            /// How many notes were come across that hold it, and are not told since a symbolic link out of
            /// the vault leads to them.
            public let outside: Int
            /// How many notes of the vault are not UTF-8: nothing is found in them.
            public let unreadable: Int
            /// The first of them by path; null where there is none.
            public let firstUnreadable: String?
            /// The moment of this answer: hand it to vault/changes to learn what happened since.
            public let clock: String
            /// In what the watcher and the index are hindered, and what could not be looked at; empty when
            /// all is well.
            public let degraded: [Service.Degradation]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                results = try object.value("results")
                isCut = try object.value("isCut")
                outside = try object.value("outside")
                unreadable = try object.value("unreadable")
                firstUnreadable = try object.value("firstUnreadable")
                clock = try object.value("clock")
                degraded = try object.value("degraded")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Hit: ServiceReadable, Hashable {
            /// The note.
            public let path: String
            /// Its title.
            public let title: String
            /// Whether the title holds it.
            public let isInTitle: Bool
            /// Where its text holds it; nowhere where only the title does.
            public let matches: [Service.VaultSearch.Match]
            /// How many places there are, told or not.
            public let count: Int

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                title = try object.value("title")
                isInTitle = try object.value("isInTitle")
                matches = try object.value("matches")
                count = try object.value("count")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Match: ServiceReadable, Hashable {
            /// Where it begins in the text.
            public let start: Int
            /// Where it ends.
            public let end: Int
            /// Where it begins in the bytes of the file.
            public let fileStart: Int
            /// Where it ends there.
            public let fileEnd: Int
            /// The number of its line, from 1 on; where excerpts are asked for.
            public let line: Int?
            /// That line; of a long one, what is around the place.
            public let excerpt: String?

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                start = try object.value("start")
                end = try object.value("end")
                fileStart = try object.value("fileStart")
                fileEnd = try object.value("fileEnd")
                line = try object.value("line")
                excerpt = try object.value("excerpt")
            }
        }
    }

    /// Lists the links of the vault that lead to a note, as notekit links --back does: each is followed as
    /// Obsidian follows it. All that happened on the disk before the request counts; what sessions have not
    /// saved does not.
    public struct VaultBacklinks: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/backlinks"
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
            /// The links, by note and place.
            public let links: [Service.VaultBacklinks.Link]
            /// The moment of this answer: hand it to vault/changes to learn what happened since.
            public let clock: String
            /// In what the watcher and the index are hindered; empty when all is well.
            public let degraded: [Service.Degradation]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                links = try object.value("links")
                clock = try object.value("clock")
                degraded = try object.value("degraded")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Link: ServiceReadable, Hashable {
            /// The note that has it.
            public let path: String
            /// wikilink, embed, link, image or reference.
            public let kind: String
            /// What it names, as it is written there.
            public let target: String
            /// The part of the target from its # on, else null.
            public let sub: String?
            /// The number of its line, from 1 on.
            public let line: Int

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                kind = try object.value("kind")
                target = try object.value("target")
                sub = try object.value("sub")
                line = try object.value("line")
            }
        }
    }

    /// Saves the open notes at a path, and holds their edits back until vault/release, so that a program can
    /// write their files itself without a conflict with what is being typed; the command line works so. Notes
    /// that are opened meanwhile are held, too. What the daemon itself would write, and other holds of these
    /// notes, wait; so does this one for those before it, and edits that wait are made before the next
    /// begins. Where the notes do not stand still within 10 seconds it is refused with busy, and nothing is
    /// held. Afterwards their sessions are told of what it wrote as of any outside change. A hold ends with
    /// its connection, and when edits have waited for it for 10 seconds in any case. A client has no more
    /// than 64.
    public struct VaultHold: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/hold"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// The real path of a note, or of a folder for all notes below it, from the root. It is only compared
        /// with those of open notes: there need be no vault and no note.
        public var path: String

        /// Makes the request.
        public init(path: String) {
            self.path = path
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("path", path)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The name of the hold, for vault/release.
            public let hold: Int
            /// How many open notes are held still.
            public let notes: Int
            /// Those of them whose edits could not be saved: writing them makes a conflict.
            public let unsaved: [Service.VaultHold.Unsaved]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                hold = try object.value("hold")
                notes = try object.value("notes")
                unsaved = try object.value("unsaved")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Unsaved: ServiceReadable, Hashable {
            /// The note, from the root.
            public let path: String
            /// conflict; busy where another program is writing the file; not-written where the disk is in the
            /// way.
            public let code: String
            /// Why, as for a conflict that nobody has resolved yet.
            public let message: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                code = try object.value("code")
                message = try object.value("message")
            }
        }
    }

    /// Ends a hold. When this is answered the sessions have taken in what was written. One that is over
    /// already, since it took too long, is passed over.
    public struct VaultRelease: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "vault/release"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The hold, as vault/hold named it.
        public var hold: Int

        /// Makes the request.
        public init(hold: Int) {
            self.hold = hold
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("hold", hold)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// Whether the notes were held still until now.
            public let wasHeld: Bool

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                wasHeld = try object.value("wasHeld")
            }
        }
    }
}
