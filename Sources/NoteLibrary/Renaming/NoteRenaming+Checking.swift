// SPDX-License-Identifier: MIT
// What makes a rename impossible: found out before it, so that a plan is refused as the rename is.

internal import NoteFiles
internal import NoteKit

extension NoteRenaming {
    /// Refuses a rename that would be refused when it is carried out.
    ///
    /// - Parameters:
    ///   - isRenamed: Whether another program has made it.
    ///   - isBack: Whether it takes another one back: then names that are alike were there before.
    func check(
        _ old: NotePath, _ new: NotePath, _ names: VaultNames, isRenamed: Bool, isBack: Bool
    ) throws(LibraryError) {
        for path in [old, new] where !NotesFolder.isNote(path) || VaultPath(path)?.path != path {
            throw LibraryError(
                .invalidName, path, "'\(path)' can be no note of the vault. Nothing was changed.")
        }
        let (present, free) = isRenamed ? (new, old) : (old, new)
        guard names.contains(present) else {
            throw LibraryError(.missing, present, "There is no note '\(present)'. Nothing was changed.")
        }
        let isTaken =
            isRenamed || isBack
            ? names.contains(free) : !names.files(alike: free).allSatisfy { $0 == old }
        guard old != new, !isTaken else { throw taken(old, free) }
        guard !isRenamed else { return }
        let folders = try VaultFolders(runner.vault, calls: runner.disk.calls)
        let source = try folders.folder(old.folder)
        let target = try folders.folder(new.folder)
        let isAlike = source.path == target.path && old.name.folded == new.name.folded
        // What is no file has a name, too.
        let count = try folders.count(ofNamesLike: new.name, in: target)
        guard isBack || count <= (isAlike ? 1 : 0) else { throw taken(old, free) }
        for folder in [source, target] { try folders.requireChangeable(folder, toMove: old) }
    }

    private func taken(_ old: NotePath, _ new: NotePath) -> LibraryError {
        LibraryError(
            .nameTaken, new, "'\(old)' was not renamed: '\(new)' is there already. Nothing was changed.")
    }
}
