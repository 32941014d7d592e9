// SPDX-License-Identifier: MIT
// `notekit list`.

internal import NoteJSON
internal import NoteKit
internal import NoteProgram

/// Lists the notes of a vault.
struct ListCommand: Command {
    private static let sort = Flag(
        "sort", oneOf: NotesFolder.Sorting.self,
        "By last change or by creation, newest first, or by path; modified without this flag.")
    private static let json = Flag("json", "Print one JSON array.")

    static let declaration = CommandDeclaration(
        "list", "List the notes of a vault, newest first.",
        discussion: [
            "A line holds the time of the last change, the bytes and the path of a note. In a path, bytes "
                + "that are not UTF-8 and controls are shown as \\xNN, and a backslash as \\\\.",
            "What could not be looked at is told on the standard error, and the exit code is 1 then.",
        ] + NoteChoice.discussion,
        operands: [Operand("VAULT", .folder, "The folder of notes.")],
        groups: NoteChoice.groups + [.optional(sort), .optional(json)],
        examples: ["notekit list ~/notes", "notekit list --json --sort created ~/notes"] + NoteChoice.examples
    )

    private let vault: NotePath
    private let sorting: NotesFolder.Sorting
    private let choice: NoteChoice
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        sorting = arguments.choice(of: Self.sort, else: .modified)
        choice = try NoteChoice(arguments, sorting)
        isJSON = arguments.has(Self.json)
    }

    func run() throws -> ExitCode {
        let folder = try NotesFolder(vault, sorting: sorting)
        let notes = try choice.notes(of: folder, at: vault)
        let unseen = folder.skipped.filter(\.reason.isUnseen)
        for place in unseen { StandardError.write("notekit: not listed: \(place)\n") }
        return StandardOutput.write(
            isJSON ? Self.array(of: notes) : Self.lines(for: notes), then: unseen.isEmpty ? .fine : .found)
    }

    private static func array(of notes: [ListedNote]) -> [UInt8] {
        JSONWriter.document { json in
            json.array(notes) { json, note in
                json.object { json in
                    json.field("path", note.entry.path.description)
                    json.field("title", note.entry.title)
                    json.field(
                        "folder",
                        note.entry.path.folder.description == "." ? "/" : note.entry.path.folder.description)
                    json.field("size", note.entry.size)
                    json.field("modified", Timestamp.exact(note.entry.modified))
                    json.field("created", note.entry.created.map { Timestamp.exact($0) })
                    if let isPinned = note.isPinned { json.field("pinned", isPinned) }
                }
            }
        }
    }

    private static func lines(for notes: [ListedNote]) -> [UInt8] {
        let format = Timestamp.localFormat
        let sizes = notes.map { Count.grouped($0.entry.size) }
        let width = sizes.map(\.utf8.count).max() ?? 0
        var text: [UInt8] = []
        for (note, size) in zip(notes, sizes) {
            let padding = String(repeating: " ", count: width - size.utf8.count)
            let mark = note.isPinned == true ? "  (pinned)" : ""
            text +=
                "\(Timestamp.text(note.entry.modified, format))  \(padding)\(size)  \(note.entry.path)\(mark)\n"
                .utf8
        }
        return text
    }
}

/// A note that is listed.
struct ListedNote {
    let entry: NotesFolder.Entry
    /// Nil where nobody remembers pins.
    let isPinned: Bool?
}

#if NOTEKIT_CORE
/// Which notes are listed: all, since there is neither a store nor an index.
struct NoteChoice {
    static let discussion: [String] = []
    static let groups: [FlagGroup] = []
    static let examples: [String] = []

    init(_ arguments: Arguments, _ sorting: NotesFolder.Sorting) throws(UsageError) {}

    func notes(of folder: NotesFolder, at vault: NotePath) throws -> [ListedNote] {
        folder.entries.map { ListedNote(entry: $0, isPinned: nil) }
    }
}
#endif
