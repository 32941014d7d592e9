// SPDX-License-Identifier: MIT
// How the text gets to the disk, and what may come in between.

extension SessionMachine {
    /// Orders that the text be written over the base.
    mutating func write() {
        forgetTimes()
        retryAt = nil
        work = .writing(text, revision: revision, journalCount: journalCount)
        effects.append(.write(text.bytes, base: base))
    }

    mutating func writingEnded(_ outcome: SaveOutcome, at now: Duration) {
        guard case .writing(let written, let revision, let count) = work else { return }
        work = nil
        switch outcome {
        case .saved, .unchanged:
            base = .text(written)
            if case .saved = outcome { hasSaved = true }
            isSaved(revision, afterEdits: count)
        case .conflict(let conflict):
            if !conflict.kept.isEmpty { effects.append(.tell(.keptBeside(conflict.kept))) }
            mustLook = true
            contests += 1
            if conflict.reason == .openForWriting || contests > SessionMachine.mostContests {
                wanted = nil
                fail(busy, at: now)
            } else {
                // If it turns out to hold the base again, somebody is at work there.
                lastEdit = now
                firstUnsaved = now
            }
        }
    }

    mutating func writingFailed(_ error: FileError, at now: Duration) {
        guard case .writing = work else { return }
        work = nil
        wanted = nil
        // Whether the new text or the old one is there, the disk has to be asked.
        if error.operation == .settle { mustLook = true }
        fail(error, at: now)
    }

    /// The file holds the text of a revision.
    mutating func isSaved(_ revision: Int, afterEdits count: Int?) {
        savedRevision = revision
        succeed()
        if !isDirty { forgetTimes() }
        if let wanted, wanted <= revision { self.wanted = nil }
        guard let count else { return }
        if !isDirty, journalBytes > SessionMachine.largestJournal {
            journal(.discard)
        } else {
            journal(.saved(afterEdits: count))
        }
    }

    /// A journal with more bytes of edits is begun anew as soon as nothing is unsaved.
    private static let largestJournal = 256 << 10
    /// How often in a row a save may meet another program's and find the base again afterwards.
    private static let mostContests = 8

    private var busy: FileError {
        FileError(.save, path, call: "fcntl", code: .busy, because: "another program is writing it")
    }
}
