// SPDX-License-Identifier: MIT
// Which sides of a conflict were shown to a person last, who chooses with another command.

package import NoteFiles
package import NoteKit

/// Remembers the sides that were shown, one file for each note.
///
/// What is lost of it costs another look: whoever compares with it then knows of none that were shown.
package struct ShownSides: Sendable {
    private let file: NotePath

    /// Those of one note.
    ///
    /// - Parameters:
    ///   - note: The real path of the note from the root.
    ///   - stateFolder: Usually `StateFolder.standard`.
    package init(of note: NotePath, stateFolder: NotePath = StateFolder.standard) {
        let name = NotePath(SHA256Digest(of: note.bytes).description)
        file = stateFolder.appending(NotePath("shown")).appending(name)
    }

    /// What was shown last; nil where nothing was, or nobody knows.
    package func token() throws(StoreError) -> ConflictToken? {
        guard let bytes = try PrivateFile.bytes(of: file) else { return nil }
        return ConflictToken(String(decoding: bytes, as: UTF8.self))
    }

    /// Remembers what is shown. After a crash: what was shown before, or this.
    package func remember(_ token: ConflictToken) throws(StoreError) {
        guard try self.token() != token else { return }
        try PrivateFolder.make(file.folder)
        try PrivateFile.replace(file, with: Array(token.description.utf8))
    }

    /// Forgets it: there is nothing to choose any more.
    package func forget() { PrivateFile.remove(file) }
}
