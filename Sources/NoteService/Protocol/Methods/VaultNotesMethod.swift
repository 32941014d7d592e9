// SPDX-License-Identifier: MIT
// `vault/notes`.

internal import NoteKit
internal import NoteProtocol

/// Lists the notes of a vault, a part at a time.
enum VaultNotesMethod: ServiceMethod {
    static let name = "vault/notes"
    static let summary =
        "Lists the notes of a vault. All that happened on the disk before the request counts. A long list comes in "
        + "parts: next of one answer is after of the next request. Notes behind a link that leads out of the vault are "
        + "left out: no other request takes them."
    static let isRepeatable = true
    static let isCancellable = true

    /// The order of the list.
    enum Order: String, ProtocolWord {
        case path
        case modified
    }

    struct Parameters: ProtocolParameters {
        private static let vaultMember = Parameter<String>("vault", Words.vault)
        private static let folderMember = Parameter<String?>("folder", Words.folder)
        private static let findMember = Parameter<String?>(
            "find", "Only notes whose path holds this piece of text. Case does not count.")
        private static let orderMember = Parameter<Order?>(
            "order", "path, or modified: the newest first. path without it.")
        private static let limitMember = Parameter<Int?>(
            "limit", "How many notes are told at most; 1,000 without it.")
        private static let afterMember = Parameter<String?>("after", "What next of the answer before was.")
        static let fields = [
            vaultMember.field, folderMember.field, findMember.field, orderMember.field, limitMember.field,
            afterMember.field,
        ]

        let vault: String
        let folder: NotePath?
        let find: String?
        let order: Order
        let limit: Int
        let after: NoteMark?

        init(_ given: GivenParameters) throws(ProtocolError) {
            vault = try given.value(of: Self.vaultMember)
            folder = try given.folder(of: Self.folderMember)
            find = try given.value(of: Self.findMember)?.lowercased()
            order = try given.value(of: Self.orderMember) ?? .path
            limit = try given.value(of: Self.limitMember) ?? 1_000
            guard limit > 0 else { throw ProtocolError(.invalidParameters, "params.limit is 1 or more.") }
            after = try given.value(of: Self.afterMember).map { text throws(ProtocolError) in
                guard let mark = NoteMark(text) else {
                    throw ProtocolError(.invalidParameters, "params.after is no next of an answer.")
                }
                return mark
            }
        }

        func holds(_ note: WatchedNote) -> Bool {
            if let folder, note.path.relative(to: folder) == nil { return false }
            guard let find else { return true }
            return note.path.description.lowercased().contains(find)
        }
    }

    /// A note of the list.
    struct Note: ProtocolObject {
        static let members: [Member<Note>] = [
            Member("path", "The note.") { $0.note.path.description },
            Member("title", "Its title.") { NoteName.title(of: $0.note.path) },
            Member("size", "The size of the file in bytes.") { $0.note.size },
            Member("modified", "When the file was last changed, as ISO 8601.") {
                Moment.text($0.note.modified)
            },
        ]

        let note: WatchedNote
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("notes", "The notes.") { $0.notes },
            Member("next", "Where the list goes on; null at its end.") { $0.next },
            Member("count", "How many notes there are in all parts.") { $0.count },
            Member("clock", Words.clock) { $0.log.clock },
            Member("degraded", Words.degraded) { $0.log.degraded.map { Degradation($0) } },
        ]

        let notes: [Note]
        let next: String?
        let count: Int
        let log: ChangeLog
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .vault(parameters.vault) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let vault = try client.vault(parameters.vault)
        try await vault.settle()
        let log = vault.log
        let (order, after) = (parameters.order, parameters.after)
        let found = try await vault.watchedNotes().filter(parameters.holds)
        let notes = await vault.lanes.run { VaultPlace.inside(found, of: vault.path) }
        let rest = notes.map { (mark: NoteMark(of: $0, order), note: $0) }
            .filter { item in after.map { $0 < item.mark } ?? true }
            .sorted { $0.mark < $1.mark }
        let part = rest.prefix(parameters.limit)
        return Answer(
            notes: part.map { Note(note: $0.note) },
            next: part.count < rest.count ? part.last?.mark.description : nil, count: notes.count, log: log)
    }
}

/// Where a note stands in a list: its time, if that counts, and its path.
struct NoteMark: Comparable, CustomStringConvertible, Sendable {
    private let time: FileTime?
    private let path: NotePath

    init(of note: WatchedNote, _ order: VaultNotesMethod.Order) {
        time = order == .modified ? note.modified : nil
        path = note.path
    }

    /// Reads what `description` wrote.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let path = NotePath(shown: String(parts[2])) else { return nil }
        self.path = path
        switch (Int64(parts[0]), UInt32(parts[1])) {
        case (let seconds?, let rest?): time = FileTime(seconds: seconds, nanoseconds: rest)
        case (nil, nil) where parts[0] == "-" && parts[1] == "-": time = nil
        default: return nil
        }
    }

    var description: String { "\(time.map { "\($0.seconds) \($0.nanoseconds)" } ?? "- -") \(path)" }

    /// The newest first, and then by path.
    static func < (one: NoteMark, other: NoteMark) -> Bool {
        if let time = one.time, let theirs = other.time, time != theirs { return time > theirs }
        return one.path < other.path
    }
}
