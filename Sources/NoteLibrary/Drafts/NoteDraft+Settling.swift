// SPDX-License-Identifier: MIT
// How a draft goes on after a save that failed when nobody knew any more what came of it.

internal import NoteFiles
internal import NoteKit
internal import NoteSyntax

extension NoteDraft {
    /// A save that has failed after what it was to do was written down: it may be done, or the next start does it.
    enum Unsettled: Sendable {
        /// What was planned, for what the draft was then.
        case save(AttachmentSave.Result, Former)
        /// The title: the path before and the wanted one.
        case title(NotePath, NotePath)
    }

    /// What a draft was when a save has failed.
    struct Former: Sendable {
        let title: String
        let text: [UInt8]
        let staged: [StagedAttachment]
        let removed: [String]
    }

    /// Has what a failed save has begun be finished, and takes over what it has done, so that it is not taken
    /// for another program's doing. What was typed, attached and detached since stays.
    ///
    /// - Returns: The files that the failed save has taken out of the list.
    mutating func settle() throws(LibraryError) -> [AttachmentRemoval] {
        guard let unsettled else { return [] }
        let finished = try runner.finishPatiently()
        var removals: [AttachmentRemoval] = []
        switch unsettled {
        case .save(let planned, let former):
            // Else it was not done, or it was and another program has changed the note since.
            if try bytes(at: planned.path) == planned.bytes {
                removals = try takeOver(planned, former)
            } else {
                planned.giveUp()
            }
        case .title(let old, let new): try takeOver(old, new, finished)
        }
        self.unsettled = nil
        return removals
    }

    private mutating func takeOver(
        _ planned: AttachmentSave.Result, _ former: Former
    ) throws(LibraryError) -> [AttachmentRemoval] {
        let text =
            text.holds(former.text)
            ? try NoteText(readable: planned.bytes, of: planned.path) : try planned.listing(in: text)
        // The name of a new note is its title made safe.
        if note == nil, title == former.title { title = Self.title(of: planned.path) }
        note = planned.path
        base = planned.bytes
        self.text = text
        for copy in former.staged { copy.letGo() }
        // What was detached since is an entry of the note now.
        let detached = zip(former.staged, planned.added).filter { copy, _ in
            !staged.contains { $0.copy == copy }
        }
        let isTaken = Set(former.staged)
        let later = files.filter {
            if case .staged(let copy, _) = $0 { !isTaken.contains(copy) } else { false }
        }
        removed = removed.filter { !former.removed.contains($0) } + detached.map(\.1)
        files =
            attachments.listed(in: base).filter { !removed.contains($0.name) }.map { .kept($0) } + later
        return try planned.removed.map { (removal) throws(LibraryError) in
            var removal = removal
            let path = try attachments.store.path(of: removal.name, note: planned.path)
            if try isThere(path) { removal.isFileRemoved = false }
            return removal
        }
    }

    private mutating func takeOver(
        _ old: NotePath, _ new: NotePath, _ finished: [OperationOutcome]
    ) throws(LibraryError) {
        guard try bytes(at: old) == nil, let present = try bytes(at: new) else { return }
        let followed = finished.lazy.compactMap { $0.text(of: new) }.first
        // Where neither is so, it is not known whether this is the note: then it is gone.
        guard present == base || present == followed else { return }
        note = new
        if text.holds(base) { text = try NoteText(readable: present, of: new) }
        base = present
    }

    private func isThere(_ path: NotePath) throws(LibraryError) -> Bool {
        try VaultFolders(runner.vault, calls: runner.disk.calls).facts(of: path) != nil
    }

    /// The bytes of a note; nil where there is none.
    private func bytes(at note: NotePath) throws(LibraryError) -> [UInt8]? {
        do throws(FileError) {
            return try runner.disk.read(runner.vault.appending(note)).bytes
        } catch {
            if error.code == .missing { return nil }
            throw LibraryError(error)
        }
    }
}
