// SPDX-License-Identifier: MIT
// A title is a part of what somebody wrote: the one that a note had stays in its history.

internal import NoteFiles
internal import NoteKit
internal import NoteStore

extension OperationRunner {
    /// Keeps the text of a note under the title that it has, before it gets another one.
    ///
    /// The rename goes on when it cannot be kept: the text is in the note.
    ///
    /// - Parameters:
    ///   - note: The path of the note in the vault.
    ///   - new: The path that it is about to have.
    func keepTitle(of note: NotePath, before new: NotePath) {
        guard note.name != new.name, keeper.keepsReplacedTexts else { return }
        let file = vault.appending(note)
        do throws(FileError) {
            let now = try disk.read(file)
            try keeper.keep(
                NoteVersion(
                    of: file, now.bytes, because: .renamed, at: disk.calls.wallClock(),
                    edited: now.facts.modified))
        } catch {
            // What the title was is told by the version before, if there is one.
        }
    }
}
