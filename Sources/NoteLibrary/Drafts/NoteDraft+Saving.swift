// SPDX-License-Identifier: MIT
// How a draft becomes the note: text and files in one operation, then the title.

public import NoteFiles
internal import NoteKit
internal import NoteSyntax

extension NoteDraft {
    /// What came of a save.
    public struct Saved: Hashable, Sendable {
        /// The path of the note in the vault.
        public let note: NotePath
        /// The files that are listed no more, and what became of them.
        public let removed: [AttachmentRemoval]
        /// What came of the links to the note, where it got another title.
        public let renaming: RenameOutcome?
    }

    /// Saves the draft: the text and the files first, in one operation, then the title with the links to the note.
    ///
    /// What the note held becomes a version, unless only its files changed. A new note is called by its title made
    /// safe, with a number where that is taken. When a title is taken or impossible, nothing is saved. After a
    /// crash the note holds the old text and lists the old files, or the new ones, once the next start has run;
    /// the title may be the old one then.
    ///
    /// - Returns: Where the note is. The draft goes on from there.
    /// - Throws: `LibraryError`, and the draft stays as it is, to be saved again: `.changed` when another program
    ///   has changed the note meanwhile, `.nameTaken` or `.invalidName` for the title, `.unsupportedProperty`
    ///   when the front matter cannot list files, `.noSpace` and the like. Nothing has changed then; but when
    ///   only the title could not be changed any more, the text is saved.
    @discardableResult
    public mutating func save() throws(LibraryError) -> Saved {
        let wanted = try wantedPath()
        var save = AttachmentSave(of: attachments)
        save.staged = staged.map(\.copy)
        save.names = staged.map(\.name)
        save.removed = removed
        save.text = note == nil ? .new(text.bytes) : .edited(base: base, new: text.bytes)
        let result = try save.carryOut()
        try take(result)
        var renaming: RenameOutcome?
        if let note, let wanted, wanted != note {
            renaming = try NoteRenaming(runner).rename(note, to: wanted)
            self.note = wanted
        }
        if let note {
            title = Self.title(of: note)
            // Links of the note to itself follow its title.
            base = try attachments.read()
            text = try NoteText(readable: base, of: note)
        }
        return Saved(note: note ?? result.path, removed: result.removed, renaming: renaming)
    }

    /// The path that the title asks for; nil where it stays, or the note is new.
    private func wantedPath() throws(LibraryError) -> NotePath? {
        guard let note, savedTitle != Self.title(of: note) else { return nil }
        let wanted = try NoteRenaming.path(of: note, titled: savedTitle)
        guard wanted != note else { return nil }
        // Before anything is changed.
        _ = try NoteRenaming(runner).plan(from: note, to: wanted)
        return wanted
    }

    private mutating func take(_ result: AttachmentSave.Result) throws(LibraryError) {
        note = result.path
        base = result.bytes
        text = try NoteText(readable: base, of: result.path)
        removed = []
        files = try attachments.list().map { .kept($0) }
    }
}
