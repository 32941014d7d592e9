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
    /// - Throws: `LibraryError`, and the draft stays as it is, to be edited and saved again: `.changed` when another
    ///   program has changed the note meanwhile, `.nameTaken` or `.invalidName` for the title,
    ///   `.unsupportedProperty` when the front matter cannot list files, `.noSpace` and the like. Nothing has
    ///   changed then; but when only the title could not be changed any more, the text is saved. After
    ///   `.inputOutput` from `fsync(2)` it is not certain what a power cut leaves; the next save finds what was
    ///   done, and goes on from that.
    @discardableResult
    public mutating func save() throws(LibraryError) -> Saved {
        let earlier = try settle()
        let wanted = try wantedPath()
        var save = AttachmentSave(of: attachments)
        save.staged = staged.map(\.copy)
        save.names = staged.map(\.name)
        save.removed = removed
        save.text = note == nil ? .new(text.bytes) : .edited(base: base, new: text.bytes)
        let result: AttachmentSave.Result
        do throws(LibraryError) {
            result = try save.carryOut()
        } catch {
            unsettled = save.unsettled.map {
                .save($0, Former(title: title, text: text.bytes, staged: save.staged, removed: removed))
            }
            throw error
        }
        note = result.path
        base = result.bytes
        text = try NoteText(readable: base, of: result.path)
        removed = []
        files = attachments.listed(in: base).map { .kept($0) }
        let renaming = try wanted.flatMap { (wanted) throws(LibraryError) in
            try rename(result.path, to: wanted)
        }
        title = Self.title(of: note ?? result.path)
        return Saved(note: note ?? result.path, removed: earlier + result.removed, renaming: renaming)
    }

    /// Gives the note its title.
    private mutating func rename(
        _ old: NotePath, to new: NotePath
    ) throws(LibraryError) -> RenameOutcome? {
        guard new != old else { return nil }
        let renaming: RenameOutcome
        do throws(LibraryError) {
            renaming = try NoteRenaming(runner).rename(old, to: new)
        } catch {
            unsettled = .title(old, new)
            throw error
        }
        note = new
        // Links of the note to itself follow its title.
        base = renaming.text ?? base
        text = try NoteText(readable: base, of: new)
        return renaming
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
}
