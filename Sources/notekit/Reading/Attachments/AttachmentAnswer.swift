// SPDX-License-Identifier: MIT
// What `notekit attach add` and `remove` answer.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// What came of a change of a note's attachments.
struct AttachmentAnswer {
    private let message: String
    private let exitCode: ExitCode
    private let json: [UInt8]

    static func added(_ names: [String], to note: NotePath) -> AttachmentAnswer {
        let lines = names.map { "Attached '\($0)' to '\(note)'.\n" }
        return AttachmentAnswer(
            message: lines.joined(), exitCode: .fine,
            json: JSONWriter.document { $0.array(names) { $0.string($1) } })
    }

    static func removed(_ removal: AttachmentRemoval, from note: NotePath) -> AttachmentAnswer {
        let name = Excerpt.line(Array(removal.name.utf8))
        var message = "'\(note)' no longer lists '\(name)'."
        if removal.isFileRemoved { message += " The file was removed." }
        if let first = removal.namedBy.first {
            let others = removal.namedBy.count - 1
            message +=
                " The file stays: '\(first)'\(others > 0 ? " and \(Count.of(others, "other"))" : "") names it."
        }
        if let problem = removal.problem { message += " The file is still there: \(problem)" }
        let json = JSONWriter.document { json in
            json.object { json in
                json.field("name", removal.name)
                json.field("removed", removal.isFileRemoved)
                json.field("namedBy") { $0.array(removal.namedBy) { $0.string($1.description) } }
                removal.problem?.refusal.write(to: &json)
            }
        }
        return AttachmentAnswer(
            message: message + "\n", exitCode: removal.problem == nil ? .fine : .notWritten, json: json)
    }

    /// Tells it, and answers how the program ends.
    func deliver(asJSON isJSON: Bool) -> ExitCode {
        if exitCode != .fine { StandardError.write("notekit: \(message)") }
        return StandardOutput.write(isJSON ? json : Array(message.utf8), then: exitCode, done: message)
    }
}
