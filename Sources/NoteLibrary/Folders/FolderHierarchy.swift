// SPDX-License-Identifier: MIT
// What folders are to each other, and how they are made, renamed, moved and deleted.

public import NoteKit

/// The folders of a vault, which are directories, and what may be done to them.
///
/// A note lies in one folder or in none, at the top: then it is unfiled. What a folder is called and where it
/// lies is derived from its path, so nothing beneath it is written when it is renamed or moved.
///
/// Each change is an operation of an `OperationRunner`: after a crash it is as before, or done, or finished by
/// `finishInterrupted()`. No file is ever replaced, and the last change of each kind can be taken back.
///
/// Links stay true: where a link names a path that changes, it is written anew as part of the operation, as
/// `NoteRenaming` does it. No other byte of any note changes, and the modification time of a note moves only
/// where one of its links is written.
public struct FolderHierarchy: Sendable {
    /// Who carries the changes out.
    public let runner: OperationRunner
    let index: SearchIndex?

    /// Prepares to change the folders of a vault.
    ///
    /// - Parameters:
    ///   - runner: Carries the changes out.
    ///   - index: Knows which notes link where, as `NoteRenaming` takes it. Without it every note is read.
    public init(_ runner: OperationRunner, index: SearchIndex? = nil) {
        self.runner = runner
        self.index = index
    }

    // MARK: - Rules

    /// The folders that a folder or note lies in, the nearest first; the top is none of them.
    public static func ancestors(of path: NotePath) -> [NotePath] {
        var ancestors: [NotePath] = []
        var folder = path.folder
        while folder != .top, folder != folder.folder {
            ancestors.append(folder)
            folder = folder.folder
        }
        return ancestors
    }

    /// Whether a folder may be moved into another one: not into itself, nor below itself. The top cannot move.
    public static func isLegal(moving folder: NotePath, into target: NotePath) -> Bool {
        folder != .top && target != folder && !target.isBelow(folder)
    }

    /// The names of a folder and of those that it lies in, from the top on, joined with ` › `; nothing for the
    /// top.
    public static func displayPath(of folder: NotePath) -> String {
        (ancestors(of: folder).reversed() + (folder == .top ? [] : [folder]))
            .map(\.name.description).joined(separator: " › ")
    }

    // MARK: - Changes

    /// Makes a folder, and those that it lies in where they are not there.
    ///
    /// - Throws: `LibraryError`: `.nameTaken` where the name is there already, alike but for case or the form
    ///   of accents counts; `.invalidName` for a name that is empty, hidden or too long; `.symbolicLink`; and
    ///   as `OperationRunner.carryOut`.
    @discardableResult
    public func create(_ folder: NotePath) throws(LibraryError) -> OperationOutcome {
        try carryOut(.folderCreate) { plan throws(LibraryError) in try plan.creating(folder) }
    }

    /// Gives a folder another name in the folder that it lies in.
    ///
    /// - Throws: `LibraryError`, as `create(_:)`, and `.missing`.
    @discardableResult
    public func rename(_ folder: NotePath, to name: NotePath) throws(LibraryError) -> OperationOutcome {
        try carryOut(.folderRename) { plan throws(LibraryError) in try plan.renaming(folder, to: name) }
    }

    /// Moves a folder into another one. Where its name is taken there, it gets a number.
    ///
    /// - Throws: `LibraryError`: `.illegalMove` into itself or below itself; `.missing`, `.symbolicLink`; and as
    ///   `OperationRunner.carryOut`.
    @discardableResult
    public func move(_ folder: NotePath, into target: NotePath) throws(LibraryError) -> OperationOutcome {
        try carryOut(.folderMove) { plan throws(LibraryError) in try plan.moving(folder, into: target) }
    }

    /// Deletes a folder, and nothing that is in it.
    ///
    /// The folders in it move to the folder that it lies in, notes and all other files, hidden ones too, to
    /// the top of the vault: they are unfiled then. Where a name is taken, it gets a number. Then the folder is
    /// removed, if nothing has come into it meanwhile.
    ///
    /// - Throws: `LibraryError`: `.foreign` for a folder that is a vault, a repository or a shared folder of its
    ///   own; `.symbolicLink` for one that is a link, or holds a link whose target is relative, which would lead
    ///   elsewhere; `.missing`; and as `OperationRunner.carryOut`.
    @discardableResult
    public func delete(_ folder: NotePath) throws(LibraryError) -> OperationOutcome {
        try carryOut(.folderDelete) { plan throws(LibraryError) in
            if try plan.isFolder(folder) { clearAway(folder) }
            return try plan.deleting(folder)
        }
    }

    /// Moves a note, or any file, into a folder. Where its name is taken there, it gets a number.
    ///
    /// - Throws: `LibraryError`: `.missing`, `.symbolicLink`, and as `OperationRunner.carryOut`.
    @discardableResult
    public func moveNote(_ note: NotePath, into folder: NotePath) throws(LibraryError) -> OperationOutcome {
        try carryOut(.noteMove) { plan throws(LibraryError) in try plan.moving(file: note, into: folder) }
    }

    /// Clears away what a save left that was killed: it is nothing that moves.
    private func clearAway(_ folder: NotePath) {
        do throws(FileError) {
            _ = try runner.disk.recover(
                folder, below: NoteRoot(runner.vault, calls: runner.disk.calls))
        } catch {
            // What is in the way is met again when the folder is looked at.
        }
    }

    private func carryOut(
        _ kind: VaultOperation.Kind, _ steps: (FolderPlan) throws(LibraryError) -> [VaultOperation.Step]
    ) throws(LibraryError) -> OperationOutcome {
        try withFreeNames { (taken, untold) throws(LibraryError) in
            try runner.carryOut { () throws(LibraryError) in
                let folders = try VaultFolders(runner.vault, calls: runner.disk.calls)
                let steps = try steps(FolderPlan(folders, avoiding: taken))
                let links = try edits(after: steps)
                untold = links.untold
                return VaultOperation(kind, steps + links.steps)
            }
        }
    }

    /// Carries a plan out that is made for names which are free. Where another program takes one of them
    /// meanwhile, all is as before, and it is planned again without that name: a link is never written for a name
    /// that its file did not get.
    ///
    /// - Parameter attempt: Plans without the names that are known to be taken, and carries it out; sets what is
    ///   not edited that should be.
    func withFreeNames(
        _ attempt: (_ taken: Set<NotePath>, _ untold: inout [LibraryError]) throws(LibraryError)
            -> OperationOutcome
    ) throws(LibraryError) -> OperationOutcome {
        var taken: Set<NotePath> = []
        while true {
            var untold: [LibraryError] = []
            let outcome = try attempt(taken, &untold)
            guard outcome.isTakenBack else { return untold.reduce(outcome) { $0.adding($1) } }
            guard outcome.problems.isEmpty,
                let refusal = outcome.refusals.first(where: { $0.code == .nameTaken }),
                taken.insert(refusal.path).inserted
            else { return outcome }
        }
    }
}
