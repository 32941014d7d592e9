// SPDX-License-Identifier: MIT
// How a step that was done is taken back.

internal import Glibc
internal import NoteFiles
internal import NoteKit

extension OperationRun {
    /// Takes a step back.
    ///
    /// - Parameter path: Where it left what it was about.
    /// - Returns: Why it stays as it is, where that is so.
    func takeBack(_ index: Int, _ path: NotePath) -> LibraryError? {
        let finding = record.findings[index]
        do throws(LibraryError) {
            switch record.operation.steps[index].action {
            case .makeFolder:
                guard finding.mark == nil else { return nil }
                let answer = folders.removeFolder(path.name, in: try folders.folder(path.folder))
                // Where somebody has put something into it, it is theirs.
                guard [0, -ENOTEMPTY, -EEXIST, -ENOENT].contains(answer) else {
                    throw LibraryError(
                        systemError: -answer, path, "The folder '\(path)' was not removed again")
                }
            case .removeFolder:
                let mode = (finding.mark?.mode ?? 0o777) & 0o7777
                let answer = folders.makeFolder(
                    path.name, in: try folders.folder(path.folder), mode: mode)
                guard answer == 0 || answer == -EEXIST else {
                    throw LibraryError(systemError: -answer, path, "The folder '\(path)' was not made again")
                }
            case .edit(_, _, let text):
                // An earlier process may have taken back the name as well, after the text.
                if isResumed, try folders.facts(of: path) == nil { return nil }
                // What it replaces is ours, and is in the record: it needs no room among the versions.
                let save = EditSave(path: path, old: text, new: finding.old, vault: folders.root)
                _ = outcome(of: save, try save.carryOut(on: runner.disk))
            case .move(let old, _, _): try moveBack(index, path, to: record.current(old, before: index))
            case .relink(_, let old, let new): _ = try folders.retarget(path, from: new, to: old)
            case .removeFile:
                throw LibraryError(.other, path, "'\(path)' was removed for good.")
            }
        } catch {
            return error
        }
        return nil
    }

    private func moveBack(_ index: Int, _ path: NotePath, to old: NotePath) throws(LibraryError) {
        let what = "'\(path)' was not moved back to '\(old)'"
        let mark = record.findings[index].mark
        guard let facts = try folders.facts(of: path) else {
            // An earlier process may have done it.
            if try folders.facts(of: old) != nil { return }
            throw LibraryError(.missing, path, "\(what): it is gone.")
        }
        let isKnown = mark?.matches(facts) == true
        // An earlier process has done it, and another file has come here since.
        if isResumed, !isKnown, let back = try folders.facts(of: old), mark?.matches(back) == true { return }
        // A note may have been saved meanwhile. But what gets a name of ours back is removed.
        let isRemoval = HiddenName.isOurs(old.name)
        guard isKnown || !isRemoval && (!isResumed || isEdited(index)) else {
            throw LibraryError(.changed, path, "\(what): something else has its name now.")
        }
        // Since the crash somebody may have found it.
        if isResumed, isRemoval {
            guard !NotesFolder.isNote(path) else {
                throw LibraryError(.changed, path, "\(what): it is a note. It is still there.")
            }
            if let note = try namer(of: path) {
                throw LibraryError(.changed, path, "\(what): '\(note)' names it. It is still there.")
            }
        }
        let answer = folders.move(
            path.name, in: try folders.folder(path.folder), to: old.name, in: try folders.folder(old.folder),
            isFolder: facts.kind == .directory)
        guard answer == 0 else { throw LibraryError(systemError: -answer, path, what) }
    }
}
