// SPDX-License-Identifier: MIT
// The files that a note holds: their list, and what may be done to it.

public import NoteFiles
internal import NoteKit
internal import NoteMarkdown

/// The attachments of one note.
///
/// A note lists its files in the property `attachments`, see `AttachmentList`; the files lie in the vault's
/// attachment folder, see `AttachmentStore`. List and files change in one operation: a file has its name before
/// the note lists it, and is removed after the note does so no more. So a crash leaves at most a file that no
/// note lists, never a note that lists a file it cannot open; and the next start finishes what was begun.
///
/// An attachment is no writing: the file of the note changes, and so does the time of its last edit, but no version
/// is made of that. Methods block on the disk; they may be called from any thread.
public struct NoteAttachments: Sendable {
    /// The path of the note in the vault.
    public let note: NotePath
    /// Where the files lie.
    public let store: AttachmentStore
    let runner: OperationRunner

    /// Prepares to change the attachments of a note. Looks at nothing but the settings of the vault.
    ///
    /// - Parameters:
    ///   - note: The path of the note in the vault.
    ///   - runner: Who changes the vault.
    ///   - looksEverywhere: See `AttachmentStore`.
    public init(of note: NotePath, by runner: OperationRunner, looksEverywhere: Bool = true) {
        self.note = note
        self.runner = runner
        store = AttachmentStore(of: runner.vault, looksEverywhere: looksEverywhere, on: runner.disk)
    }

    /// The names of the files that a note lists, in display order, each once.
    ///
    /// - Parameter file: The bytes of the note's file.
    public static func names(in file: [UInt8]) -> [String] { AttachmentList(of: file).names }

    /// Finishes what killed processes left of this note's attachments, and clears what they had staged. Where
    /// another process is changing the vault at this moment, that does it.
    ///
    /// To be called before a note is opened for editing; what changes the attachments does it by itself.
    public func recover() throws(LibraryError) {
        let hasRecords = try runner.hasRecords()
        let holdsStaging = try store.holdsStaging(of: note)
        guard hasRecords || holdsStaging else { return }
        // A staged file may be the next step of an operation whose process was killed a moment ago.
        try runner.whenFinished { () throws(LibraryError) in _ = try store.clearStaging(of: note) }
    }

    /// The files that the note lists, in display order.
    ///
    /// - Throws: `LibraryError` when the note cannot be read, with code `.unreadable` for one that is not UTF-8.
    public func list() throws(LibraryError) -> [Attachment] {
        let bytes = try read()
        do throws(UnreadableText) {
            _ = try NoteText(bytes: bytes)
        } catch {
            throw LibraryError(
                .unreadable, note, "What '\(note)' lists is not known. \(error)")
        }
        return listed(in: bytes)
    }

    func listed(in file: [UInt8]) -> [Attachment] {
        let list = AttachmentList(of: file)
        var seen: Set<[UInt8]> = []
        return list.entries.filter { seen.insert(Array(($0.name ?? $0.text).utf8)).inserted }
            .map { store.attachment($0, of: note) }
    }

    /// The files for the placements in the note's writing.
    public func source() throws(LibraryError) -> InlineAttachmentSource {
        InlineAttachmentSource(try list().filter(\.isAvailable).map(\.name))
    }

    /// Attaches copies of files, in one operation.
    ///
    /// A name that is taken, by whatever file, gets a number as Obsidian gives it: `photo 1.png`. A file that is in
    /// the attachment folder already is listed as it is.
    ///
    /// - Parameter sources: Any paths; symbolic links are followed.
    /// - Returns: The names under which the note lists them.
    /// - Throws: `LibraryError`, and nothing has changed: as `AttachmentStore.stage` for what cannot be copied;
    ///   `.missing`, `.unreadable`, `.unsupportedProperty` or `.changed` for the note.
    public func add(_ sources: [NotePath]) throws(LibraryError) -> [String] {
        try recover()
        var save = AttachmentSave(of: self)
        for source in sources {
            if let name = nameInFolder(of: source) {
                save.listed.append(name)
            } else {
                save.staged.append(try store.stage(source, for: note))
            }
        }
        return try save.carryOut().added
    }

    /// Takes a file out of the list, and then removes it, unless somebody else names it.
    ///
    /// A file that another note lists, embeds, links to or has as its drawing stays on the disk, and so does one
    /// that lies elsewhere than in the attachment folder. Placements in the note's own writing stay too.
    ///
    /// - Parameter name: The name as it is listed.
    /// - Throws: `LibraryError` with code `.missing` when the note lists no such file, or as `add(_:)`; nothing has
    ///   changed then.
    public func remove(_ name: String) throws(LibraryError) -> AttachmentRemoval {
        try recover()
        var save = AttachmentSave(of: self)
        save.removed = [name]
        guard let removal = try save.carryOut().removed.first else {
            throw LibraryError(
                .missing, note, "'\(note)' lists no file '\(NotePath(lossy: name))'. Nothing was changed.")
        }
        return removal
    }

    /// The files that nobody will name any more once this note is deleted: to be removed after the note, so
    /// that a crash between leaves no note without its files.
    ///
    /// - Returns: Paths in the vault.
    public func filesOfThisNoteAlone() throws(LibraryError) -> [NotePath] {
        let folder = try store.folder(of: note)
        var paths: [NotePath] = []
        for attachment in listed(in: try read()) {
            guard let path = attachment.path, path == folder.entry(NotePath(attachment.name)),
                try mentions(of: path).isEmpty
            else { continue }
            paths.append(path)
        }
        return paths
    }

    /// The other notes that name a file.
    func mentions(of file: NotePath) throws(LibraryError) -> [NotePath] {
        try FileMentions(of: file).paths(
            in: store.vault, isWide: store.looksEverywhere, except: note, on: runner.disk)
    }

    /// The bytes of the note.
    func read() throws(LibraryError) -> [UInt8] {
        do throws(FileError) {
            return try runner.disk.read(store.vault.appending(note)).bytes
        } catch {
            throw LibraryError(error)
        }
    }

    /// The name of a file that is in the attachment folder already; nil for any other.
    private func nameInFolder(of source: NotePath) -> String? {
        let name = source.name.bytes
        guard let text = String(validating: name, as: UTF8.self), AttachmentName.isName(name) else {
            return nil
        }
        do {
            let path = store.vault.appending(try store.path(of: text, note: note))
            return try FileIdentity.isSame(source, path, calls: runner.disk.calls) ? text : nil
        } catch {
            // It is about to be copied, which tells what is wrong.
            return nil
        }
    }
}
