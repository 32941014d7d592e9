// SPDX-License-Identifier: MIT
// `notekit attach`: the files of a note, and where they stand in its writing.

internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// Attaches files to a note, and places them in it.
struct AttachCommand: ChangingCommand {
    private enum Action: String, CaseIterable {
        case add, list, remove, place, up, down, lift
    }

    private static let json = Flag("json", "Print one JSON value.")
    private static let at = Flag(
        "at", takes: .text("OFFSET"),
        "For 'place': where, in bytes of the file. For 'up', 'down' and 'lift': in the line that is meant.")

    static let declaration = CommandDeclaration(
        "attach", "Attach files to a note, and place them in it.",
        discussion: [
            "'add' copies FILE into the attachment folder of the vault, as Obsidian is set, and lists its name in "
                + "the property 'attachments'. A name that is taken gets a number: 'photo 1.png'. 'list' shows the "
                + "files that the note lists. 'remove' takes NAME out of the list and removes the file then, unless "
                + "another note lists, embeds or links to it, or has it as its drawing, or a canvas or a base names "
                + "it; placements stay. None of these makes a version in the history, and none is taken back: a "
                + "file that was removed is gone.",
            "'add' takes regular files only. A setting of the vault that cannot be read, or that puts attachments "
                + "outside of it, is refused with exit code 2, and a list that is written in a way that is left "
                + "alone, as a mapping, with 1. " + VaultChange.discussion,
            "'place' writes ![[NAME]] as a block of its own: below the block that OFFSET is in, above it where "
                + "OFFSET is its start, or in the blank line there. 'up' and 'down' move a placement past one block, "
                + "a list being one; 'lift' takes it out. NAME is a name as the note spells it, the last part of it, "
                + "or the UUID of {{attachment:UUID}}; the first placement of that name is meant unless --at says "
                + "another. One that the note does not list and the vault does not hold is not placed, nor one that "
                + "cannot stand in double brackets. Nothing else changes: where another block would become something else, as it would "
                + "in code without an end, nothing is written and the exit code is 1. Placements in lists and "
                + "quotes stay where they are.",
            "When the note changes under the command, nothing is written and the exit code is 3.",
        ],
        operands: [
            Operand("ACTION", .choice(Action.allCases.map(\.rawValue)), "What to do."),
            Operand("NOTE", .file, "The note."),
            Operand(
                "FILE", .file, isOptional: true, isRepeated: true,
                "The file to attach, or the NAME of the attachment; none for 'list'."),
        ],
        groups: [.optional(json), .optional(at)],
        examples: [
            "notekit attach add trip.md ~/photo.png", "notekit attach list trip.md --json",
            "notekit attach place trip.md photo.png --at 120", "notekit attach up trip.md photo.png",
        ])

    private let action: Action
    private let note: NotePath
    /// The files to attach, or the one name.
    private let words: [[UInt8]]
    private let offset: Int?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        // The parser let only the words of the actions through.
        action = Action(rawValue: String(decoding: arguments.operands[0], as: UTF8.self)) ?? .list
        note = try arguments.path(1)
        words = Array(arguments.operands.dropFirst(2))
        isJSON = arguments.has(Self.json)
        offset = try arguments.number(of: Self.at, in: 0...Int.max)
        switch action {
        case .list: guard words.isEmpty else { throw arguments.error("'list' takes no FILE.") }
        case .add: guard !words.isEmpty else { throw arguments.error("FILE is missing.") }
        default: guard words.count == 1 else { throw arguments.error("'\(action.rawValue)' takes one NAME.") }
        }
        guard !words.contains(where: \.isEmpty) else { throw arguments.error("FILE is empty.") }
        guard action != .place || offset != nil else { throw arguments.error("'place' takes --at OFFSET.") }
        guard offset == nil || ![.add, .list, .remove].contains(action) else {
            throw arguments.error("'\(action.rawValue)' takes no --at.")
        }
    }

    func run() throws -> ExitCode {
        switch action {
        case .add, .list, .remove: try attachments()
        case .place, .up, .down, .lift:
            Signals.blocked {
                GuardedEdit(file: note, base: nil, keeping: nil, plan: plan).carryOut()
            }.deliver(asJSON: isJSON)
        }
    }

    // MARK: - Files

    private func attachments() throws -> ExitCode {
        let place = try NotePlace(of: note)
        CrashRecovery.run(beside: note, on: NoteDisk())
        let runner = try VaultChange.runner(of: place.vault)
        let attachments = NoteAttachments(of: place.path, by: runner, looksEverywhere: place.isInVault)
        switch action {
        case .add:
            let names = Signals.blocked { Result { try attachments.add(words.map { NotePath(bytes: $0) }) } }
            return AttachmentAnswer.added(try names.get(), to: note).deliver(asJSON: isJSON)
        case .remove:
            let removal = Signals.blocked { Result { try attachments.remove(name) } }
            return AttachmentAnswer.removed(try removal.get(), from: note).deliver(asJSON: isJSON)
        default:
            let rows = AttachmentRows(try attachments.list(), attachments.store)
            return StandardOutput.write(isJSON ? rows.json : rows.lines)
        }
    }

    private var name: String { words.first.map { String(decoding: $0, as: UTF8.self) } ?? "" }

    // MARK: - Placements

    private func plan(for opened: OpenNote) -> GuardedEdit.Plan {
        do throws(PlacementError) {
            return .edits(try edits(of: opened.base))
        } catch {
            let reason = "'\(note)' was not edited. \(error) Nothing was written."
            return error.code == .badOffset ? .misused(because: reason) : .nothing(because: reason)
        }
    }

    /// A placement shows a file: one that the note lists, or that is in the vault.
    private func checkFile(listedIn file: [UInt8]) throws(PlacementError) {
        if NoteAttachments.names(in: file).contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return }
        let place: NotePlace
        do throws(FileError) {
            place = try NotePlace(of: note)
        } catch {
            throw PlacementError(.missing, error.description)
        }
        let files = VaultFiles(of: place.vault, looksEverywhere: place.isInVault)
        guard files.file(name, .wikilink, from: place.path) != nil else {
            throw PlacementError(
                .missing, "It lists no file '\(NotePath(bytes: words[0]))', and the vault holds none.")
        }
    }

    private func edits(of file: [UInt8]) throws(PlacementError) -> [NoteEdit] {
        let writing = InlineAttachments(of: file)
        guard action != .place else {
            guard let marker = InlineAttachmentMarker(placing: name) else {
                throw PlacementError(
                    .badName, "'\(NotePath(bytes: words[0]))' cannot be spelled in ![[...]].")
            }
            try checkFile(listedIn: file)
            return try writing.edits(placing: marker, at: offset ?? 0)
        }
        let placement = try writing.placement(of: name, at: offset)
        return switch action {
        case .up: try writing.edits(movingUp: placement)
        case .down: try writing.edits(movingDown: placement)
        default: try writing.edits(lifting: placement)
        }
    }
}
