// SPDX-License-Identifier: MIT
// `notekit history`: what a note held before.

internal import Glibc
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram
internal import NoteStore

/// Shows the versions of a note, and brings one back.
struct HistoryCommand: Command {
    private enum Action: String, CaseIterable {
        case list, show, diff, restore, limits
    }

    private static let json = Flag("json", "Print one JSON value.")
    private static let days = Flag("days", takes: .text("N"), "Keep every version for so many days.")
    private static let count = Flag(
        "count", takes: .text("N"), "Keep so many versions of a note after that; 'all' for all.")
    private static let bytes = Flag(
        "bytes", takes: .text("N"), "Keep so many bytes after that, compressed; 'all' for all.")

    static let declaration = CommandDeclaration(
        "history", "Show what a note held before, and bring it back.",
        discussion: [
            "A version is what a save of NoteKit put another text in place of, what a note held when 'notekit "
                + "rename' gave it another title, or what a conflict did not choose. 'list' shows the newest first: the ID, when it was put aside, when it had been "
                + "edited, why it was kept, and the title. 'show' prints its bytes, 'diff' what changed from it "
                + "to the note as it is now, and 'restore' puts it in place of the note; what the note held "
                + "until then becomes a version first.",
            "A restored version is written as by 'notekit edit': when the note changes meanwhile, or another program "
                + "has it open for writing, nothing is written and the exit code is 3. An ID that is none of the "
                + "note's versions is exit code 2. 'show' and 'diff' print no JSON. " + Standstill.discussion,
            "NOTE need not be there any more. A version follows its note when that is renamed: by this "
                + "program, or by another one while the note can be known by its file or its text.",
            "Versions lie below the state folder and never in the vault. 'limits' shows how long they are "
                + "kept there, and sets it for the vault of NOTE: none expires within the days, none that is the "
                + "last of its note.",
        ],
        operands: [
            Operand("ACTION", .choice(Action.allCases.map(\.rawValue)), "What to do."),
            Operand("NOTE", .file, "The note."),
            Operand("ID", .word, isOptional: true, "The version, as 'list' names it."),
        ],
        groups: [.optional(json), .optional(days), .optional(count), .optional(bytes)],
        examples: [
            "notekit history list todo.md", "notekit history diff todo.md 12-5f0c81d3",
            "notekit history limits todo.md --days 90 --count all",
        ])

    private let action: Action
    private let note: NotePath
    private let id: String
    private let isJSON: Bool
    private let limits: HistoryLimits

    init(_ arguments: Arguments) throws(UsageError) {
        // The parser let only the words of the actions through.
        action = Action(rawValue: String(decoding: arguments.operands[0], as: UTF8.self)) ?? .list
        note = try arguments.path(1)
        isJSON = arguments.has(Self.json)
        let takesID = [.show, .diff, .restore].contains(action)
        guard takesID == (arguments.operands.count > 2) else {
            throw arguments.error(takesID ? "ID is missing." : "'\(action.rawValue)' takes no ID.")
        }
        guard !isJSON || ![.show, .diff].contains(action) else {
            throw arguments.error("'\(action.rawValue)' prints no JSON.")
        }
        id = takesID ? String(decoding: arguments.operands[2], as: UTF8.self) : ""
        limits = HistoryLimits(
            days: try arguments.number(of: Self.days, in: 0...1_000_000),
            count: try arguments.limit(of: Self.count), bytes: try arguments.limit(of: Self.bytes))
        guard action == .limits || limits.isEmpty else {
            throw arguments.error("--days, --count and --bytes are for 'limits'.")
        }
    }

    func run() throws -> ExitCode {
        guard action != .restore else { return restore() }
        do {
            return try look()
        } catch  where action != .limits && Refusal(error).exitCode == .notWritten {
            // Nothing was to be written: what is remembered cannot be looked at.
            let refusal = Refusal(error)
            throw Refusal(.usage, refusal.code, about: note, refusal.message)
        }
    }

    private func look() throws -> ExitCode {
        let history = try NoteHistory(ofFile: note, in: Program.stores)
        switch action {
        case .list:
            let versions = try history.versions()
            guard !versions.isEmpty || isThere else {
                throw Refusal.missing(note, "There is no '\(note)', and no version of it either.")
            }
            return StandardOutput.write(HistoryList(versions).output(isJSON))
        case .show: return StandardOutput.write(try history.bytes(of: try history.version(id)))
        case .diff: return StandardOutput.write(try difference(from: try history.version(id), history))
        case .limits, .restore:
            return StandardOutput.write(try limits.apply(to: history.store).output(isJSON))
        }
    }

    /// An edit, so its answer is that of an edit, also where there is nothing to restore.
    private func restore() -> ExitCode {
        let answer: EditAnswer
        do {
            let history = try NoteHistory(ofFile: note, in: Program.stores)
            let bytes = try history.bytes(of: try history.version(id))
            answer = Signals.blocked { Restoring(note, history, bytes).carryOut() }
        } catch {
            answer = EditAnswer(.failed, Refusal(error))
        }
        return answer.deliver(asJSON: isJSON)
    }

    private var isThere: Bool {
        var facts = stat()
        return note.withCString { stat($0, &facts) } == 0 && facts.st_mode & S_IFMT == S_IFREG
    }

    private func difference(
        from version: StoredVersion, _ history: NoteHistory
    ) throws -> [UInt8] {
        let now: [UInt8]
        do throws(FileError) {
            now = try NoteDisk().read(note).bytes
        } catch {
            guard error.code == .missing else { throw error }
            now = []
        }
        return UnifiedDifference(
            from: try history.bytes(of: version), named: version.id, to: now, named: note.description
        ).bytes
    }
}

extension Arguments {
    /// A number, or `all`, as a limit that may be lifted; nil when the flag was not given.
    fileprivate func limit(of flag: Flag) throws(UsageError) -> HistoryLimits.Limit? {
        if bytes(of: flag) == Array("all".utf8) { return .all }
        return try number(of: flag, in: 0...Int.max).map { .newest($0) }
    }
}
