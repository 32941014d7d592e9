// SPDX-License-Identifier: MIT
// Which notes keep their links as they are, and why: told before a rename as after it.

internal import Glibc
internal import NoteFiles
internal import NoteKit
internal import NoteStore

extension NoteRenaming {
    /// The notes whose links are left as they are: those with conflicts that nobody has resolved yet, as their
    /// text is not settled, and those that were to be left.
    func unresolved() throws(LibraryError) -> Set<NotePath> {
        do throws(StoreError) {
            return Set(leaving.keys).union(try runner.store.conflicts().map(\.note))
        } catch {
            throw LibraryError(error)
        }
    }

    /// Why notes with links that are to be written anew are not written to, by their paths now.
    ///
    /// A file that is several notes, by symbolic or hard links, is written once: by its own name, else by the
    /// first; the others are no longer among what was found. Where the same links mean other files for another
    /// of its names, it is not written by this one.
    ///
    /// - Parameter rewriting: Tells what they are called afterwards, which is what a reason names.
    func left(
        of found: inout LinkingNotes.Found, _ rewriting: LinkRewriting
    ) throws(LibraryError) -> [NotePath: LibraryError] {
        let conflicts = try unresolved()
        var left: [NotePath: LibraryError] = [:]
        var files = SharedFiles()
        do throws(FileError) {
            let root = try NoteRoot(runner.vault, calls: runner.disk.calls)
            for note in found.notes where !note.result.edits.isEmpty {
                let path = rewriting.moves[note.path] ?? note.path
                guard !conflicts.contains(note.path) else {
                    let reason = leaving[note.path] ?? "it has a conflict that is not resolved"
                    left[note.path] = LibraryError(
                        .changed, path, "The links in '\(path)' are as they were: \(reason).")
                    continue
                }
                do throws(LibraryError) {
                    guard let file = try file(note.path, called: path, below: root) else { continue }
                    files.add(note, file.facts, file.realPath.moved(from: root.path, to: .top))
                } catch {
                    left[note.path] = error
                }
            }
            let shared = files.sorted(among: rewriting.before) { (path) throws(FileError) in
                try runner.disk.replaceable(path, below: root).facts.identity
            }
            for (note, other) in shared.ambiguous {
                let path = rewriting.moves[note] ?? note
                left[note] = LibraryError(
                    .changed, path,
                    "The links in '\(path)' are as they were: its file is '\(rewriting.moves[other] ?? other)' as "
                        + "well, where they lead to other files.")
            }
            found.notes.removeAll { shared.doubles.contains($0.path) }
        } catch {
            throw LibraryError(error)
        }
        return left
    }

    /// Which file a note is; nil where that shows when its turn comes.
    private func file(
        _ note: NotePath, called path: NotePath, below root: NoteRoot
    ) throws(LibraryError) -> (facts: FileFacts, realPath: NotePath)? {
        // What its links are written over could not be kept first: a version is kept by the path from the root.
        guard runner.vault.appending(path).bytes.count < Int(PATH_MAX) else {
            throw LibraryError(
                .invalidName, path,
                "The links in '\(path)' are as they were: its path from the root is too long, \(PATH_MAX) bytes "
                    + "or more.")
        }
        do throws(FileError) {
            return try runner.disk.replaceable(note, below: root)
        } catch {
            guard error.code == .leadsOutside || error.code == .notPermitted else { return nil }
            throw LibraryError(error, editing: path)
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
