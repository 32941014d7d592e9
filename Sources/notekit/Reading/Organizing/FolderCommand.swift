// SPDX-License-Identifier: MIT
// `notekit folder`: the folders of a vault.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram
internal import NoteStore

/// Lists, makes, renames, moves and deletes folders of a vault.
struct FolderCommand: ChangingCommand {
    private enum Action: String, CaseIterable {
        case list, create, rename, move, delete

        /// How many words follow the vault.
        var wordCount: Int {
            switch self {
            case .list: 0
            case .create, .delete: 1
            case .rename, .move: 2
            }
        }

        var undoableKind: VaultOperation.Kind? {
            switch self {
            case .list: nil
            case .create: .folderCreate
            case .rename: .folderRename
            case .move: .folderMove
            case .delete: .folderDelete
            }
        }
    }

    private static let json = Flag("json", "Print one JSON value.")
    private static let undo = Flag("undo", "Take the last change of this kind back.")

    static let declaration = CommandDeclaration(
        "folder", "List and change the folders of a vault.",
        discussion: [
            "'list' shows every folder with the number of notes in it, each before those in it. 'create' makes a "
                + "folder, and those that it lies in. 'rename' takes a new name as TO, 'move' the folder to move "
                + "into, / for the top. 'delete' deletes a folder and nothing that is in it: its "
                + "notes and all other files, hidden ones too, move to the top of the vault, its folders to "
                + "the folder that it lay in.",
            "Where a moved name is taken, it gets a number; nothing is overwritten. A folder that is to be made or "
                + "renamed is refused then, and the exit code is 3. Names that are alike but for case or the "
                + "form of accents count as taken. Modification times of notes stay, histories and pins follow.",
            "A folder that is a symbolic link is refused, and so is the deletion of one that holds .git, "
                + ".obsidian or .stfolder, or a symbolic link that would lead elsewhere from another folder. So are "
                + "hidden folders, whose names begin with a dot: no note in them is seen. A new name is refused "
                + "that begins with a dot, is blank, has more than 255 bytes, or cannot be held by a link: one "
                + "with | # ^ [ ] \\ or the end of a line in it.",
            "Links that name what gets another path are written anew, as by 'notekit rename', in canvases too.",
            VaultChange.discussion, VaultChange.undoDiscussion,
        ],
        operands: [
            Operand("ACTION", .choice(Action.allCases.map(\.rawValue)), "What to do."),
            Operand("VAULT", .folder, "The folder of notes."),
            Operand("FOLDER", .word, isOptional: true, "The folder, as a path in the vault."),
            Operand("TO", .word, isOptional: true, "The new name, or the folder to move into."),
        ],
        groups: [.optional(undo), .optional(json)],
        examples: [
            "notekit folder list ~/notes", "notekit folder move ~/notes Work/2025 Archive",
            "notekit folder delete ~/notes Work", "notekit folder delete ~/notes --undo",
        ])

    private let action: Action
    private let vault: NotePath
    private let folder: NotePath
    private let target: NotePath
    private let isUndoing: Bool
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        // The parser let only the words of the actions through.
        action = Action(rawValue: String(decoding: arguments.operands[0], as: UTF8.self)) ?? .list
        vault = try arguments.path(1)
        isJSON = arguments.has(Self.json)
        isUndoing = arguments.has(Self.undo)
        guard !isUndoing || action != .list else { throw arguments.error("'list' takes no --undo.") }
        let words = arguments.operands.dropFirst(2)
        let count = isUndoing ? 0 : action.wordCount
        guard words.count == count else {
            let names = ["", " FOLDER", " FOLDER and TO"][count]
            throw arguments.error(
                "'\(action.rawValue)\(isUndoing ? " --undo" : "")' takes VAULT\(names.isEmpty ? " alone" : ",\(names)")."
            )
        }
        folder = count > 0 ? try arguments.folderInVault(words[2]) : NotePath(".")
        switch action {
        // A new name is no path: what is wrong with it is told by whoever renames.
        case .rename: target = count > 1 ? try arguments.path(3) : NotePath(".")
        case .move: target = count > 1 ? try arguments.folderInVault(words[3]) : NotePath(".")
        default: target = NotePath(".")
        }
    }

    func run() throws -> ExitCode {
        guard action != .list else { return try list() }
        return try VaultChange(change).deliver(asJSON: isJSON)
    }

    private func change() throws -> OperationOutcome {
        let runner = try VaultChange.runner(of: vault)
        let hierarchy = FolderHierarchy(runner, index: try SearchIndex(of: vault))
        if isUndoing, let kind = action.undoableKind { return try hierarchy.undoLast(kind) }
        switch action {
        case .create: return try hierarchy.create(folder)
        case .rename: return try hierarchy.rename(folder, to: target)
        case .move: return try hierarchy.move(folder, into: target)
        case .delete, .list: return try hierarchy.delete(folder)
        }
    }

    private func list() throws -> ExitCode {
        let scan = try FolderScan(of: vault, matching: { NotesFolder.isNote(NotePath(bytes: Array($0))) })
        let tree = FolderTree(of: scan)
        let unseen = scan.skipped.filter(\.reason.isUnseen)
        for place in unseen { StandardError.write("notekit: not listed: \(place)\n") }
        return StandardOutput.write(
            isJSON ? Self.array(of: tree) : Self.lines(for: tree), then: unseen.isEmpty ? .fine : .found)
    }

    private static func array(of tree: FolderTree) -> [UInt8] {
        JSONWriter.document { json in
            json.array(tree.folders) { json, folder in
                json.object { json in
                    json.field("path", folder.path.description)
                    json.field("name", folder.name.description)
                    json.field("depth", folder.depth)
                    json.field("display", folder.displayPath)
                    json.field("notes", folder.noteCount)
                    json.field("total", folder.totalCount)
                }
            }
        }
    }

    private static func lines(for tree: FolderTree) -> [UInt8] {
        let counts = tree.folders.map { Count.grouped($0.noteCount) }
        let width = counts.map(\.utf8.count).max() ?? 0
        var text: [UInt8] = []
        for (folder, count) in zip(tree.folders, counts) {
            text += String(repeating: " ", count: width - count.utf8.count).utf8
            text += "\(count)  \(folder.displayPath)\n".utf8
        }
        return text
    }
}
