// SPDX-License-Identifier: MIT
// Which notes of a vault are listed, as the flags of `notekit list` choose them.

internal import Glibc
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// A choice among the notes of a vault.
struct NoteChoice {
    private static let folder = Flag(
        "in", takes: .text("FOLDER"), "Only notes in this folder of the vault and below; / is its top.")
    private static let unfiled = Flag("unfiled", "Only notes that are in no folder.")
    private static let find = Flag(
        "find", takes: .text("TEXT"), "Only notes whose title or text holds this, in any case.")
    private static let recent = Flag(
        "recent", takes: .text("N"), "Only the N notes that were changed last, pinned or not.")

    static let groups: [FlagGroup] = [
        .optional(folder), .optional(unfiled), .optional(find), .optional(recent),
    ]
    static let discussion = [
        "Pinned notes come first, except with --recent. TEXT is one piece of text, spaces and signs included; "
            + "where it is nothing but white space, nothing is looked for. The folder of a note in the "
            + "JSON is / for one that is in none.",
        "For --find an index is kept, and notekitd is asked, as by 'notekit search'.",
    ]
    static let examples = [
        "notekit list ~/notes --in Work --find 'ship it'", "notekit list ~/notes --recent 10",
    ]

    private let scope: NoteOrganizer.Scope
    private let text: String?
    private let count: Int?
    private let sorting: NotesFolder.Sorting

    init(_ arguments: Arguments, _ sorting: NotesFolder.Sorting) throws(UsageError) {
        self.sorting = sorting
        let folder = try arguments.bytes(of: Self.folder).map { bytes throws(UsageError) in
            try arguments.folderInVault(bytes)
        }
        let isUnfiled = arguments.has(Self.unfiled)
        guard folder == nil || !isUnfiled else {
            throw arguments.error("--in and --unfiled exclude each other.")
        }
        scope = isUnfiled ? .unfiled : folder.map { .folder($0) } ?? .all
        text = try arguments.bytes(of: Self.find).flatMap { bytes throws(UsageError) in
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw arguments.error("--find takes text in UTF-8.")
            }
            return NoteOrganizer.text(ofQuery: text)
        }
        count = try arguments.number(of: Self.recent, in: 0...Int.max)
        guard count == nil || sorting != .name else {
            throw arguments.error("--recent and --sort name exclude each other.")
        }
    }

    func notes(of list: NotesFolder, at vault: NotePath) throws -> [ListedNote] {
        if case .folder(let folder) = scope { try requireFolder(folder, in: vault) }
        let organizer = NoteOrganizer(list, pinned: Pins.of(vault, among: list.entries.map(\.path)))
        let found = try text.map { Set(try paths(holding: $0, in: vault)) }
        let isFound = { (note: NoteOrganizer.Note) in found?.contains(note.path) ?? true }
        let notes =
            count.map { organizer.recent($0, in: scope, by: sorting, where: isFound) }
            ?? organizer.notes(in: scope, by: sorting, where: isFound)
        return notes.map { ListedNote(entry: $0.entry, isPinned: $0.isPinned) }
    }

    private func paths(holding text: String, in vault: NotePath) throws -> [NotePath] {
        var folder: NotePath?
        if case .folder(let chosen) = scope { folder = chosen }
        let query = try SearchQuery(text, in: folder)
        if let served = ServedSearch.hits(of: query, in: vault) { return served.notes.map(\.path) }
        let index = try SearchIndex(of: vault)
        try index.refresh()
        return try index.search(query).hits.map(\.path)
    }

    private func requireFolder(_ folder: NotePath, in vault: NotePath) throws(LibraryError) {
        var facts = stat()
        let answer = vault.appending(folder).withCString { stat($0, &facts) }
        guard answer == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw LibraryError(.missing, folder, "There is no folder '\(folder)' in '\(vault)'.")
        }
    }
}

extension Arguments {
    /// A folder of the vault as it is typed: `/` is the top, a slash in front or behind means nothing.
    func folderInVault(_ bytes: [UInt8]) throws(UsageError) -> NotePath {
        let names = bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        guard !bytes.isEmpty, !names.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw error("'\(NotePath(bytes: bytes))' is no folder of a vault.")
        }
        return names.isEmpty
            ? NotePath(".") : NotePath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])))
    }
}
