// SPDX-License-Identifier: MIT
// `notekit move`: a note goes to another folder of its vault.

internal import NoteKit
internal import NoteLibrary
internal import NoteStore

/// Moves a note into a folder of its vault.
struct MoveCommand: Command {
    static let declaration = CommandDeclaration(
        "move", "Move a note to another folder of its vault.",
        discussion: [
            "FOLDER is a folder of the note's vault, / its top. The vault is the nearest folder above the note "
                + "that holds .obsidian, else the note's own folder. Where the name is taken there, the note gets "
                + "a number; nothing is overwritten, and the time of its last change stays. Its history and its "
                + "pin follow it.",
            "A move that was killed half way is finished by the next command that changes the vault.",
        ],
        operands: [
            Operand("NOTE", .file, "The note."),
            Operand("FOLDER", .word, "A folder of the vault; / is its top."),
        ],
        groups: [.optional(.jsonObject)],
        examples: ["notekit move todo.md Work/2026", "notekit move Work/todo.md /"])

    private let note: NotePath
    private let folder: NotePath
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        folder = try arguments.folderInVault(arguments.operands[1])
        isJSON = arguments.has(.jsonObject)
    }

    func run() -> ExitCode {
        VaultChange(of: {
            let place = try NotePlace(of: note)
            let hierarchy = FolderHierarchy(
                try VaultChange.runner(of: place.vault), index: try SearchIndex(of: place.vault))
            return try hierarchy.moveNote(place.path, into: folder)
        }).deliver(asJSON: isJSON)
    }
}
