// SPDX-License-Identifier: MIT
// The commands that show what is in notes: outline, links, tags, tasks, scan, tree.

internal import Glibc
internal import NoteKit
internal import NoteProgram

/// Shows a view of one note, or of every note of a vault.
struct ViewCommand<View: NoteView>: Command {
    private static var json: Flag { Flag("json", "Print one JSON array.") }

    static var declaration: CommandDeclaration {
        let operand =
            View.isVaultWide
            ? Operand("PATH", .file, "A note, or the folder of a vault.")
            : Operand("FILE", .file, "The note.")
        let rows =
            View.isVaultWide
            ? [
                "A row names the note, by its path below the vault, and the line. The vault of a note is the "
                    + "nearest folder above it that holds .obsidian, else its own folder. Notes of a vault "
                    + "that are not UTF-8 are named on the standard error and left out."
            ] : []
        return CommandDeclaration(
            View.name, View.summary, discussion: View.discussion + rows, operands: [operand],
            groups: [.optional(json)], examples: View.examples)
    }

    private let path: NotePath
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        path = try arguments.path(0)
        isJSON = arguments.has(Self.json)
    }

    func run() throws -> ExitCode {
        guard View.isVaultWide else { return try showNote() }
        do {
            return try showVault()
        } catch let error as FileError where error.systemError == ENOTDIR {
            return try showNote()
        }
    }

    private func showNote() throws -> ExitCode {
        let bytes = try OpenNote(at: path).base
        let place = try NotePlace(of: path)
        let rows = bytes.withUnsafeBufferPointer { shown(ParsedNote(place.path, $0)) }
        return StandardOutput.write(isJSON ? Array("[".utf8) + rows + Array("]\n".utf8) : rows)
    }

    private func showVault() throws -> ExitCode {
        var output = OutputStream()
        var isFirst = true
        let report = try VaultReader(vault: path).read { path, bytes in
            let rows = shown(ParsedNote(path, bytes))
            return rows.isEmpty ? nil : rows
        } use: { rows in
            if isJSON { try output.write(isFirst ? "[".utf8 : ",".utf8) }
            isFirst = false
            try output.write(rows)
        }
        if isJSON { try output.write(isFirst ? "[]\n".utf8 : "]\n".utf8) }
        try output.flush()
        for note in report.unreadable {
            StandardError.write(
                "notekit: '\(note.path)' is left out: not UTF-8 from byte \(note.offset).\n")
        }
        for other in report.skipped {
            StandardError.write("notekit: '\(other.path)' is left out: \(other.reason).\n")
        }
        return .fine
    }

    private func shown(_ note: ParsedNote) -> [UInt8] {
        isJSON ? NoteRows.json(of: View.self, in: note) : NoteRows.text(of: View.self, in: note)
    }
}
