// SPDX-License-Identifier: MIT
// What a session would find, for whoever only looks.

package import NoteFiles

/// A note that is not opened: what a session on it would hold at once.
package struct UnopenedNote: Sendable {
    /// The conflict that a killed process left in its journal; nil where there is none.
    package let conflict: NoteConflict?
    /// The bytes that the file would hold once everything is saved; nil where there is none.
    package let heldBytes: [UInt8]?

    /// Looks at the file and at the journals. Writes nothing, locks nothing, and blocks on the disk.
    ///
    /// - Parameters:
    ///   - path: The real path of the note.
    ///   - options: As for a session on it.
    /// - Throws: `FileError` when the file or a journal cannot be read.
    package init(at path: NotePath, options: SessionOptions) throws(FileError) {
        let disk = SessionDisk(options)
        let found: FoundNote
        switch disk.look(at: path) {
        case .found(let note): found = note
        case .notRead(let error): throw error
        case let other: preconditionFailure("a look is answered with \(other)")
        }
        let edits = try JournalFolder(of: disk.disk).unsavedEdits(of: path, holding: found.bytes)
        var machine = SessionMachine(path: path, timing: options.timing)
        do throws(SessionError) {
            _ = try machine.handle(.opened(found, recovered: edits), at: .zero)
        } catch {
            preconditionFailure("only what clients ask for is refused: \(error)")
        }
        conflict = NoteConflict(of: machine)
        heldBytes = machine.isDirty ? machine.text.bytes : machine.base.bytes
    }
}
