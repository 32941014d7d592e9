// SPDX-License-Identifier: MIT
// How a note gets another path with all links staying true: planned, carried out, and taken back.

public import NoteFiles
internal import NoteKit
public import NoteStore

/// Renames and moves notes of a vault together with the links that lead to them.
///
/// Every wikilink, embed, link and image of Markdown, definition of a label, and link in quotes in the front
/// matter that leads to the note is written so that it leads to it under its new path; the note's own links to
/// other files too, where they are counted from its folder, and links of other notes that a new name would take
/// away from their files. Only targets are written, in the manner in which they are written already: everything
/// else stays byte for byte, and so does a link that leads there as it is.
///
/// Canvases follow as well: the file of a card, the background of a group, and the links in the writing of a card.
///
/// The note and the links are one operation of `OperationRunner`: after a crash all is as before, or the next
/// start finishes it. Each text that is replaced is kept as a version. A note that another program changes
/// meanwhile is planned again; one that cannot be written, or is in conflict, is told, and the others are done.
///
/// Links within HTML, code, comments and addresses such as `obsidian:` are left alone, and so are a note that is
/// not UTF-8, a canvas that is no JSON, and what a base names.
public struct NoteRenaming: Sendable {
    let runner: OperationRunner
    let index: SearchIndex?
    let leaving: [NotePath: String]

    /// - Parameters:
    ///   - runner: Carries out what is planned.
    ///   - index: Knows which notes link where. It need not be up to date: what it does not know as it is now
    ///     is read, and where there is none yet, it is not made. Without it every note is read.
    ///   - leaving: Notes whose links are left as they are, and told as refused, as those of a note in conflict
    ///     are; each with the reason, without a full stop.
    public init(
        _ runner: OperationRunner, index: SearchIndex? = nil, leaving: [NotePath: String] = [:]
    ) {
        self.runner = runner
        self.index = index
        self.leaving = leaving
    }

    func notes(_ preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]) -> LinkingNotes {
        LinkingNotes(vault: runner.vault, disk: runner.disk, index: index, preferences: preferences)
    }

    /// The path of a note once it has another title: in the same folder, with the same ending.
    ///
    /// - Parameter title: Without `.md`; one that has it is taken without.
    /// - Throws: `LibraryError` with code `.invalidName`: blank, too long, hidden by a dot in front, or with a
    ///   sign that cannot stand in a file name or in a link.
    public static func path(of note: NotePath, titled title: String) throws(LibraryError) -> NotePath {
        try NoteTitle.path(of: note, titled: title)
    }

    // MARK: - Planning

    /// What a rename or a move would do. Writes nothing.
    ///
    /// System calls: those of `FolderScan` and `NoteDisk.read`.
    ///
    /// - Throws: `LibraryError`: `.missing` when there is no such note, `.nameTaken`, `.invalidName`.
    public func plan(from old: NotePath, to new: NotePath) throws(LibraryError) -> RenamePlan {
        try RenamePlan(old, new, self, draft(from: old, to: new, is: .wanted))
    }

    /// What would become of the links that still name the old path of a note that another program has renamed.
    ///
    /// As `FolderBatch` tells of a moved note, or `VaultStore.hasMoved(_:to:)`. Writes nothing.
    ///
    /// - Throws: `LibraryError`: `.nameTaken` when there is a note by the old path again, `.missing` when there
    ///   is none by the new one.
    public func plan(afterOutsideRename old: NotePath, to new: NotePath) throws(LibraryError) -> RenamePlan {
        try RenamePlan(old, new, self, draft(from: old, to: new, is: .made))
    }

    /// Whether a rename is still to be made.
    enum State {
        case wanted
        /// By another program.
        case made
        /// Whatever the disk shows.
        case either
    }

    /// What is known of a rename when its steps are made.
    struct Draft {
        let rewriting: LinkRewriting
        /// Whether another program has made the rename.
        let isRenamed: Bool
        var found: LinkingNotes.Found
        /// Why notes are not written to, by their paths now.
        var left: [NotePath: LibraryError]
        /// The symbolic links that get another target.
        var links: [RenamePlan.Link]
        /// What is to be told of other links.
        var untold: [LibraryError] = []
    }

    func draft(
        from old: NotePath, to new: NotePath, is state: State,
        preferring preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]
    ) throws(LibraryError) -> Draft {
        let scan: FolderScan
        do throws(FileError) {
            scan = try FolderScan(
                of: runner.vault, matching: { _ in true }, includingOthers: false, calls: runner.disk.calls)
        } catch {
            throw LibraryError(error)
        }
        let names = VaultNames(
            scan.lazy.map(\.path), settings: VaultSettings(of: runner.vault, on: runner.disk))
        let isRenamed = state == .made || state == .either && !names.contains(old)
        try check(old, new, names, isRenamed: isRenamed, isBack: state == .either)
        var before = names
        if isRenamed {
            before.remove(new)
            before.insert(old)
        }
        let rewriting = LinkRewriting(before, moving: [old: new])
        var found = try notes(preferences).found(rewriting, former: isRenamed ? [new: old] : [:])
        let targets = try LinkTargets(runner.vault, calls: runner.disk.calls)
        let moved = { (path: NotePath) in path == old ? new : path }
        let left = try left(of: &found, rewriting)
        return Draft(
            rewriting: rewriting, isRenamed: isRenamed, found: found, left: left,
            links: targets.steps(scan.links, moving: moved),
            untold: targets.dangling(scan.links, moving: moved))
    }

    // MARK: - Carrying out

    /// Carries out a plan that somebody has seen: what it says, for the texts that the notes have now.
    ///
    /// - Throws: As `rename` does.
    public func carryOut(_ plan: RenamePlan) throws(LibraryError) -> RenameOutcome {
        try carryOut(plan.old, plan.new, .noteRename, plan.isRenamed ? .made : .wanted)
    }

    /// Gives a note another path, and writes the links anew.
    ///
    /// Durable when it returns. After a crash before that, the next start finishes it.
    ///
    /// System calls: those of `FolderScan`, `NoteDisk.read` and `OperationRunner.carryOut`.
    ///
    /// - Parameters:
    ///   - old: The path of the note below the vault.
    ///   - new: Another path; its folder must be there.
    ///   - kind: What the operation is filed as, and found as by `undoLast(_:)`.
    /// - Throws: `LibraryError` when nothing was changed, or all of it was taken back: `.missing`, `.nameTaken`,
    ///   `.invalidName`, `.busy`, and as `OperationRunner.carryOut` does. Where something could not be taken back,
    ///   as on a disk that stays full, the error says so; the next change of the vault goes on with that.
    public func rename(
        _ old: NotePath, to new: NotePath, as kind: VaultOperation.Kind = .noteRename
    ) throws(LibraryError) -> RenameOutcome {
        try carryOut(old, new, kind, .wanted)
    }

    /// Writes the links anew that still name the old path of a note that another program has renamed.
    ///
    /// - Throws: As `plan(afterOutsideRename:to:)` and `rename` do.
    public func follow(_ old: NotePath, to new: NotePath) throws(LibraryError) -> RenameOutcome {
        try carryOut(old, new, .noteRename, .made)
    }

    private func carryOut(
        _ old: NotePath, _ new: NotePath, _ kind: VaultOperation.Kind, _ state: State
    ) throws(LibraryError) -> RenameOutcome {
        var made: Draft?
        let outcome = try runner.carryOut { () throws(LibraryError) in
            let draft = try draft(from: old, to: new, is: state)
            made = draft
            let move = draft.isRenamed ? [] : [VaultOperation.Step.move(old, to: new)]
            if !draft.isRenamed { runner.keepTitle(of: old, before: new) }
            return VaultOperation(
                kind,
                move + edits(of: draft.found.notes, draft.rewriting, without: draft.left)
                    + draft.links.map(\.step))
        }
        guard let draft = made else { throw LibraryError(.other, old, "'\(old)' was not renamed.") }
        if let refusal = outcome.reversal { throw refusal }
        return try settle(outcome, draft, old, new)
    }

    /// The steps that write the links of notes, after the note has its new path.
    func edits(
        of notes: [PlannedNote], _ rewriting: LinkRewriting, without left: [NotePath: LibraryError]
    ) -> [VaultOperation.Step] {
        notes.filter { !$0.result.edits.isEmpty && left[$0.path] == nil }.map { note in
            .edit(
                rewriting.moves[note.path] ?? note.path, from: note.digest, to: note.edited, ifRefused: .goOn)
        }
    }

    /// Plans those notes again that another program has changed meanwhile, and puts together what came of all.
    func settle(
        _ first: OperationOutcome, _ draft: Draft, _ old: NotePath, _ new: NotePath,
        preferring preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]
    ) throws(LibraryError) -> RenameOutcome {
        let rounds = draft.rewriting.moves.isEmpty ? 0 : 2
        var draft = draft
        var result = RenameOutcome(old: old, new: new, edited: [], relinked: [], refusals: [], problems: [])
        var outcome = first
        // Each time the world has another moment; a program that writes without end is not waited for.
        for round in 0... {
            result.edited += outcome.edited
            result.relinked += outcome.relinked
            result.problems += outcome.problems
            result.text = outcome.text(of: new) ?? result.text
            let links = Set(draft.links.map(\.path))
            let changed = outcome.refusals.filter {
                $0.code == .changed && round < rounds && !links.contains($0.path)
            }
            result.refusals += outcome.refusals.filter { !changed.contains($0) }
            guard !changed.isEmpty else { break }
            let paths = Set(changed.map(\.path))
            let unseen = draft.found.unseen
            outcome = try runner.carryOut { () throws(LibraryError) in
                let found = try notes(preferences).read(paths, draft.rewriting, [new: old])
                draft.found.unseen = unseen + found.unseen
                return VaultOperation(
                    first.operation.kind, edits(of: found.notes, draft.rewriting, without: draft.left),
                    isUndoable: false)
            }
        }
        result.edited.sort()
        result.problems += draft.untold
        result.refusals += refusals(of: draft)
        return result
    }
}

extension OperationOutcome {
    /// The text that a note has got.
    func text(of note: NotePath) -> [UInt8]? {
        zip(operation.steps, steps).reduce(nil) { known, made in
            guard case .edit(_, _, let text) = made.0.action, made.1 == .done(note) else { return known }
            return text
        }
    }

    /// The symbolic links that got another target.
    fileprivate var relinked: [NotePath] {
        zip(operation.steps, steps).compactMap { step, outcome in
            guard case .relink = step.action, case .done(let path) = outcome else { return nil }
            return path
        }
    }

    /// The notes that were edited.
    fileprivate var edited: [NotePath] {
        zip(operation.steps, steps).compactMap { step, outcome in
            guard case .edit = step.action, case .done(let path) = outcome else { return nil }
            return path
        }
    }
}
