// SPDX-License-Identifier: MIT
// How a change of folders is taken back with its links, also where notes were changed since.

internal import NoteKit

extension FolderHierarchy {
    /// Takes back the last change of a kind, once, as one operation.
    ///
    /// A note that is as the change left it gets its old text back, byte for byte, where all files come back to
    /// where they were. Else its links are planned on the text that it has now, for the names that the files
    /// get, each written as it was before the change where that leads to its file.
    ///
    /// Where the place of a folder that was renamed is taken, nothing is changed, no link either, and it can
    /// be taken back later.
    ///
    /// - Parameter kind: What the change was filed as.
    /// - Returns: What came of each step that takes it back.
    /// - Throws: `LibraryError` with code `.nothingToUndo`, and as `OperationRunner.carryOut` does.
    public func undoLast(_ kind: VaultOperation.Kind) throws(LibraryError) -> OperationOutcome {
        try withFreeNames { (taken, untold) throws(LibraryError) in
            try runner.undoLast(kind) { (undoing, done) throws(LibraryError) in
                let folders = try VaultFolders(runner.vault, calls: runner.disk.calls)
                let undo = try FolderUndo(undoing, on: folders, avoiding: taken)
                let links = try edits(undo, undoing, NoteRenaming.texts(done, undoing))
                untold = links.untold
                return VaultOperation(kind, undo.steps + links.steps, isUndoable: false)
            }
        }
    }

    private func edits(
        _ undo: FolderUndo, _ undoing: VaultOperation, _ texts: [NotePath: NoteRenaming.Texts]
    ) throws(LibraryError) -> Edits {
        guard !undo.moves.isEmpty else { return ([], []) }
        let paths = try paths()
        let back = undoing.pathMoves
        var places: [NotePath: NotePath] = [:]
        for path in paths {
            let original = back.destination(of: path)
            // What moves back there is what was there, not what has come there since.
            if original != path || places[original] == nil { places[original] = path }
        }
        var preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]
        for (original, text) in texts { preferences[places[original] ?? original] = text.targets }
        let renaming = NoteRenaming(runner, index: index)
        let whole = texts.filter { original, text in
            undo.isExact && renaming.read(places[original] ?? original) == text.new
        }
        let conflicts = try renaming.unresolved()
        var links = try edits(
            moving: undo.moves, paths, preferring: preferences,
            without: Set(whole.keys.map { places[$0] ?? $0 }))
        links.steps += whole.filter { !conflicts.contains(places[$0.key] ?? $0.key) }
            .sorted { $0.key < $1.key }
            .map { original, text in
                .edit(original, from: SHA256Digest(of: text.new), to: text.old, ifRefused: .goOn)
            }
        let targets = try relinks(moving: undo.moves)
        links.steps += undo.isExact ? undoing.links.map(\.step) : targets.steps
        links.untold += targets.untold
        return links
    }
}
