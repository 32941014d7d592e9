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
    /// Files to list that have their names already.
    var listed: [String] = []
    /// Entries to take out.
    var removed: [String] = []
    /// The text that was edited, and what came of it; nil to leave the text as it is found.
    var text: (base: [UInt8], new: [UInt8])?

    init(of attachments: NoteAttachments) { self.attachments = attachments }

    /// What came of it.
    struct Result {
        /// The names under which files are listed: those staged, then those listed.
        var added: [String] = []
        var removed: [AttachmentRemoval] = []
        /// The bytes of the note now.
        var bytes: [UInt8] = []
    }

    /// Carries it out as one operation.
    ///
    /// - Throws: `LibraryError`; nothing has changed then, and what is staged stays so.
    func carryOut() throws(LibraryError) -> Result {
        // Another program may take the name that was free: then once more with the next.
        for _ in 0..<100 {
            var result = Result()
            let outcome = try attachments.runner.carryOut { () throws(LibraryError) in try plan(&result) }
            if let refusal = outcome.refusals.first, outcome.isTakenBack {
                if refusal.code == .nameTaken, isOfFile(refusal.path) { continue }
                throw refusal
            }
            for attachment in staged { attachment.letGo() }
            for (step, came) in zip(outcome.operation.steps, outcome.steps) {
                guard case .removeFile(let path) = step.action, case .refused(let error) = came,
                    let index = result.removed.firstIndex(where: { NotePath(lossy: $0.name) == path.name })
                else { continue }
                result.removed[index].isFileRemoved = false
                result.removed[index].problem = error
            }
            return result
        }
        throw LibraryError(
            .nameTaken, attachments.note,
            "The attachments of '\(attachments.note)' were not changed: other programs take every name.")
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
        let present = try attachments.read()
        if let text, text.base != present {
            throw LibraryError(
                .changed, note,
                "'\(note)' was not saved: another program changed it meanwhile. It is as that left it.")
        }
        var editor = try NoteText(readable: text?.new ?? present, of: note)
        let folder = try attachments.store.folder(of: note)
        var steps: [VaultOperation.Step] = staged.isEmpty ? [] : Self.makingFolders(to: folder)
        var names = FreeNames(in: folder, try VaultFolders(attachments.store.vault, calls: attachments.runner.disk.calls))
        for entry in AttachmentList(of: editor.bytes).names { names.take(entry) }
        for attachment in staged {
            let name = try names.free(like: attachment.name)
            steps.append(.move(try attachment.hide(), to: folder.entry(NotePath(name))))
            result.added.append(name)
        }
        result.added += listed
        for name in result.added { try editor.apply(note) { list throws(PropertyError) in try list.edits(adding: name) } }
        var files: [NotePath] = []
        for name in removed {
            guard let index = AttachmentList(of: editor.bytes).index(of: name) else { continue }
            let entry = AttachmentList(of: editor.bytes).entries[index]
            try editor.apply(note) { list throws(PropertyError) in try list.edits(removing: index) }
            result.removed.append(try removal(of: entry, &files, stillListedIn: editor.bytes))
        }
        result.bytes = editor.bytes
        if result.bytes != present {
            steps.append(.edit(note, from: SHA256Digest(of: present), to: result.bytes))
        }
        steps += files.map { .removeFile($0) }
        let kind: VaultOperation.Kind = files.isEmpty ? .attachmentSave : .attachmentRemove
        return VaultOperation(kind, steps, isUndoable: false)
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

/// Names in a folder that nothing has, whatever its case.
private struct FreeNames {
    private let folder: NotePath
    private let folders: VaultFolders
    private var taken: Set<String> = []

    init(in folder: NotePath, _ folders: VaultFolders) {
        self.folder = folder
        self.folders = folders
    }

    /// Counts a name as taken: a file that is listed and missing is not another one.
    mutating func take(_ name: String) { taken.insert(NotePath(lossy: name).folded) }

    /// The first name that is free, and takes it.
    mutating func free(like name: String) throws(LibraryError) -> String {
        var number = 0
        while true {
            let wanted = AttachmentName.numbered(name, number)
            if try isFree(NotePath(wanted)) {
                take(wanted)
                return wanted
            }
            number += 1
        }
    }

    private func isFree(_ name: NotePath) throws(LibraryError) -> Bool {
        guard !taken.contains(name.folded) else { return false }
        do throws(LibraryError) {
            return try folders.count(ofNamesLike: name, in: try folders.folder(folder)) == 0
        } catch {
            // A folder that is still to be made holds no names.
            if error.code == .missing { return true }
            throw error
        }
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

    /// Edits the list of the note's attachments.
    fileprivate mutating func apply(
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
            throw LibraryError(.unsupportedProperty, note, "The attachments of '\(note)' were not changed. \(error)")
        }
    }
}
