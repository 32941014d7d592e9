// SPDX-License-Identifier: MIT
// How the unsaved edits of one open note outlive the process that made them.

package import NoteFiles
package import NoteSyntax

/// The journal of one open note: the bytes that its edits start from, and every edit since.
///
/// It lies in the state folder, never in the vault. What `append` was given is found after kill -9; what
/// was there when `makeDurable()` returned is found after a power cut too. While this value lives the
/// journal is locked, and no process takes it for an orphan; `JournalFolder` finds it afterwards.
///
/// ```swift
/// let folder = JournalFolder(of: disk)
/// let key = JournalKey(of: note, on: disk)
/// var journal = try NoteJournal(of: note, key: key, base: text.bytes, in: folder)
/// try journal.append([edit])              // before the edit is acknowledged
/// let sync = journal.sync                 // on the timer, on any thread:
/// try sync.makeDurable()
/// let count = journal.editCount           // when a save begins
/// try journal.markSaved(afterEdits: count)  // when it has succeeded
/// let removed = try journal.discard()     // when nothing is unsaved
/// try removed.makeDurable()               // on any thread
/// ```
///
/// When a call throws, no edit is lost for the journal: what is not in the file yet goes in front of what
/// is appended next, and `append([])` tries that alone.
package struct NoteJournal: ~Copyable {
    private var file: RecordFile
    private let calls: any FileCalls
    private var beginning: JournalBeginning
    /// How many edits were appended since the journal was begun or restarted.
    package private(set) var editCount = 0

    /// Begins a journal.
    ///
    /// After kill -9 it is there with its base, or not at all.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `flock(2)`, `pwrite(2)`, `linkat(2)`.
    ///
    /// - Parameters:
    ///   - note: The real path of the note from the root, symbolic links followed: the same path finds
    ///     the journal again.
    ///   - key: By what it is found where a folder on the way to the note gets another name; nil where that is not
    ///     known.
    ///   - base: The whole file that the edits start from; it must be UTF-8.
    /// - Throws: `FileError` with operation `.journal` and the path of the note; there is no journal then.
    package init(
        of note: NotePath, key: JournalKey?, base: [UInt8], in folder: JournalFolder
    ) throws(FileError) {
        precondition(note.isAbsolute, "a journal is found by the path from the root")
        let calls = folder.disk.calls
        let number = calls.uniqueNumber()
        let beginning = JournalBeginning(note: note, began: calls.wallClock(), number: number)
        file = try RecordFile(
            folder.path.appending(JournalFolder.name(of: note, number, key)), magic: JournalRecord.magic,
            records: [JournalRecord.beginning(beginning).record, JournalRecord.base(base).record],
            about: note, on: folder.disk)
        self.beginning = beginning
        self.calls = calls
    }

    /// Where the note is, as far as the journal was told.
    package var note: NotePath { beginning.note }

    /// How many bytes the journal has, so that one that grew can be restarted.
    package var byteCount: Int { file.byteCount }

    /// Whether a write failed, so that something is not in the file yet.
    package var hasPending: Bool { file.hasPending }

    /// Where the journal is.
    package var path: NotePath { file.path }

    /// Makes durable what has been appended, from any thread. After a restart there is another one.
    package var sync: RecordSync { file.sync }

    /// Appends edits that were made in one go, with one `pwrite(2)`.
    ///
    /// After kill -9 all of them are found or none; all of them once this has returned.
    package mutating func append(_ edits: [NoteEdit]) throws(FileError) {
        guard !edits.isEmpty else { return try file.append([]) }
        editCount += edits.count
        try file.append([JournalRecord.edits(edits).record])
    }

    /// Notes that the file holds the text as it was after the first `count` edits of this journal.
    ///
    /// - Parameter count: `editCount` at the moment when the saved text was taken. A restart in between
    ///   makes it void, so do not restart while a save is running.
    package mutating func markSaved(afterEdits count: Int) throws(FileError) {
        precondition((0...editCount).contains(count), "\(count) edits were never appended")
        try file.append([JournalRecord.saved(afterEdits: count).record])
    }

    /// Puts new content in place of the old: another base, and the edits since.
    ///
    /// Makes the new journal durable (one `fsync(2)`) before it takes the old one's place. After a crash:
    /// the old content or the new, whole.
    ///
    /// - Throws: `FileError`; the old journal is then still there and can be appended to.
    package mutating func restart(base: [UInt8], edits: [NoteEdit]) throws(FileError) {
        var beginning = beginning
        beginning.began = calls.wallClock()
        beginning.generation += 1
        var records = [JournalRecord.beginning(beginning).record, JournalRecord.base(base).record]
        if !edits.isEmpty { records.append(JournalRecord.edits(edits).record) }
        try file.restart(with: records)
        self.beginning = beginning
        editCount = edits.count
    }

    /// Follows the note to another path, so that the journal is found from there.
    ///
    /// - Parameter key: The note's key there.
    package mutating func follow(to note: NotePath, key: JournalKey?) throws(FileError) {
        precondition(note.isAbsolute, "a journal is found by the path from the root")
        // The name first: by that it is found.
        try file.rename(to: JournalFolder.name(of: note, calls.uniqueNumber(), key))
        beginning.note = note
        try file.append([JournalRecord.moved(note).record])
    }

    /// Leaves the journal to whoever opens the note next, in this process or another.
    package consuming func leave() { file.leave() }

    /// Takes the journal away. After a power cut it may be there again, until the answer was made durable.
    ///
    /// - Throws: `FileError` when it is still there.
    package consuming func discard() throws(FileError) -> RemovedRecords { try file.remove() }
}
