// SPDX-License-Identifier: MIT
// What killed processes left unsaved: which notes, and how it comes back before a note gets another path.

internal import NoteJSON
internal import NoteKit

/// The notes with unsaved edits whose process is gone, and which nobody has opened since.
struct LeftEdits {
    /// Their paths from the root, in order.
    let notes: [NotePath]

    /// Looks into the journals.
    ///
    /// - Parameter vault: The real path of the folder whose notes are meant; nil for all.
    /// - Throws: `FileError` when the journals cannot be listed.
    init(in vault: NotePath? = nil) throws(FileError) {
        let journals = try JournalFolder(of: NoteDisk()).allOrphans().journals
        let all = Set(journals.filter(\.hasUnsavedEdits).map(\.note))
        notes = all.filter { note in vault.map { note.below($0) != nil } ?? true }.sorted()
    }

    /// A line for each.
    var text: String {
        notes.map {
            "unsaved   \($0): edits of a killed process; open it, or start notekitd, to get them back\n"
        }.joined()
    }

    /// Writes their paths as an array.
    func write(to json: inout JSONWriter) { json.array(notes) { $0.string($1.description) } }

    /// Brings back what a killed process left unsaved of a note that is about to get another path, by which nobody
    /// would find it.
    ///
    /// After a crash: the edits are in the note, or in a journal of it.
    ///
    /// - Parameter note: The note, as it was typed.
    /// - Throws: `FileError` when the journals cannot be listed; `SessionError` when the edits cannot be saved, as in a
    ///   conflict. They stay where they are, and the note is to keep its path.
    static func bringBack(of note: NotePath) throws {
        let disk = NoteDisk()
        guard let file = note.real else { return }
        let hasEdits = try JournalFolder(of: disk).orphans(of: file, key: JournalKey(of: file, on: disk))
            .journals
            .contains(where: \.hasUnsavedEdits)
        guard hasEdits else { return }
        var options = SessionOptions()
        options.keeper = Program.keeper
        options.isWatching = false
        let session = NoteSession(at: file, options: options)
        try Daemon.wait { () async -> Result<Void, SessionError> in
            do throws(SessionError) {
                try await session.open()
                return .success(try await session.close())
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
