// SPDX-License-Identifier: MIT
// One edit of one note on the disk.

internal import NoteFiles
internal import NoteKit

/// Puts a text in place of another one.
struct EditSave: Sendable {
    let path: NotePath
    let old: [UInt8]
    let new: [UInt8]
    /// Out of which no link on the way leads the edit.
    let vault: NoteRoot

    /// The version to keep first; nil where the note does not hold the old text any more, or it is the same.
    func version(on disk: NoteDisk) throws(LibraryError) -> NoteVersion? {
        do throws(FileError) {
            let present = try disk.read(path, below: vault)
            guard present.bytes == old, old != new else { return nil }
            return NoteVersion(
                of: vault.path.appending(path), old, because: .replaced, at: disk.calls.wallClock(),
                edited: present.facts.modified, replacement: new)
        } catch {
            throw LibraryError(error, editing: path)
        }
    }

    /// Writes the new text.
    ///
    /// - Returns: What the save established; nil where the note held the text already.
    func carryOut(on disk: NoteDisk) throws(LibraryError) -> SaveReceipt? {
        let outcome: SaveOutcome
        do throws(FileError) {
            outcome = try disk.replace(path, below: vault, with: new, base: old)
        } catch {
            throw LibraryError(error, editing: path)
        }
        switch outcome {
        case .saved(let receipt): return receipt
        case .unchanged: return nil
        case .conflict(let conflict):
            let isGone = conflict.reason == .missing
            throw LibraryError(
                isGone ? .missing : .changed, path,
                "'\(path)' was not edited: "
                    + (isGone ? "it is gone." : "another program changed it meanwhile, or is writing it.")
                    + conflict.kept.map { " What another program wrote is kept at '\($0)'." }.joined())
        }
    }
}

extension LibraryError {
    /// Why a note was not edited.
    init(_ error: FileError, editing path: NotePath) {
        guard error.code == .leadsOutside else {
            self.init(error)
            return
        }
        self.init(
            .symbolicLink, path,
            "'\(path)' was not edited: it lies outside of the vault, behind a symbolic link. It is as it was."
        )
    }
}
