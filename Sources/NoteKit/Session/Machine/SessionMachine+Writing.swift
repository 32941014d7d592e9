// SPDX-License-Identifier: MIT
// How the text gets to the disk, and what may come in between.

extension SessionMachine {
    /// Orders that the text be written over the base.
    mutating func write() {
        typing = nil
        work = .writing(Written(text: text, revision: revision, journalCount: journalSize?.count))
        effects.append(.write(text, base: base))
    }

    mutating func writingEnded(_ outcome: SaveOutcome, at now: Duration) {
        if case .putting(let put) = work { return puttingEnded(put, outcome, at: now) }
        guard case .writing(let written) = work else { return }
        work = nil
        switch outcome {
        case .saved:
            hasSaved = true
            isSaved(written)
        case .unchanged: isSaved(written)
        case .conflict(let conflict):
            if !conflict.kept.isEmpty { effects.append(.tell(.keptBeside(conflict.kept))) }
            mustLook = true
            contests += 1
            if conflict.reason == .openForWriting || contests > Self.mostContests {
                cannotWrite(busy, at: now)
            } else {
                writeTrouble = nil
                // If it turns out to hold the base again, somebody is at work there.
                typing = (now, now)
            }
        }
    }

    mutating func writingFailed(_ error: FileError, at now: Duration) {
        if case .putting = work { return puttingFailed(error) }
        guard case .writing(let written) = work else { return }
        work = nil
        // Whether the new text or the old one is there, the disk has to be asked.
        if error.operation == .settle {
            mustLook = true
            unsettled = written
        }
        cannotWrite(error, at: now)
    }

    private mutating func cannotWrite(_ error: FileError, at now: Duration) {
        wanted = nil
        writeTrouble = Trouble(error, after: writeTrouble, at: now, timing)
        if isClosing { closing = .givenUp }
    }

    /// The file holds a text of ours.
    mutating func isSaved(_ written: Written) {
        base = .text(written.text)
        savedRevision = written.revision
        unsettled = nil
        if let wanted, wanted <= written.revision { self.wanted = nil }
        isAtPeace()
        guard let count = written.journalCount, let journalSize else { return }
        if journalSize.bytes <= Self.largestJournal {
            journal(.saved(afterEdits: count))
        } else if !isDirty {
            journal(.discard)
        } else {
            var before = written.text
            journal(.restart(base: base, before.become(text)))
        }
    }

    /// What was in the way of saving is over.
    mutating func isAtPeace() {
        writeTrouble = nil
        choiceFailure = nil
        contests = 0
        if !isDirty { typing = nil }
    }

    /// A journal with more bytes of edits is begun anew at the next save.
    private static let largestJournal = 256 << 10
    /// How often in a row a save may meet another program's and find the base again afterwards.
    private static let mostContests = 8

    var busy: FileError {
        FileError(.save, path, call: "fcntl", code: .busy, because: "another program is writing it")
    }
}
