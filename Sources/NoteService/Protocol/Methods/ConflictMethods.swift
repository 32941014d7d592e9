// SPDX-License-Identifier: MIT
// `conflict/list` and `conflict/show`.

internal import NoteKit
internal import NoteStore

/// The conflicts of a vault.
enum ConflictListMethod: ServiceMethod {
    static let name = "conflict/list"
    static let summary =
        "Lists the notes of a vault that are in conflict: those that are open, and those that were when they were "
        + "last open."
    static let isRepeatable = true
    static let hasLargeAnswer = true

    struct Parameters: ProtocolParameters {
        private static let vaultMember = Parameter<String>("vault", Words.vault)
        static let fields = [vaultMember.field]

        let vault: String

        init(_ given: GivenParameters) throws(ProtocolError) {
            vault = try given.value(of: Self.vaultMember)
        }
    }

    /// A conflict.
    struct Conflict: ProtocolObject {
        static let members: [Member<Conflict>] = [
            Member("path", "The note.") { $0.path },
            Member("since", "When it was seen, as ISO 8601; null where nobody remembers.") { $0.since },
            Member("isOpen", "Whether the note is open, by whomever.") { $0.isOpen },
            Member("isDeletion", "Whether the other side has deleted the note.") { $0.isDeletion },
        ]

        let path: String
        let since: String?
        let isOpen: Bool
        let isDeletion: Bool
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("conflicts", "The conflicts, by path.") { $0.conflicts }
        ]

        let conflicts: [Conflict]
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .vault(parameters.vault) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let vault = try client.vault(parameters.vault)
        let stored = try await vault.conflicts.all()
        let open = await vault.notes.inConflict()
        var conflicts = stored.filter { stored in !open.contains { $0.path == stored.note } }.map { stored in
            Conflict(
                path: stored.note.description, since: Moment.text(stored.since), isOpen: false,
                isDeletion: stored.theirs == nil)
        }
        conflicts += open.map { note in
            let since = stored.first { $0.note == note.path }?.since
            return Conflict(
                path: note.path.description, since: since.map { Moment.text($0) }, isOpen: true,
                isDeletion: note.conflict.theirs == nil)
        }
        return Answer(
            conflicts: conflicts.sorted { Array($0.path.utf8).lexicographicallyPrecedes($1.path.utf8) })
    }
}

/// The sides of a conflict.
enum ConflictShowMethod: ServiceMethod {
    static let name = "conflict/show"
    static let summary =
        "Shows the sides of a conflict, and the text to which both come together. Of one that is only remembered, "
        + "theirs is what the note holds now."
    static let isRepeatable = true
    static let hasLargeAnswer = true

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("base", "What both sides started from; null where the note was new.") { $0.base },
            Member("mine", "What was typed here.") { $0.mine },
            Member("theirs", "What another program wrote; null where it deleted the note, or wrote no text.")
            {
                $0.theirs
            },
            Member("merged", "A proposal; null where there is none.") { $0.merged },
            Member("isClean", "Whether the sides contradict each other nowhere.") { $0.isClean },
            Member("isDeletion", "Whether the other side has deleted the note.") { $0.isDeletion },
            Member("token", "What names both sides as they are now, for note/resolve.") { $0.token },
        ]

        let base: String?
        let mine: String?
        let theirs: String?
        let merged: String?
        let isClean: Bool
        let isDeletion: Bool
        let token: String

        init(_ sides: ConflictNow) {
            base = NoteText(readable: sides.base)?.text
            mine = NoteText(readable: sides.mine)?.text
            theirs = NoteText(readable: sides.theirs)?.text
            merged = NoteText(readable: sides.merge?.bytes)?.text
            isClean = sides.merge?.isClean ?? false
            isDeletion = sides.theirs == nil
            token = ConflictToken(mine: sides.mine, theirs: sides.theirs).description
        }
    }

    static func lane(_ parameters: NoteParameters) -> RequestLane { parameters.lane }

    static func carryOut(
        _ parameters: NoteParameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (vault, place) = try await parameters.place(for: client)
        guard let conflict = try await vault.notes.conflict(of: place) else {
            throw ProtocolError(.noConflict, "'\(place.path)' is in no conflict.")
        }
        return Answer(conflict)
    }
}
