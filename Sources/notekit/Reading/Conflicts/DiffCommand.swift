// SPDX-License-Identifier: MIT
// `notekit diff`: what both sides of a conflict changed.

internal import Glibc
internal import NoteJSON
internal import NoteKit
internal import NoteProgram
internal import NoteStore

/// Shows the sides of the conflict of a note.
struct DiffCommand: Command {
    private static let json = Flag("json", "Print one JSON object: base, mine, theirs, isDeletion, token.")

    static let declaration = CommandDeclaration(
        "diff", "Show both sides of the conflict of a note.",
        discussion: [
            "Prints two differences in the form of 'diff -u': what was typed here (mine) and what another program wrote "
                + "(theirs), each against the text that both started from (base). In colour on a terminal, unless "
                + "NO_COLOR is set.",
            "What is shown is remembered below the state folder: 'notekit resolve' refuses to end the conflict when a side "
                + "is another by then. JSON holds the token that names both sides, for its --token. Where the daemon does "
                + "not have the note open, theirs is what the file holds now.",
            "The exit code is 1 when the note is in conflict, and 0 when it is in none, which is said on the standard "
                + "error. It works with and without a daemon.",
        ],
        operands: [Operand("NOTE", .file, "The note.")], groups: [.optional(json)],
        examples: ["notekit diff todo.md", "notekit diff --json todo.md"])

    private let note: NotePath
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        note = try arguments.path(0)
        isJSON = arguments.has(Self.json)
    }

    func run() throws -> ExitCode {
        guard let real = note.real else {
            throw Refusal.missing(note, "'\(note)' is not there, and neither is its folder.")
        }
        let daemon = try Daemon.running()
        guard let sides = try ConflictSides.find(of: real, daemon, daemon?.place(of: real)) else {
            var facts = stat()
            guard note.withCString({ stat($0, &facts) }) == 0 else {
                throw Refusal.missing(note, "'\(note)' is not there, and is in no conflict.")
            }
            ShownSides(of: real).forget()
            StandardError.write("notekit: '\(note)' is in no conflict.\n")
            return isJSON ? StandardOutput.write("null\n") : .fine
        }
        do throws(StoreError) {
            try ShownSides(of: real).remember(sides.token)
        } catch {
            StandardError.write(
                "notekit: \(error) 'notekit resolve' will not know what was shown; --token says so.\n")
        }
        return StandardOutput.write(isJSON ? Self.json(of: sides) : text(of: sides), then: .found)
    }

    private static func json(of sides: ConflictSides) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("base", sides.base)
                json.field("mine", sides.mine)
                json.field("theirs", sides.theirs)
                json.field("isDeletion", sides.isDeletion)
                json.field("token", sides.token.description)
            }
        }
    }

    private func text(of sides: ConflictSides) -> [UInt8] {
        let base = Array((sides.base ?? "").utf8)
        let mine = difference(from: base, to: sides.mine, "mine")
        let theirs = difference(from: base, to: sides.theirs, sides.isDeletion ? "theirs: deleted" : "theirs")
        return DifferenceColours.isWanted ? DifferenceColours.painted(mine + theirs) : mine + theirs
    }

    private func difference(from base: [UInt8], to text: String?, _ name: String) -> [UInt8] {
        UnifiedDifference(
            from: base, named: "\(note) (base)", to: Array((text ?? "").utf8), named: "\(note) (\(name))"
        ).bytes
    }
}
