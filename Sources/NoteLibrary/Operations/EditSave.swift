// SPDX-License-Identifier: MIT
// One edit of one note on the disk.

internal import NoteFiles
internal import NoteKit

/// Puts a text in place of another one.
struct EditSave: Sendable {
    let path: NotePath
    let old: [UInt8]
    let new: [UInt8]

    /// The version to keep first; nil where the note does not hold the old text any more, or it is the same.
    func version(in vault: NotePath, _ disk: NoteDisk) throws(LibraryError) -> NoteVersion? {
        let note = vault.appending(path)
        do throws(FileError) {
            let present = try disk.read(note)
            guard present.bytes == old, old != new else { return nil }
            return NoteVersion(
                of: note, old, because: .replaced, at: disk.calls.wallClock(),
                edited: present.facts.modified, replacement: new)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Writes the new text.
    ///
    /// - Returns: What the save established; nil where the note held the text already.
    func carryOut(in vault: NotePath, _ disk: NoteDisk) throws(LibraryError) -> SaveReceipt? {
        let outcome: SaveOutcome
        do throws(FileError) {
            outcome = try disk.replace(vault.appending(path), with: new, base: old)
        } catch {
            throw LibraryError(error)
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
