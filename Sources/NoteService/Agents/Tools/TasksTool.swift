// SPDX-License-Identifier: MIT
// The tools `tasks` and `toggle_task`.

internal import NoteKit
internal import NoteProtocol

/// Lists the tasks of a note.
enum TasksTool: AgentTool {
    static let name = "tasks"
    static let title = "List tasks"
    static let summary =
        "Lists the tasks of a note: list items that begin with a character in brackets, a blank while they are open. "
        + "Hand line and digest to toggle_task. For the tasks of all notes, search for '- [ ]'."

    struct Parameters: ProtocolParameters {
        private static let openMember = Parameter<Bool?>(
            "isOpen", "Only open tasks, or only those that are not.")
        static let fields = AgentRows.fields + [openMember.field]

        let rows: AgentRows
        let isOpen: Bool?

        init(_ given: GivenParameters) throws(ProtocolError) {
            rows = try AgentRows(given)
            isOpen = try given.value(of: Self.openMember)
        }
    }

    /// A task.
    struct Row: ProtocolObject {
        static let members: [Member<Row>] = [
            Member("line", "The number of its line, from 1 on.") { $0.line },
            Member("status", "The character in the box; a blank is open.") { $0.status },
            Member("text", "What is to be done.") { $0.text },
            Member("depth", "In how many list items it is nested.") { $0.depth },
        ]

        let line: Int
        let status: String
        let text: String
        let depth: Int
        let box: Range<Int>
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("digest", AgentWords.digest) { $0.digest },
            Member("tasks", "The tasks, in the order of the note.") { $0.part.rows },
            Member("next", AgentWords.next) { $0.part.next },
        ]

        let digest: String
        let part: AgentPart<Row>
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let path = parameters.rows.path
        let note = AgentNote(path, try await vault.text(of: path))
        let rows = note.look { tree, lines, bytes in
            tree.tasks(in: bytes).filter { task in parameters.isOpen.map { $0 == task.isOpen } ?? true }.map {
                Row(
                    line: lines.line(at: $0.box.lowerBound), status: String($0.status),
                    text: AgentNote.excerpt($0.text, bytes), depth: $0.depth, box: $0.box)
            }
        }
        let part = parameters.rows.part(of: rows)
        vault.shown.add(0..<0, of: note.digest, length: note.bytes.count)
        for row in part.rows { vault.shown.add(row.box, of: note.digest, length: note.bytes.count) }
        return Answer(digest: note.digest, part: part)
    }
}

/// Ticks a task.
enum ToggleTaskTool: AgentTool {
    static let name = "toggle_task"
    static let title = "Tick a task"
    static let summary =
        "Ticks a task of a note, or opens it again: a blank box gets an x, any other becomes blank. Only that character "
        + "changes. Needs the digest that tasks or read told as base; refused with conflict when the note has changed "
        + "since, with unseen where neither told that line."
    static let isWriting = true

    struct Parameters: ProtocolParameters {
        private static let lineMember = Parameter<Int>("line", "The line of the task, as tasks tells it.")
        private static let statusMember = Parameter<String?>(
            "status", "A character to put into the box instead.")
        static let fields = AgentBase.fields + [lineMember.field, statusMember.field]

        let note: AgentBase
        let line: Int
        let status: Unicode.Scalar?

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try AgentBase(given)
            line = try given.value(of: Self.lineMember)
            let text = try given.value(of: Self.statusMember)
            status = text?.unicodeScalars.first
            guard let text else { return }
            guard text.unicodeScalars.count == 1, let status, !"[]\n\r".unicodeScalars.contains(status) else {
                throw ProtocolError(
                    .invalidParameters,
                    "arguments.status is one character, and neither a bracket nor a line ending.")
            }
        }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> ChangeAnswer {
        let path = parameters.note.path
        let note = AgentNote(path, try await vault.text(of: path, at: parameters.note.base))
        let edit = note.look { tree, lines, bytes in
            tree.tasks(in: bytes).first { lines.line(at: $0.box.lowerBound) == parameters.line }.map { task in
                Service.TextEdit(
                    start: task.statusRange.lowerBound, end: task.statusRange.upperBound,
                    text: String(parameters.status ?? task.toggledStatus))
            }
        }
        guard let edit else {
            throw AgentRefusal(
                "no-task", "Line \(parameters.line) of '\(path)' holds no task. Nothing was written.",
                advice: "tasks tells the lines.")
        }
        return try await parameters.note.change([edit], in: vault)
    }
}
