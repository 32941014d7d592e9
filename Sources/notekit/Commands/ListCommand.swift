// SPDX-License-Identifier: MIT
// `notekit list`.

internal import NoteJSON
internal import NoteKit

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
        ],
        operands: [Operand("VAULT", .folder, "The folder of notes.")],
        groups: [.optional(sort), .optional(json)],
        examples: ["notekit list ~/notes", "notekit list --json --sort created ~/notes"])

    private let vault: NotePath
    private let sorting: NotesFolder.Sorting
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        sorting = arguments.choice(of: Self.sort, else: .modified)
        isJSON = arguments.has(Self.json)
    }

    func run() -> ExitCode {
        do {
            let folder = try NotesFolder(vault, sorting: sorting)
            let unseen = folder.skipped.filter(\.reason.isUnseen)
            for place in unseen { StandardError.write("notekit: not listed: \(place)\n") }
            return StandardOutput.write(
                isJSON ? Self.array(of: folder.entries) : Self.lines(for: folder.entries),
                then: unseen.isEmpty ? .fine : .found)
        } catch {
            StandardError.write("notekit: \(error)\n")
            return .usage
        }
    }

    private static func array(of entries: [NotesFolder.Entry]) -> [UInt8] {
        JSONWriter.document { json in
            json.array(entries) { json, entry in
                json.object { json in
                    json.field("path", entry.path.description)
                    json.field("size", entry.size)
                    json.field("modified", Timestamp.exact(entry.modified))
                    json.field("created", entry.created.map { Timestamp.exact($0) })
                }
            }
        }
    }

    private static func lines(for entries: [NotesFolder.Entry]) -> [UInt8] {
        let format = Timestamp.localFormat
        let sizes = entries.map { Count.grouped($0.size) }
        let width = sizes.map(\.utf8.count).max() ?? 0
        var text: [UInt8] = []
        for (entry, size) in zip(entries, sizes) {
            let padding = String(repeating: " ", count: width - size.utf8.count)
            text += "\(Timestamp.text(entry.modified, format))  \(padding)\(size)  \(entry.path)\n".utf8
        }
        return text
    }
}
