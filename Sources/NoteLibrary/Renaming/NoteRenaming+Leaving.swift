// SPDX-License-Identifier: MIT
// Which notes keep their links as they are, and why: told before a rename as after it.

internal import Glibc
internal import NoteFiles
internal import NoteKit
internal import NoteStore

extension NoteRenaming {
    /// The notes with conflicts that nobody has resolved yet: their text is not settled.
    func unresolved() throws(LibraryError) -> Set<NotePath> {
        do throws(StoreError) {
            return Set(try runner.store.conflicts().map(\.note))
        } catch {
            throw LibraryError(error)
        }
    }

    /// Why notes with links that are to be written anew are not written to, by their paths now.
    ///
    /// - Parameter rewriting: Tells what they are called afterwards, which is what a reason names.
    func left(
        of found: LinkingNotes.Found, _ rewriting: LinkRewriting
    ) throws(LibraryError) -> [NotePath: LibraryError] {
        let conflicts = try unresolved()
        var left: [NotePath: LibraryError] = [:]
        do throws(FileError) {
            let root = try NoteRoot(runner.vault, calls: runner.disk.calls)
            for note in found.notes where !note.result.edits.isEmpty {
                let path = rewriting.moves[note.path] ?? note.path
                if conflicts.contains(note.path) {
                    left[note.path] = LibraryError(
                        .changed, path,
                        "The links in '\(path)' are as they were: it has a conflict that is not resolved.")
                } else {
                    left[note.path] = refusal(of: note.path, called: path, below: root)
                }
            }
        } catch {
            throw LibraryError(error)
        }
        return left
    }

    private func refusal(
        of note: NotePath, called path: NotePath, below root: NoteRoot
    ) -> LibraryError? {
        // What its links are written over could not be kept first: a version is kept by the path from the root.
        guard runner.vault.appending(path).bytes.count < Int(PATH_MAX) else {
            return LibraryError(
                .invalidName, path,
                "The links in '\(path)' are as they were: its path from the root is too long, \(PATH_MAX) bytes "
                    + "or more.")
        }
        do throws(FileError) {
            try runner.disk.requireReplaceable(note, below: root)
            return nil
        } catch {
            // One that is gone or is another one now is met when its turn comes.
            guard error.code == .leadsOutside || error.code == .notPermitted else { return nil }
            return LibraryError(error, editing: path)
        }
    }

    /// What stays as it is, and why.
    func refusals(of draft: Draft) -> [LibraryError] {
        draft.left.sorted { $0.key < $1.key }.map(\.value)
            + draft.found.notes.flatMap { note in
                let path = draft.rewriting.moves[note.path] ?? note.path
                return note.result.unwritable.map { range in
                    LibraryError(
                        .invalidName, path,
                        "A link in '\(path)' (byte \(range.lowerBound)) is as it was: no link can name its file "
                            + "there.")
                }
            }
            + draft.found.unseen.map { path in
                LibraryError(
                    .notPermitted, path,
                    "'\(path)' was not looked at: whether its links name something that moved is not known.")
            }
    }
}
