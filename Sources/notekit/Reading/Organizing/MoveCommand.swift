// SPDX-License-Identifier: MIT
// `notekit move`: a note goes to another folder of its vault.

internal import NoteKit
internal import NoteLibrary
internal import NoteProgram
internal import NoteStore

/// Moves a note into a folder of its vault.
struct MoveCommand: ChangingCommand {
    private static let undo = Flag(
        "undo", "Take the last move of a note in the vault back; NOTE is the vault then.")

    static let declaration = CommandDeclaration(
        "move", "Move a note to another folder of its vault.",
        discussion: [
            "FOLDER is a folder of the note's vault, / its top. The vault is the nearest folder above the note "
                + "that holds .obsidian, else the note's own folder. Where the name is taken there, the note gets "
                + "a number; nothing is overwritten, and the time of its last change stays. Its history and its "
                + "pin follow it.",
            "Links that would not lead to the note any more, and its own that are counted from its folder, are "
                + "written anew as by 'notekit rename', in canvases too.",
            "Refused are a folder in place of NOTE, a symbolic link that would lead elsewhere from another folder, "
                + "and a FOLDER that is not there, is a symbolic link, or is hidden by a dot in front of its name; "
                + "nothing is moved out of a hidden folder either.",
            VaultChange.discussion, VaultChange.undoDiscussion,
        ],
        operands: [
            Operand("NOTE", .file, "The note; with --undo, the vault."),
            Operand("FOLDER", .word, isOptional: true, "A folder of the vault; / is its top."),
        ],
        groups: [.optional(undo), .optional(.jsonObject)],
        examples: [
            "notekit move todo.md Work/2026", "notekit move Work/todo.md /", "notekit move --undo ~/notes",
        ])

    private let note: NotePath
    /// Nil for an undoing.
    private let folder: NotePath?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        let word = arguments.operands.dropFirst().first
        guard arguments.has(Self.undo) == (word == nil) else {
            throw arguments.error(
                word == nil ? "FOLDER is missing." : "--undo takes the vault, and no FOLDER.")
        }
        folder = try word.map { word throws(UsageError) in try arguments.folderInVault(word) }
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode { try VaultChange(change).deliver(asJSON: isJSON) }

    private func change() throws -> OperationOutcome {
        guard let folder else {
            let hierarchy = FolderHierarchy(
                try VaultChange.runner(of: note), index: try SearchIndex(of: note))
            return try hierarchy.undoLast(.noteMove)
        }
        let place = try NotePlace(of: note)
        try LeftEdits.bringBack(of: note)
        let hierarchy = FolderHierarchy(
            try VaultChange.runner(of: place.vault), index: try SearchIndex(of: place.vault))
        return try hierarchy.moveNote(place.path, into: folder)
    }
}
