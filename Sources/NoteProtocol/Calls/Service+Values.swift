// SPDX-License-Identifier: MIT
// What several requests to notekitd and their answers have in common. Made by 'notekitd --swift values', not by hand.

extension Service {
    /// An object of the protocol of notekitd.
    public struct VaultFacts: ServiceReadable, Hashable {
        /// The name of the vault in requests; the same for the same path.
        public let vault: String
        /// Its real path.
        public let path: String
        /// How many notes it has.
        public let notes: Int
        /// How many of them are open.
        public let open: Int
        /// The open notes whose text holds something that their files do not, by path.
        public let unsaved: [String]
        /// The moment of this answer: hand it to vault/changes to learn what happened since.
        public let clock: String
        /// In what the watcher is hindered, or the journals of unsaved edits; empty when all is well.
        public let degraded: [Service.Degradation]

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            vault = try object.value("vault")
            path = try object.value("path")
            notes = try object.value("notes")
            open = try object.value("open")
            unsaved = try object.value("unsaved")
            clock = try object.value("clock")
            degraded = try object.value("degraded")
        }
    }

    /// An object of the protocol of notekitd.
    public struct Degradation: ServiceReadable, Hashable {
        /// A word for it.
        public let reason: String
        /// A sentence: what is hindered, and how to lift it.
        public let detail: String
        /// The folder that is meant, else null.
        public let path: String?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            reason = try object.value("reason")
            detail = try object.value("detail")
            path = try object.value("path")
        }
    }

    /// An object of the protocol of notekitd.
    public struct VaultChange: ServiceReadable, Hashable {
        /// What happened.
        public let type: String
        /// The note; where it moved, its new path.
        public let path: String
        /// Where a moved note was before.
        public let from: String?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            type = try object.value("type")
            path = try object.value("path")
            from = try object.value("from")
        }
    }

    /// An object of the protocol of notekitd.
    public struct TextEdit: ServiceWritable, Hashable {
        /// Where the range begins, in the text of now.
        public var start: Int
        /// Where it ends.
        public var end: Int
        /// What takes its place.
        public var text: String

        /// Makes one.
        public init(start: Int, end: Int, text: String) {
            self.start = start
            self.end = end
            self.text = text
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("start", start)
            body.field("end", end)
            body.field("text", text)
        }
    }

    /// An object of the protocol of notekitd.
    public struct SessionFacts: ServiceReadable, Hashable {
        /// The revision of the text.
        public let revision: Int
        /// loading, ready, editing, saved, changedElsewhere (a conflict), missing, failed or unreadable.
        public let status: String
        /// The SHA-256 of the file's bytes; null where there is no file.
        public let digest: String?
        /// Whether the text holds something that the file does not.
        public let isUnsaved: Bool
        /// For note/resolve with both: the file beside the note that holds their text.
        public let beside: String?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            revision = try object.value("revision")
            status = try object.value("status")
            digest = try object.value("digest")
            isUnsaved = try object.value("isUnsaved")
            beside = try object.value("beside")
        }
    }

    /// An object of the protocol of notekitd.
    public struct WriteAnswer: ServiceReadable, Hashable {
        /// saved, or unchanged where the note held that already.
        public let status: String
        /// The SHA-256 of the file's bytes, in hexadecimal digits.
        public let digest: String
        /// What the save established; null where nothing was written, or a session wrote it.
        public let receipt: Service.WriteAnswer.Receipt?
        /// Why what the note held before is not in its history, where it could not be kept; null else.
        public let warning: String?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            status = try object.value("status")
            digest = try object.value("digest")
            receipt = try object.value("receipt")
            warning = try object.value("warning")
        }

        /// An object of the protocol of notekitd.
        public struct Receipt: ServiceReadable, Hashable {
            /// How sure it is that nobody's bytes were displaced: proven, verified, unverified.
            public let proof: String
            /// Whether it is known to survive a power cut.
            public let durable: Bool
            /// Properties of the old file that the new one does not have.
            public let lost: [String]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                proof = try object.value("proof")
                durable = try object.value("durable")
                lost = try object.value("lost")
            }
        }
    }

    /// An object of the protocol of notekitd.
    public struct ToldBlock: ServiceReadable, Hashable {
        /// What it is.
        public let kind: String
        /// Where it begins in the text.
        public let start: Int
        /// Where it ends.
        public let end: Int
        /// The text, syntax gone, with the line breaks that were written.
        public let text: String
        /// The text in stretches of one style.
        public let runs: [Service.ToldBlock.Run]
        /// The number of the block that it lies in, counting from 0; null outermost.
        public let parent: Int?
        /// Of a heading: 1 to 6.
        public let level: Int?
        /// Of a numbered list item: its number.
        public let ordinal: Int?
        /// Of a list item: how deep it is nested, 0 outermost.
        public let depth: Int?
        /// Of a task: the character in the box.
        public let task: String?
        /// Of a code block: the language, where one is named.
        public let language: String?
        /// Of a callout: its type.
        public let type: String?
        /// Of a callout: its title.
        public let title: String?
        /// Of a callout that can be folded: + or -.
        public let fold: String?
        /// Of an attachment: the file's name, or its UUID.
        public let name: String?
        /// Of a footnote: its label.
        public let label: String?
        /// Of a table: the text of each cell, row by row.
        public let rows: [[String]]?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            kind = try object.value("kind")
            start = try object.value("start")
            end = try object.value("end")
            text = try object.value("text")
            runs = try object.value("runs")
            parent = try object.value("parent")
            level = try object.value("level")
            ordinal = try object.value("ordinal")
            depth = try object.value("depth")
            task = try object.value("task")
            language = try object.value("language")
            type = try object.value("type")
            title = try object.value("title")
            fold = try object.value("fold")
            name = try object.value("name")
            label = try object.value("label")
            rows = try object.value("rows")
        }

        /// An object of the protocol of notekitd.
        public struct Run: ServiceReadable, Hashable {
            /// The text, syntax gone.
            public let text: String
            /// bold, italic, strike, code, highlight, link, wikilink, embed, tag, math, footnote.
            public let styles: [String]
            /// Where a link leads, else null.
            public let link: String?
            /// Where what it stands for begins.
            public let start: Int
            /// Where it ends.
            public let end: Int

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                text = try object.value("text")
                styles = try object.value("styles")
                link = try object.value("link")
                start = try object.value("start")
                end = try object.value("end")
            }
        }
    }

    /// An object of the protocol of notekitd.
    public struct ToldChange: ServiceReadable, Hashable {
        /// Where the replaced range begins, in the text before this change.
        public let start: Int
        /// Where it ends.
        public let end: Int
        /// What stands there now.
        public let text: String

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            start = try object.value("start")
            end = try object.value("end")
            text = try object.value("text")
        }
    }

    /// An object of the protocol of notekitd.
    public struct ProgressValue: ServiceReadable, Hashable {
        /// Whether it begins, goes on or is done.
        public let kind: String
        /// What is done; with begin.
        public let title: String?
        /// How much of it is done, of 100; not with begin.
        public let percentage: Int?
        /// How many notes are done; not with begin.
        public let done: Int?
        /// How many there are; not with begin.
        public let total: Int?

        /// Reads it.
        public init(reading object: ServiceObject) throws(ServiceMismatch) {
            kind = try object.value("kind")
            title = try object.value("title")
            percentage = try object.value("percentage")
            done = try object.value("done")
            total = try object.value("total")
        }
    }
}
