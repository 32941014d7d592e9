// SPDX-License-Identifier: MIT
// Which links are written anew when folders and the notes in them get other paths.

internal import NoteKit

extension FolderHierarchy {
    /// The edits that keep links true, and what is not edited that should be.
    typealias Edits = (steps: [VaultOperation.Step], untold: [LibraryError])

    /// The edits after some steps.
    func edits(after steps: [VaultOperation.Step]) throws(LibraryError) -> Edits {
        let moves = VaultOperation(.folderMove, steps).pathMoves
        guard !moves.isEmpty else { return ([], []) }
        let edits = try edits(moving: moves, paths())
        let links = try relinks(moving: moves)
        return (edits.steps + links.steps, edits.untold + links.untold)
    }

    /// The steps that let symbolic links lead where they led, once something has moved.
    func relinks(moving moves: PathMoves) throws(LibraryError) -> Edits {
        let scan: FolderScan
        do throws(FileError) {
            scan = try FolderScan(
                of: runner.vault, matching: { _ in false }, includingOthers: false, calls: runner.disk.calls)
        } catch {
            throw LibraryError(error)
        }
        let targets = try LinkTargets(runner.vault, calls: runner.disk.calls)
        let moved = { (path: NotePath) in moves.destination(of: path) }
        return (
            targets.steps(scan.links, moving: moved).map(\.step), targets.dangling(scan.links, moving: moved)
        )
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
        let kept = try renaming.left(of: &found, rewriting)
        let draft = NoteRenaming.Draft(
            rewriting: rewriting, isRenamed: false, found: found,
            left: kept, links: [])
        return (
            renaming.edits(of: found.notes, rewriting, without: draft.left), renaming.refusals(of: draft)
        )
    }
}

extension VaultOperation {
    /// The symbolic links that it gives another target.
    var links: [RenamePlan.Link] {
        steps.compactMap { step in
            guard case .relink(let path, let old, let new) = step.action else { return nil }
            return RenamePlan.Link(path: path, old: old, new: new)
        }
    }
}
