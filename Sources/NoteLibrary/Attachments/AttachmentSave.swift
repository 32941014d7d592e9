// SPDX-License-Identifier: MIT
// How the list of a note and its files change together.

internal import NoteFiles
internal import NoteKit
internal import NoteMarkdown

/// One save of a note's attachments, with its text or without.
struct AttachmentSave {
    private let attachments: NoteAttachments
    /// Files to attach.
    var staged: [StagedAttachment] = []
    /// The names by which a draft places them; else those that they would like to have.
    var names: [String]?
    /// Files to list that have their names already.
    var listed: [String] = []
    /// Entries to take out.
    var removed: [String] = []
    /// What becomes of the text of the note.
    var text = Text.asFound
    /// What was planned last, where nobody knows whether that will be carried out: by the next start, say.
    private(set) var unsettled: Result?

    init(of attachments: NoteAttachments) { self.attachments = attachments }

    /// What becomes of the text of a note.
    enum Text {
        case asFound
        /// It was edited, if it still is what it was made from.
        case edited(base: [UInt8], new: [UInt8])
        /// The note is new.
        case new([UInt8])

        var isNew: Bool { if case .new = self { true } else { false } }
    }

    /// What came of it.
    struct Result {
        /// Where the note is.
        var path: NotePath
        /// The text of a new note, until it has its name.
        fileprivate var note: StagedAttachment?
        /// The names under which files are listed: those staged, then those listed.
        var added: [String] = []
        /// The names by which staged files were placed, where they are not those.
        fileprivate var placed: [(old: String, new: String)] = []
        var removed: [AttachmentRemoval] = []
        /// The bytes of the note now.
        var bytes: [UInt8] = []
        fileprivate var isPlanned = false

        /// Has a text list what is attached, and show it by its names.
        fileprivate func add(to text: inout NoteText, _ note: NotePath) throws(LibraryError) {
            for (old, new) in placed { try text.place(new, insteadOf: old, note) }
            for name in added {
                try text.edit(note) { list throws(PropertyError) in try list.edits(adding: name) }
            }
        }

        /// A text that was edited since this was planned, with the list of files that this has made.
        func listing(in text: NoteText) throws(LibraryError) -> NoteText {
            var text = text
            try add(to: &text, path)
            for removal in removed {
                guard let index = AttachmentList(of: text.bytes).index(of: removal.name) else { continue }
                try text.edit(path) { list throws(PropertyError) in try list.edits(removing: index) }
            }
            return text
        }

        /// To be called when it is certain that no operation does this any more.
        func giveUp() { note?.unclaim() }

        /// A file could not be removed.
        fileprivate mutating func keeps(_ path: NotePath, because error: LibraryError) {
            guard let index = removed.firstIndex(where: { NotePath(lossy: $0.name) == path.name }) else {
                return
            }
            removed[index].isFileRemoved = false
            removed[index].problem = error
        }
    }

    /// Carries it out as one operation.
    ///
    /// - Throws: `LibraryError`; nothing has changed then, and what is staged stays so, unless it is `unsettled`.
    mutating func carryOut() throws(LibraryError) -> Result {
        // Another program may take the name that was free: then once more with the next.
        for _ in 0..<100 {
            var result = Result(path: attachments.note)
            let outcome: OperationOutcome
            do throws(LibraryError) {
                outcome = try attachments.runner.carryOut { () throws(LibraryError) in
                    // It may be planned more than once.
                    result = Result(path: attachments.note)
                    return try plan(&result)
                }
            } catch {
                leave(result)
                throw error
            }
            if let refusal = outcome.refusals.first, outcome.isTakenBack {
                if refusal.code == .nameTaken, outcome.problems.isEmpty, isOfFile(refusal.path) { continue }
                // Then the record may still be there.
                if !outcome.problems.isEmpty { leave(result) }
                throw outcome.reversal ?? refusal
            }
            for attachment in staged { attachment.letGo() }
            result.note?.letGo()
            for (step, came) in zip(outcome.operation.steps, outcome.steps) {
                guard case .removeFile(let path) = step.action, case .refused(let error) = came else {
                    continue
                }
                result.keeps(path, because: error)
            }
            return result
        }
        throw LibraryError(
            .nameTaken, attachments.note,
            "The attachments of '\(attachments.note)' were not changed: other programs take every name.")
    }

    /// What is planned may be written down already, and be carried out by the next start.
    private mutating func leave(_ result: Result) {
        do throws(LibraryError) {
            guard result.isPlanned, try attachments.runner.hasRecords() else { return }
        } catch {
            // What cannot be seen may be there.
        }
        unsettled = result
        for attachment in staged { attachment.claim() }
        result.note?.claim()
    }

    /// Whether a path is that of a file to be attached, and not the folder for it.
    private func isOfFile(_ path: NotePath) -> Bool {
        do throws(LibraryError) {
            return path != (try attachments.store.folder(of: attachments.note))
        } catch {
            return false
        }
    }

    // MARK: - Planning

    private func plan(_ result: inout Result) throws(LibraryError) -> VaultOperation {
        let note = attachments.note
        let present = text.isNew ? [] : try attachments.read()
        var editor = try NoteText(readable: try newText(over: present), of: note)
        let folder = try attachments.store.folder(of: note)
        var steps: [VaultOperation.Step] = staged.isEmpty ? [] : Self.makingFolders(to: folder)
        var names = FreeNames(
            in: folder, try VaultFolders(attachments.store.vault, calls: attachments.runner.disk.calls))
        for entry in AttachmentList(of: editor.bytes).names { names.take(entry) }
        for (index, attachment) in staged.enumerated() {
            let wanted = self.names?[index] ?? attachment.name
            let name = try names.free(like: wanted)
            steps.append(.move(try attachment.hide(), to: folder.entry(NotePath(name))))
            result.added.append(name)
            if self.names != nil, name != wanted { result.placed.append((wanted, name)) }
        }
        result.added += listed
        try result.add(to: &editor, note)
        var files: [NotePath] = []
        for name in removed {
            guard let index = AttachmentList(of: editor.bytes).index(of: name) else { continue }
            let entry = AttachmentList(of: editor.bytes).entries[index]
            try editor.edit(note) { list throws(PropertyError) in try list.edits(removing: index) }
            result.removed.append(try removal(of: entry, &files, stillListedIn: editor.bytes))
        }
        if !result.removed.isEmpty { try editor.dropEmptyFences(leftOf: present, note) }
        result.bytes = editor.bytes
        if text.isNew {
            steps += Self.makingFolders(to: note.folder)
            let copy = try attachments.store.stage(result.bytes, for: note)
            result.note = copy
            result.path = try freePath(of: note)
            steps.append(.move(try copy.hide(), to: result.path))
        } else if result.bytes != present {
            steps.append(.edit(note, from: SHA256Digest(of: present), to: result.bytes))
        }
        steps += files.map { .removeFile($0) }
        result.isPlanned = true
        let kind: VaultOperation.Kind = files.isEmpty ? .attachmentSave : .attachmentRemove
        return VaultOperation(kind, steps, isUndoable: false)
    }

    /// The path of a new note: with a number where its name is taken.
    private func freePath(of note: NotePath) throws(LibraryError) -> NotePath {
        let folders = try VaultFolders(attachments.store.vault, calls: attachments.runner.disk.calls)
        do throws(LibraryError) {
            let names = try folders.allNames(in: try folders.folder(note.folder))
            var taken = TakenNames(names, avoiding: [], in: note.folder)
            return note.folder.entry(taken.free(note.name, isFolder: false))
        } catch {
            // A folder that is still to be made holds no names.
            if error.code == .missing { return note }
            throw error
        }
    }

    /// The text that is to be in the note, the list of its files apart.
    private func newText(over present: [UInt8]) throws(LibraryError) -> [UInt8] {
        switch text {
        case .asFound: return present
        case .new(let new): return new
        case .edited(let base, let new):
            guard base == present else {
                throw LibraryError(
                    .changed, attachments.note,
                    "'\(attachments.note)' was not saved: another program changed it meanwhile. It is as that left "
                        + "it.")
            }
            return new
        }
    }

    private static func makingFolders(to folder: NotePath) -> [VaultOperation.Step] {
        var path = folder
        var steps: [VaultOperation.Step] = []
        while path != .top {
            steps.append(.makeFolder(path))
            path = path.folder
        }
        return steps.reversed()
    }

    /// What becomes of the file of an entry that is taken out.
    private func removal(
        of entry: AttachmentList.Entry, _ files: inout [NotePath], stillListedIn bytes: [UInt8]
    ) throws(LibraryError) -> AttachmentRemoval {
        var removal = AttachmentRemoval(
            name: entry.name ?? entry.text, isFileRemoved: false, namedBy: [], problem: nil)
        let folder = try attachments.store.folder(of: attachments.note)
        guard let name = entry.name,
            attachments.store.attachment(entry, of: attachments.note).path == folder.entry(NotePath(name)),
            !files.contains(folder.entry(NotePath(name))),
            AttachmentList(of: bytes).index(of: name) == nil
        else { return removal }
        let path = folder.entry(NotePath(name))
        let others = try attachments.mentions(of: path)
        removal = AttachmentRemoval(
            name: name, isFileRemoved: others.isEmpty, namedBy: others, problem: nil)
        if others.isEmpty { files.append(path) }
        return removal
    }
}

extension NoteText {
    /// The text of a note that is to be edited.
    ///
    /// - Throws: `LibraryError` with code `.unreadable` for what is not UTF-8.
    init(readable bytes: [UInt8], of note: NotePath) throws(LibraryError) {
        do throws(UnreadableText) {
            try self.init(bytes: bytes)
        } catch {
            throw LibraryError(.unreadable, note, "'\(note)' was not changed. \(error)")
        }
    }

    /// Has placements show a file that got another name than it was placed by.
    fileprivate mutating func place(
        _ name: String, insteadOf old: String, _ note: NotePath
    ) throws(LibraryError) {
        for placement in InlineAttachments(of: bytes).placements.reversed()
        where placement.marker == .file(old) {
            let start = placement.range.lowerBound + "![[".utf8.count
            do throws(NoteTextError) {
                try replace(inFile: start..<start + old.utf8.count, with: Array(name.utf8))
            } catch {
                throw LibraryError(.other, note, "'\(note)' was not saved. \(error)")
            }
        }
    }

    /// Takes away fences that hold nothing, where something was between them: the list that attaching had made.
    ///
    /// They stay where what follows would be the front matter then.
    fileprivate mutating func dropEmptyFences(
        leftOf before: [UInt8], _ note: NotePath
    ) throws(LibraryError) {
        let file = bytes
        let front = file.withUnsafeBufferPointer { Frontmatter(in: $0) }
        let old = before.withUnsafeBufferPointer { Frontmatter(in: $0) }
        guard let front, front.text.isEmpty, old.map({ !$0.text.isEmpty }) ?? false,
            Frontmatter.range(in: file[front.range.upperBound...]) == nil
        else { return }
        do throws(NoteTextError) {
            try replace(inFile: front.range, with: [])
        } catch {
            throw LibraryError(.other, note, "'\(note)' was not saved. \(error)")
        }
    }

    /// Edits the list of the note's attachments.
    fileprivate mutating func edit(
        _ note: NotePath, _ edits: (AttachmentList) throws(PropertyError) -> [NoteEdit]
    ) throws(LibraryError) {
        let made: [NoteEdit]
        do throws(PropertyError) {
            made = try edits(AttachmentList(of: bytes))
        } catch {
            throw LibraryError(error, in: note)
        }
        do throws(NoteTextError) {
            try apply(made)
        } catch {
            throw LibraryError(
                .unsupportedProperty, note, "The attachments of '\(note)' were not changed. \(error)")
        }
    }
}
