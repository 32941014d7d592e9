// SPDX-License-Identifier: MIT
// `note/write`: the safe write for programs.

internal import NoteKit

/// Writes a note that was read, or a new one.
enum NoteWriteMethod: ServiceMethod {
    static let name = "note/write"
    static let summary =
        "Writes a note, if it still holds what base names; a new note without base. Only what differs is touched: "
        + "line endings, byte order mark and all else stay. Refused, nothing was written, and the error tells the "
        + "present digest. Where the note is open, everybody who has it open sees the change. "
        + "What it replaces is in the history first; where that cannot be written, the note is all the same, and the "
        + "answer carries a warning."

    struct Parameters: ProtocolParameters {
        private static let baseMember = Parameter<String?>(
            "base", "The digest of what the text was made from, as note/read told it; none for a new note.")
        private static let textMember = Parameter<String?>(
            "text",
            "The whole text. A U+FEFF at its front is the byte order mark of a new note; a note that is there keeps its "
                + "own, or has none as before.")
        private static let editsMember = Parameter<[TextEdit]?>(
            "edits", "In place of text: what to replace in the text that base names. No ranges overlap.")
        static let fields = NoteParameters.fields + [baseMember.field, textMember.field, editsMember.field]

        /// What is to be written.
        enum Change: Sendable {
            case text(String)
            case edits([TextEdit])
        }

        let note: NoteParameters
        let base: SHA256Digest?
        let change: Change

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try NoteParameters(given)
            if let base = try given.value(of: Self.baseMember) {
                guard let digest = SHA256Digest(base) else {
                    throw ProtocolError(.invalidParameters, "params.base is 64 hexadecimal digits.")
                }
                self.base = digest
            } else {
                base = nil
            }
            switch (try given.value(of: Self.textMember), try given.value(of: Self.editsMember)) {
            case (let text?, nil): change = .text(text)
            case (nil, let edits?) where base != nil:
                try TextEdit.check(edits)
                change = .edits(edits)
            case (nil, _?): throw ProtocolError(.invalidParameters, "params: edits need a base.")
            default: throw ProtocolError(.invalidParameters, "params: text or edits, one of them.")
            }
        }
    }

    static func lane(_ parameters: Parameters) -> RequestLane { parameters.note.lane }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> WriteAnswer {
        let (vault, place) = try await parameters.note.place(for: client)
        let writing = NoteWriting(place, in: vault, for: client)
        guard let base = parameters.base else {
            guard case .text(let text) = parameters.change else { return try await writing.create("") }
            return try await writing.create(text)
        }
        let offsets = client.offsets
        return try await writing.replace(base) { (text: inout NoteText) throws(ProtocolError) in
            switch parameters.change {
            case .text(let new): text.setText(ofFile: new)
            case .edits(let edits):
                var replacements: [TextReplacement] = []
                for edit in edits { replacements.append(try edit.replacement(in: text, offsets)) }
                do throws(SessionError) {
                    _ = try text.make(replacements)
                } catch {
                    throw ProtocolError(error)
                }
            }
        }
    }
}

/// What came of a write.
struct WriteAnswer: ProtocolObject {
    /// What a save established.
    struct Receipt: ProtocolObject {
        static let members: [Member<Receipt>] = [
            Member(
                "proof", "How sure it is that nobody's bytes were displaced: proven, verified, unverified."
            ) {
                $0.receipt.proof.rawValue
            },
            Member("durable", "Whether it is known to survive a power cut.") { $0.receipt.durable },
            Member("lost", "Properties of the old file that the new one does not have.") { $0.receipt.lost },
        ]

        let receipt: SaveReceipt
    }

    enum Status: String, ProtocolWord {
        case saved
        case unchanged
    }

    static let members: [Member<WriteAnswer>] = [
        Member("status", "saved, or unchanged where the note held that already.") { $0.status },
        Member("digest", Words.digest) { $0.digest },
        Member("receipt", "What the save established; null where nothing was written, or a session wrote it.")
        {
            $0.receipt
        },
        Member(
            "warning",
            "Why what the note held before is not in its history, where it could not be kept; null else."
        ) {
            $0.warning
        },
    ]

    let status: Status
    let digest: String
    let receipt: Receipt?
    var warning: String?

    /// What is said where the text that a write replaced could not be kept.
    static func warning(of file: NotePath, _ error: FileError) -> String {
        "What '\(file)' held before is not in its history. \(error)"
    }
}
