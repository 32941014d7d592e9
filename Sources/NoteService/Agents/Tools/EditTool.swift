// SPDX-License-Identifier: MIT
// The tool `edit`.

internal import NoteProtocol

/// Changes parts of a note.
enum EditTool: AgentTool {
    static let name = "edit"
    static let title = "Edit a note"
    static let summary =
        "Replaces parts of a note and leaves every other byte as it is. Each edit names the part either by old, the exact "
        + "text that stands there and nowhere else in the note, or by start and end in bytes of the text that read told "
        + "(start equal to end inserts). All edits speak of the text of base, none overlap, and all are made or none. "
        + "Needs the digest that read told as base: refused with conflict when the note has changed since, with unseen "
        + "where a range was not read. Refused, nothing was written."
    static let isWriting = true

    /// One edit.
    struct Change: ProtocolParameters {
        private static let oldMember = Parameter<String?>(
            "old", "The text to replace, exactly as it stands in the note; it must stand there once.")
        private static let startMember = Parameter<Int?>(
            "start", "In place of old: where the part begins, in bytes of the text.")
        private static let endMember = Parameter<Int?>("end", "Where it ends.")
        private static let textMember = Parameter<String>("text", "What takes its place.")
        static let fields = [oldMember.field, startMember.field, endMember.field, textMember.field]

        /// The part that is replaced.
        enum Place: Sendable {
            case old([UInt8])
            case range(Range<Int>)
        }

        let place: Place
        let text: String

        init(_ given: GivenParameters) throws(ProtocolError) {
            text = try given.value(of: Self.textMember)
            let old = try given.value(of: Self.oldMember)
            let start = try given.value(of: Self.startMember)
            let end = try given.value(of: Self.endMember)
            switch (old, start, end) {
            case (let old?, nil, nil):
                let bytes = Array(AgentBase.shown(old).utf8)
                guard !bytes.isEmpty else {
                    throw ProtocolError(
                        .invalidParameters, "old is empty. To insert, give start and end, both the same.")
                }
                place = .old(bytes)
            case (nil, let start?, let end?):
                place = .range(try TextEdit.range(from: start, to: end))
            default:
                throw ProtocolError(.invalidParameters, "An edit has either old, or start and end.")
            }
        }
    }

    struct Parameters: ProtocolParameters {
        private static let editsMember = Parameter<[Change]>("edits", "The edits, 10,000 at most.")
        static let fields = AgentBase.fields + [editsMember.field]

        let note: AgentBase
        let edits: [Change]

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try AgentBase(given)
            edits = try given.value(of: Self.editsMember)
        }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> ChangeAnswer {
        var text: [UInt8]?
        var edits: [Service.TextEdit] = []
        var known: Set<Int> = []
        for change in parameters.edits {
            switch change.place {
            case .range(let range):
                edits.append(
                    Service.TextEdit(start: range.lowerBound, end: range.upperBound, text: change.text))
            case .old(let old):
                // Before the note is read for it: nobody learns by guessing what a note holds.
                try vault.shown.require([], of: parameters.note.base, parameters.note.path)
                if text == nil {
                    text = Array(
                        try await vault.text(of: parameters.note.path, at: parameters.note.base).text.utf8)
                }
                let start = try place(of: old, in: text ?? [], of: parameters.note.path)
                known.insert(edits.count)
                edits.append(Service.TextEdit(start: start, end: start + old.count, text: change.text))
            }
        }
        return try await parameters.note.change(edits, known: known, in: vault)
    }

    /// Where the one place is that holds a text.
    private static func place(
        of old: [UInt8], in text: [UInt8], of path: String
    ) throws(AgentRefusal) -> Int {
        let places = ByteSearch(for: old).places(in: text, most: 2)
        guard let first = places.first else {
            throw AgentRefusal(
                "not-found", "'\(path)' does not hold the text of old. Nothing was written.",
                advice: "Copy it from what read told, spaces and line feeds included.")
        }
        guard places.count == 1 else {
            throw AgentRefusal(
                "ambiguous", "'\(path)' holds the text of old more than once. Nothing was written.",
                advice: "Give more of what is around it, or start and end.")
        }
        return first
    }
}
