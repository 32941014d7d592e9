// SPDX-License-Identifier: MIT
// The way for file systems that cannot exchange two names.

internal import CNoteLinux
internal import Glibc

extension NoteDisk {
    /// Renames the prepared file over the note, right after a second comparison.
    ///
    /// What a writer that renames puts at the name between the comparison and the rename is lost: the
    /// receipt says `unverified`. A writer that rewrites the old file is still found, since that file is
    /// held open and looked at afterwards.
    func renameOver(
        _ publication: borrowing Publication, _ save: Save, _ old: borrowing OpenFile,
        _ facts: FileFacts, _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt {
        let attempt: Attempt?
        do throws(FileError) {
            attempt = try renameWhenSettled(publication, save, old, facts, location)
        } catch {
            _ = removeName(publication.hidden, location)
            throw error
        }
        if let attempt {
            _ = removeName(publication.hidden, location)
            return attempt
        }
        let late: [UInt8]
        do throws(FileError) {
            late = try readLateWrite(old, location)
        } catch {
            // The new text has the name, and nothing more can be found out: `unverified` says so.
            return .over(.saved(receipt(publication, .unverified, .renamed, location)))
        }
        let outcome = try rescueLateWrite(late, publication, save, .renamed, location)
        guard case .saved(var receipt) = outcome else { return .over(outcome) }
        receipt.proof = .unverified
        return .over(.saved(receipt))
    }

    /// Answers nil once the rename has happened.
    private func renameWhenSettled(
        _ publication: borrowing Publication, _ save: Save, _ old: borrowing OpenFile,
        _ facts: FileFacts, _ location: borrowing NoteLocation
    ) throws(FileError) -> Attempt? {
        let lease = FileLease.take(.read, on: old, calls: calls)
        if case .refused = lease { return .again }
        // Held or not to be had: either way it lasts until the rename is done.
        var present = FileFacts()
        let directory = location.directory.number
        let looked = location.name.withCString {
            calls.statx(directory, $0, cn_AT_SYMLINK_NOFOLLOW, &present)
        }
        if looked == -ENOENT { return .over(.conflict(SaveConflict(reason: .missing, kept: []))) }
        guard looked == 0 else { throw FileError(.save, location.path, call: "statx", answer: Int(looked)) }
        guard present.identity == facts.identity else { return .again }
        let size = try self.facts(of: old, location.path, .save).size
        guard try readAll(old, expecting: size, location.path, .save) == save.base else {
            return .over(.conflict(SaveConflict(reason: .changed, kept: [])))
        }
        let result = rename(publication.hidden, location.name, location, 0)
        guard result == 0 else {
            throw FileError(.save, location.path, call: "renameat2", answer: Int(result))
        }
        return nil
    }
}
