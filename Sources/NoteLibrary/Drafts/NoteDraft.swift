// SPDX-License-Identifier: MIT
// An edit of a note that touches nothing until it is saved.

public import NoteFiles
internal import NoteKit
public import NoteSyntax

/// A note that is being edited: title, text and files, apart from what is on the disk.
///
/// Nothing in the vault changes until `save()`, and to let the value go is to cancel: files that were attached are
/// staged where nobody sees them, and go with it. A value: a copy is a second draft of the same note, with the same
/// staged files.
///
/// ```swift
/// var draft = try NoteDraft(of: NotePath("trip.md"), by: runner)
/// draft.title = "Trip to Rome"
/// try draft.attach(NotePath("/home/ada/photo.png"))
/// try draft.save()
/// ```
public struct NoteDraft: Sendable {
    /// A file that the note will list.
    public enum File: Hashable, Sendable {
        /// One that the note has.
        case kept(Attachment)
        /// One that this edit attaches, and the name that it would like to have.
        case staged(StagedAttachment, name: String)

        /// The name.
        public var name: String {
            switch self {
            case .kept(let attachment): attachment.name
            case .staged(_, let name): name
            }
        }
    }

    /// The path of the note in the vault; nil for one that is new.
    public internal(set) var note: NotePath?
    /// The title: the name of the file without its ending. It may be blank while it is typed; see `savedTitle`.
    public var title: String
    /// The text, front matter included.
    public var text: NoteText
    /// The files in display order.
    public internal(set) var files: [File] = []

    /// The folder of a new note.
    let folder: NotePath
    /// What the note held when the draft was made, or saved last.
    var base: [UInt8]
    /// The files that the note has and will not list any more.
    var removed: [String] = []
    /// What a save that has failed may have done, or the next start may do.
    var unsettled: Unsettled?
    let runner: OperationRunner
    let looksEverywhere: Bool

    /// The title of a new note for which nobody wrote one.
    public static let placeholder = "Untitled"

    /// Starts to edit a note. Finishes first what killed processes left of it.
    ///
    /// - Parameters:
    ///   - note: The path of the note in the vault.
    ///   - runner: Who changes the vault.
    ///   - looksEverywhere: See `AttachmentStore`.
    /// - Throws: `LibraryError` with code `.missing`, `.unreadable` and the like.
    public init(
        of note: NotePath, by runner: OperationRunner, looksEverywhere: Bool = true
    ) throws(LibraryError) {
        let attachments = NoteAttachments(of: note, by: runner, looksEverywhere: looksEverywhere)
        try attachments.recover()
        self.note = note
        self.runner = runner
        self.looksEverywhere = looksEverywhere
        folder = note.folder
        title = Self.title(of: note)
        base = try attachments.read()
        text = try NoteText(readable: base, of: note)
        files = try attachments.list().map { .kept($0) }
    }

    /// Starts to write a new note, which is in no folder's list until it is saved.
    ///
    /// - Parameter folder: The path of its folder in the vault, `.` for the top.
    public init(newIn folder: NotePath, by runner: OperationRunner, looksEverywhere: Bool = true) {
        self.runner = runner
        self.looksEverywhere = looksEverywhere
        self.folder = folder
        note = nil
        title = ""
        base = []
        text = NoteText()
    }

    /// The title that the note will have: a title is never blank, so the former one stays where nothing is
    /// written, and a new note has the placeholder.
    public var savedTitle: String {
        guard title.allSatisfy(\.isWhitespace) else { return title }
        return note.map(Self.title) ?? Self.placeholder
    }

    /// Whether saving would change anything.
    public var hasChanges: Bool {
        guard let note else { return true }
        return !text.holds(base) || !removed.isEmpty || !staged.isEmpty || savedTitle != Self.title(of: note)
    }

    /// The files for the placements in the text, staged ones included.
    public var source: InlineAttachmentSource {
        InlineAttachmentSource(
            files.compactMap { file in
                if case .kept(let attachment) = file, !attachment.isAvailable { nil } else { file.name }
            })
    }

    /// Stages a copy of a file. The vault does not show it until the draft is saved.
    ///
    /// - Parameter source: Any path; symbolic links are followed.
    /// - Returns: The name by which it can be placed in the text.
    /// - Throws: `LibraryError` as `AttachmentStore.stage(_:for:)`.
    @discardableResult
    public mutating func attach(_ source: NotePath) throws(LibraryError) -> String {
        let attachments = attachments
        let copy = try attachments.store.stage(source, for: attachments.note)
        var names = FreeNames(
            in: try attachments.store.folder(of: attachments.note),
            try VaultFolders(runner.vault, calls: runner.disk.calls))
        for file in files { names.take(file.name) }
        let name = try names.free(like: copy.name)
        files.append(.staged(copy, name: name))
        return name
    }

    /// Takes a file out of the list. One that the note has is removed when the draft is saved, see
    /// `NoteAttachments.remove(_:)`; one that was staged goes now. Where none has this very name, one that differs in
    /// the form of an accent is meant.
    ///
    /// - Throws: `LibraryError` with code `.missing` where there is none of that name.
    public mutating func detach(_ name: String) throws(LibraryError) {
        guard
            let index = files.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
                ?? files.firstIndex(where: { $0.name == name })
        else {
            throw LibraryError(
                .missing, attachments.note, "The draft has no file '\(NotePath(lossy: name))'.")
        }
        if case .kept(let attachment) = files.remove(at: index) { removed.append(attachment.name) }
    }

    var staged: [(copy: StagedAttachment, name: String)] {
        files.compactMap { if case .staged(let copy, let name) = $0 { (copy, name) } else { nil } }
    }

    /// The attachments of the note, be it new.
    var attachments: NoteAttachments {
        let path = note ?? folder.entry(NotePath("\(Self.fileName(of: savedTitle)).md"))
        return NoteAttachments(of: path, by: runner, looksEverywhere: looksEverywhere)
    }

    /// The name of the file of a new note, without its ending: the title where that may be a name.
    static func fileName(of title: String) -> String {
        SafeName.name(of: title, longest: 200, mostBytes: 240, without: ["#", "^", "[", "]"]) ?? placeholder
    }

    static func title(of note: NotePath) -> String {
        String(decoding: note.name.bytes.dropLast(NotesFolder.isNote(note) ? 3 : 0), as: UTF8.self)
    }
}
