// SPDX-License-Identifier: MIT
// Which links are written anew when folders and the notes in them get other paths.

internal import NoteKit

extension FolderHierarchy {
    /// The edits that keep links true, and what is not edited that should be.
    typealias Edits = (steps: [VaultOperation.Step], untold: [LibraryError])

    /// The edits after some steps.
    func edits(after steps: [VaultOperation.Step]) throws(LibraryError) -> Edits {
        let moves = VaultOperation(.folderMove, steps).pathMoves
        return moves.isEmpty ? ([], []) : try edits(moving: moves, paths())
    }

    /// All files of the vault that links can lead to.
    func paths() throws(LibraryError) -> [NotePath] {
        do throws(FileError) {
            return try FolderScan(
                of: runner.vault, matching: { _ in true }, includingOthers: false, calls: runner.disk.calls
            ).map(\.path)
        } catch {
            throw LibraryError(error)
        }
    }

    /// The edits after some moves.
    ///
    /// - Parameters:
    ///   - moves: In their order.
    ///   - paths: All files, as they are called now.
    ///   - preferences: How targets in some notes were written before an earlier change, by what they were
    ///     replaced with.
    ///   - left: Notes that are left out.
    func edits(
        moving moves: PathMoves, _ paths: [NotePath],
        preferring preferences: [NotePath: [[UInt8]: [UInt8]]] = [:], without left: Set<NotePath> = []
    ) throws(LibraryError) -> Edits {
        var moved: [NotePath: NotePath] = [:]
        for path in paths {
            let new = moves.destination(of: path)
            if new != path { moved[path] = new }
        }
        guard !moved.isEmpty else { return ([], []) }
        let names = VaultNames(paths, settings: VaultSettings(of: runner.vault, on: runner.disk))
        let rewriting = LinkRewriting(names, moving: moved)
        let renaming = NoteRenaming(runner, index: index)
        var found = try renaming.notes(preferences).found(rewriting, former: [:])
        found.notes.removeAll { left.contains($0.path) }
        let conflicts = try renaming.unresolved()
        let draft = NoteRenaming.Draft(rewriting: rewriting, isRenamed: false, found: found)
        return (
            renaming.edits(of: found.notes, rewriting, without: conflicts),
            renaming.untouched(draft, conflicts)
                + found.unseen.map {
                    LibraryError(
                        .notPermitted, $0,
                        "'\($0)' was not looked at: whether its links name something that moved is not known."
                    )
                }
        )
    }
}
