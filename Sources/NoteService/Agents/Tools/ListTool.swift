// SPDX-License-Identifier: MIT
// The tool `list`.

internal import NoteProtocol

/// Lists notes.
enum ListTool: AgentTool {
    static let name = "list"
    static let title = "List notes"
    static let summary =
        "Lists the notes of the vault with title, size and time of the last change, the newest first or by path. A long "
        + "list comes in parts: hand next as after, with the other arguments as they were."

    struct Parameters: ProtocolParameters {
        private static let folderMember = Parameter<String?>("folder", Words.folder)
        private static let findMember = Parameter<String?>(
            "find", "Only notes whose path holds this piece of text. Case does not count.")
        private static let orderMember = Parameter<VaultNotesMethod.Order?>(
            "order", "modified: the newest first, which is usual; or path.")
        private static let afterMember = Parameter<String?>("after", AgentWords.after)
        static let fields = [
            folderMember.field, findMember.field, orderMember.field, AgentLimit.notes.parameter.field,
            afterMember.field,
        ]

        let folder: String?
        let find: String?
        let order: VaultNotesMethod.Order
        let limit: Int
        let after: String?

        init(_ given: GivenParameters) throws(ProtocolError) {
            folder = try given.value(of: Self.folderMember).flatMap { $0.isEmpty ? nil : $0 }
            find = try given.value(of: Self.findMember)
            order = try given.value(of: Self.orderMember) ?? .modified
            limit = try AgentLimit.notes.value(in: given)
            after = try given.value(of: Self.afterMember)
        }
    }

    /// A note.
    struct Note: ProtocolObject {
        static let members: [Member<Note>] = [
            Member("path", AgentWords.path) { $0.note.path },
            Member("title", "Its title.") { $0.note.title },
            Member("size", "The size of the file in bytes.") { $0.note.size },
            Member("modified", "When it was last changed, as ISO 8601.") { $0.note.modified },
        ]

        let note: Service.VaultNotes.Note
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("notes", "The notes.") { $0.list.notes.map { Note(note: $0) } },
            Member("count", "How many there are in all parts.") { $0.list.count },
            Member("next", AgentWords.next) { $0.list.next },
        ]

        let list: Service.VaultNotes.Answer
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        Answer(
            list: try await vault.answer {
                Service.VaultNotes(
                    vault: $0, folder: parameters.folder, find: parameters.find,
                    order: parameters.order == .path ? .path : .modified, limit: parameters.limit,
                    after: parameters.after)
            })
    }
}
