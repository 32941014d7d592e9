// SPDX-License-Identifier: MIT
// Which links are written anew when folders and the notes in them get other paths.

internal import NoteKit

extension FolderHierarchy {
    /// The edits that keep links true after some steps, and what is not edited that should be.
    func edits(
        after steps: [VaultOperation.Step]
    ) throws(LibraryError) -> (steps: [VaultOperation.Step], untold: [LibraryError]) {
        let moves = steps.compactMap { step -> (old: NotePath, new: NotePath)? in
            if case .move(let old, let new, _) = step.action { (old, new) } else { nil }
        }
        guard !moves.isEmpty else { return ([], []) }
        let paths: [NotePath]
        do throws(FileError) {
            paths = try FolderScan(
                of: runner.vault, matching: { _ in true }, includingOthers: false, calls: runner.disk.calls
            ).map(\.path)
        } catch {
            throw LibraryError(error)
        }
        var moved: [NotePath: NotePath] = [:]
        for path in paths {
            let new = moves.reduce(path) { $0.moved(from: $1.old, to: $1.new) ?? $0 }
            if new != path { moved[path] = new }
        }
        guard !moved.isEmpty else { return ([], []) }
        let names = VaultNames(paths, settings: VaultSettings(of: runner.vault, on: runner.disk))
        let rewriting = LinkRewriting(names, moving: moved)
        let renaming = NoteRenaming(runner, index: index)
        let found = try renaming.notes().found(rewriting, former: [:])
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
