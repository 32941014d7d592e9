// SPDX-License-Identifier: MIT
// `notekit rename`: another title for a note, with the links to it.

internal import NoteKit
internal import NoteLibrary
internal import NoteProgram
internal import NoteStore

/// Renames a note with its links, or takes that back.
struct RenameCommand: ChangingCommand {
    private static let dryRun = Flag("dry-run", "Only show which links of which notes would be written.")
    private static let renamed = Flag(
        "renamed", "Another program has renamed NOTE to NEW; only write the links. NEW may be a path, too.")
    private static let undo = Flag("undo", "Take the last rename in the vault back; NOTE is the vault then.")
    private static let json = Flag("json", "Print one JSON value.")

    static let declaration = CommandDeclaration(
        "rename", "Give a note another title, and write the links to it anew.",
        discussion: [
            "Every wikilink, embed, link and image of Markdown, definition of a label, and link in quotes in the "
                + "frontmatter of any note of the vault that leads to NOTE is written so that it leads to it under "
                + "NEW. Only the target is written, in the manner in which it is: a name alone stays one while it "
                + "leads there, a path stays a path, .md and percent signs stay as they are. Links that led to "
                + "another note called NEW still lead there. So do the cards of canvases: the file of one, the "
                + "background of a group, and the links in the writing of one; a path in a base is left alone.",
            "NEW is a title, without .md. One that is taken, also but for case or the form of accents, is refused "
                + "with exit code 3; one that no note can have or no link can hold with 2: not UTF-8, blank or "
                + "with a blank at an end, with a dot in front, with / | # ^ [ ] \\ or the end of a line in it, "
                + "or longer than a file's name may be, 255 bytes with .md.",
            "The rename and all links are one change. Each text that is replaced is in the history of its note.",
            VaultChange.discussion, VaultChange.undoDiscussion,
            "A relative symbolic link in the vault that leads to NOTE, or is NOTE, gets another target, so that "
                + "it leads where it led.",
            "A note that another program is writing, or that has a conflict, is left as it is and named, as is one with "
                + "edits that notekitd cannot save; the exit code is 3 then, and the others are done. So is a note behind "
                + "a symbolic link out of the vault (1), and one that this user may not write (5).",
            "Where another program has renamed the note already and it is known to be the same one, or --renamed "
                + "is given, only the links are written.",
        ],
        operands: [
            Operand("NOTE", .file, "The note; with --undo, the vault."),
            Operand("NEW", .word, isOptional: true, "Its new title."),
        ],
        groups: [.optional(dryRun), .optional(renamed), .optional(undo), .optional(json)],
        examples: [
            "notekit rename notes/plan.md 'Plan B' --dry-run", "notekit rename notes/plan.md 'Plan B'",
            "notekit rename --undo notes", "notekit rename --renamed notes/old.md new",
        ])

    private let note: NotePath
    /// As typed; nil for an undoing.
    private let title: [UInt8]?
    private let isDry: Bool
    private let isRenamed: Bool
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        isDry = arguments.has(Self.dryRun)
        isRenamed = arguments.has(Self.renamed)
        isJSON = arguments.has(Self.json)
        title = arguments.operands.count > 1 ? arguments.operands[1] : nil
        guard arguments.has(Self.undo) == (title == nil) else {
            throw arguments.error(title == nil ? "NEW is missing." : "--undo takes the vault, and no title.")
        }
        guard title != nil || !isDry && !isRenamed else {
            throw arguments.error("--undo goes with neither --dry-run nor --renamed.")
        }
    }

    func run() throws -> ExitCode {
        guard let title else {
            try VaultChange.requireFolder(note)
            return try carryOut(try VaultChange.runner(of: note)) { renaming throws(LibraryError) in
                try renaming.undoLast()
            }
        }
        let place = try NotePlace(of: note)
        CrashRecovery.run(beside: note, on: NoteDisk())
        let new = try newPath(of: place, title)
        let runner = try VaultChange.runner(of: place.vault)
        let isMade = try isMade(place, new)
        if isDry {
            let renaming = NoteRenaming(runner, index: try SearchIndex(of: place.vault))
            let plan =
                try isMade
                ? renaming.plan(afterOutsideRename: place.path, to: new)
                : renaming.plan(from: place.path, to: new)
            return RenamePlanAnswer(plan: plan).deliver(isJSON)
        }
        try LeftEdits.bringBack(of: note)
        return try carryOut(runner) { renaming throws(LibraryError) in
            try isMade ? renaming.follow(place.path, to: new) : renaming.rename(place.path, to: new)
        }
    }

    private func carryOut(
        _ runner: OperationRunner, _ work: (NoteRenaming) throws(LibraryError) -> RenameOutcome
    ) throws -> ExitCode {
        let index = try SearchIndex(of: runner.vault)
        // An interrupt ends the program while the rename is planned, and waits for its end once it is begun.
        let result = Result { () throws(LibraryError) in
            try work(NoteRenaming(runner, index: index))
        }
        Signals.letThrough()
        return RenameAnswer(outcome: try result.get()).deliver(isJSON)
    }

    private func newPath(of place: NotePlace, _ title: [UInt8]) throws -> NotePath {
        if isRenamed, title.contains(UInt8(ascii: "/")) {
            let new = try NotePlace(of: NotePath(bytes: title))
            guard new.vault == place.vault else {
                throw LibraryError(.invalidName, new.path, "'\(NotePath(bytes: title))' is in another vault.")
            }
            return new.path
        }
        guard let text = String(validating: title, as: UTF8.self) else {
            throw LibraryError(
                .invalidName, place.path, "A title is UTF-8 text: '\(NotePath(bytes: title))' is not.")
        }
        return try NoteRenaming.path(of: place.path, titled: text)
    }

    /// Whether another program has made the rename: it was said, or it is known.
    private func isMade(_ place: NotePlace, _ new: NotePath) throws -> Bool {
        if isRenamed { return true }
        return try Program.stores.store(of: place.vault).hasMoved(place.path, to: new)
    }
}
