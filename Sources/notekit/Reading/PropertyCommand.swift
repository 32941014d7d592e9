// SPDX-License-Identifier: MIT
// `notekit property`: the bytes of one property change, and nothing else.

internal import NoteKit
internal import NoteMarkdown
internal import NoteProgram

/// Edits one property of a note, as compare-and-swap.
struct PropertyCommand: EditingCommand {
    private enum Action: String, CaseIterable {
        case set, append, remove, rename

        /// Whether a word follows the name.
        var takesValue: Bool { self != .remove }
    }

    static let declaration = CommandDeclaration(
        "property", "Edit a property of a note.",
        discussion: [
            "set gives the property KEY the text VALUE, append adds it to the list KEY, remove takes KEY away, "
                + "and rename calls it VALUE. set and append make the property, and the front matter, where "
                + "there is none. Only the bytes of that property change: comments, quotes, order and line "
                + "endings stay.",
            "VALUE is text and reads back as it is typed. It is written plain where YAML and the present type "
                + "allow it, in the present value's quotes where it has some, else in double quotes: 5 in "
                + "place of a number is a number, and in place of anything else \"5\". Put -- before a VALUE "
                + "that starts with a dash.",
            "What cannot be done so is refused with exit code 1, and nothing is written: front matter that is "
                + "no YAML, a name that is not there or stands twice, a mapping, an anchor.",
            "When the note changes under the command, or no longer has the digest of --base, nothing is "
                + "written and the exit code is 3.",
            Standstill.discussion,
        ],
        operands: [
            Operand("ACTION", .choice(Action.allCases.map(\.rawValue)), "What to do."),
            Operand("FILE", .file, "The note."), Operand("KEY", .word, "The name of the property."),
            Operand(
                "VALUE", .word, isOptional: true,
                "The text to set or to append, or the new name; not for remove."),
        ],
        groups: [.optional(.base), .optional(.jsonObject)],
        examples: [
            "notekit property set todo.md status done", "notekit property append todo.md tags work",
            "notekit property set todo.md offset -- -1",
        ])

    private let action: Action
    private let file: NotePath
    private let key: String
    private let value: String
    private let base: SHA256Digest?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        let words = arguments.operands
        // The parser lets only the words of the actions through; whatever else came is not taken for one.
        guard let action = Action(rawValue: String(decoding: words[0], as: UTF8.self)) else {
            throw arguments.error("ACTION is not known.")
        }
        self.action = action
        file = try arguments.path(1)
        guard words.count > 3 || !action.takesValue else { throw arguments.error("VALUE is missing.") }
        guard words.count < 4 || action.takesValue else {
            throw arguments.error("remove takes no VALUE.")
        }
        key = try Self.text(words[2], "KEY", arguments)
        value = words.count > 3 ? try Self.text(words[3], "VALUE", arguments) : ""
        guard !key.isEmpty else { throw arguments.error("KEY is empty.") }
        guard action != .rename || !value.isEmpty else { throw arguments.error("VALUE is empty.") }
        base = try arguments.digest(of: .base)
        isJSON = arguments.has(.jsonObject)
    }

    private static func text(
        _ bytes: [UInt8], _ name: String, _ arguments: Arguments
    ) throws(UsageError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw arguments.error("\(name) is not UTF-8.")
        }
        return text
    }

    func run() -> ExitCode {
        let keeping = action == .set || action == .append ? Array(value.utf8) : nil
        return Signals.blocked {
            GuardedEdit(file: file, base: base, keeping: keeping, plan: plan).carryOut()
        }.deliver(asJSON: isJSON)
    }

    private func plan(for note: OpenNote) -> GuardedEdit.Plan {
        let read = NoteProperties(of: note.base)
        do throws(PropertyError) {
            let edits =
                switch action {
                case .set: try read.edits(setting: key, to: value)
                case .append: try read.edits(appending: value, to: key)
                case .remove: try read.edits(removing: key)
                case .rename: try read.edits(renaming: key, to: value)
                }
            return .edits(edits)
        } catch {
            return .nothing(because: "'\(file)' was not edited. \(error) Nothing was written.")
        }
    }
}
