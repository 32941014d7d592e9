// SPDX-License-Identifier: MIT
// `notekit conflicts`: the notes that wait for somebody to choose.

internal import NoteJSON
internal import NoteKit
internal import NoteProgram

/// Lists the notes of a vault that are in conflict.
struct ConflictsCommand: Command {
    private static let json = Flag("json", "Print one JSON array.")

    static let declaration = CommandDeclaration(
        "conflicts", "List the notes of a vault that are in conflict.",
        discussion: [
            "A note is in conflict when another program changed it under unsaved edits of the daemon's clients. "
                + "Neither side is lost, and nothing is written until somebody chooses: see 'notekit diff' and "
                + "'notekit resolve'. A conflict is remembered below the state folder, so it is listed with and without "
                + "a daemon; JSON tells whether the daemon has the note open, and whether the other side deleted it.",
            "Without VAULT it is the vault that the current folder is in. The exit code is 1 when there is a conflict.",
        ],
        operands: [Operand("VAULT", .folder, isOptional: true, "The folder of notes.")],
        groups: [.optional(json)], examples: ["notekit conflicts ~/notes", "notekit conflicts --json"])

    private let vault: NotePath?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = arguments.operands.isEmpty ? nil : try arguments.path(0)
        isJSON = arguments.has(Self.json)
    }

    func run() throws -> ExitCode {
        let folder = try Self.folder(vault)
        let conflicts = try VaultConflicts(of: folder, try Daemon.running())
        // They may turn out to be in conflict, and nobody knows yet.
        let left = try LeftEdits(in: folder).notes.count
        if left > 0 {
            StandardError.write(
                "notekit: \(Count.of(left, "note")) with unsaved edits of a killed process: see 'notekit status'.\n"
            )
        }
        let code: ExitCode = conflicts.rows.isEmpty ? .fine : .found
        guard !isJSON else {
            return StandardOutput.write(JSONWriter.document { conflicts.write(to: &$0) }, then: code)
        }
        let format = Timestamp.localFormat
        let lines = conflicts.rows.map { row in
            "\(row.since.map { Timestamp.text($0, format) } ?? "-")  \(row.path)"
                + (row.isDeletion ? "  (deleted elsewhere)\n" : "\n")
        }
        return StandardOutput.write(lines.joined(), then: code)
    }

    /// The real path of a vault; without one, that of the vault that the current folder is in.
    private static func folder(_ vault: NotePath?) throws -> NotePath {
        guard let vault else { return try NotePlace(of: NotePath("note.md")).vault }
        guard let real = vault.realFolder else {
            throw Refusal.missing(vault, "'\(vault)' is no vault: there is no such folder.")
        }
        return real
    }
}
