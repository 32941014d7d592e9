// SPDX-License-Identifier: MIT
// What can be asked of notekitd about conflicts. Made by 'notekitd --swift conflict', not by hand.

extension Service {
    /// Lists the notes of a vault that are in conflict: those that are open, and those that were when they
    /// were last open.
    public struct ConflictList: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "conflict/list"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = true

        /// The vault, as vault/open named it.
        public var vault: String

        /// Makes the request.
        public init(vault: String) {
            self.vault = vault
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("vault", vault)
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The conflicts, by path.
            public let conflicts: [Service.ConflictList.Conflict]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                conflicts = try object.value("conflicts")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Conflict: ServiceReadable, Hashable {
            /// The note.
            public let path: String
            /// When it was seen, as ISO 8601; null where nobody remembers.
            public let since: String?
            /// Whether the note is open, by whomever.
            public let isOpen: Bool
            /// Whether the other side has deleted the note.
            public let isDeletion: Bool

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                since = try object.value("since")
                isOpen = try object.value("isOpen")
                isDeletion = try object.value("isDeletion")
            }
        }
    }

    /// Shows the sides of a conflict, and the text to which both come together. Of one that is only
    /// remembered, theirs is what the note holds now.
    public struct ConflictShow: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "conflict/show"
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
            /// What both sides started from; null where the note was new.
            public let base: String?
            /// What was typed here.
            public let mine: String?
            /// What another program wrote; null where it deleted the note, or wrote no text.
            public let theirs: String?
            /// A proposal; null where there is none.
            public let merged: String?
            /// Whether the sides contradict each other nowhere.
            public let isClean: Bool
            /// Whether the other side has deleted the note.
            public let isDeletion: Bool
            /// What names both sides as they are now, for note/resolve.
            public let token: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                base = try object.value("base")
                mine = try object.value("mine")
                theirs = try object.value("theirs")
                merged = try object.value("merged")
                isClean = try object.value("isClean")
                isDeletion = try object.value("isDeletion")
                token = try object.value("token")
            }
        }
    }
}
