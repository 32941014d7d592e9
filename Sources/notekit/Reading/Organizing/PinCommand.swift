// SPDX-License-Identifier: MIT
// `notekit pin` and `notekit unpin`.

internal import Glibc
internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// What a pin command does.
protocol PinAction {
    static var isPinning: Bool { get }
}

/// Puts a pin on a note.
enum Pinning: PinAction {
    static let isPinning = true
}

/// Takes it away.
enum Unpinning: PinAction {
    static let isPinning = false
}

/// Pins a note, so that lists show it first.
struct PinCommand<Action: PinAction>: Command {
    static var declaration: CommandDeclaration {
        let isPinning = Action.isPinning
        return CommandDeclaration(
            isPinning ? "pin" : "unpin",
            isPinning ? "Have lists show a note first." : "Have lists show a note among the others again.",
            discussion: [
                "The pin lies below the state folder, in what is remembered of the note's vault, and follows the "
                    + "note when that is moved or renamed. The vault is the nearest folder above the note that "
                    + "holds .obsidian, else the note's own folder. The note itself is not touched.",
                "JSON has path, which is below the vault, and pinned.",
            ],
            operands: [Operand("NOTE", .file, "The note.")], groups: [.optional(.jsonObject)],
            examples: ["notekit \(isPinning ? "pin" : "unpin") todo.md"])
    }

    private let note: NotePath
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        let place = try NotePlace(of: note)
        // A pin is taken from a note that is gone, too.
        guard NotesFolder.isNote(place.path), !Action.isPinning || isFile else {
            throw Refusal.missing(note, "'\(note)' is no note. Nothing was changed.")
        }
        let store = try Program.stores.store(of: place.vault)
        try store.setPinned(Action.isPinning, note: place.path)
        guard !isJSON else {
            let json = JSONWriter.document { json in
                json.object { json in
                    json.field("path", place.path.description)
                    json.field("pinned", Action.isPinning)
                }
            }
            return StandardOutput.write(json)
        }
        return StandardOutput.write(
            Action.isPinning ? "Pinned '\(note)'.\n" : "'\(note)' is not pinned.\n")
    }

    private var isFile: Bool {
        var facts = stat()
        return note.withCString { stat($0, &facts) } == 0 && facts.st_mode & S_IFMT == S_IFREG
    }
}
