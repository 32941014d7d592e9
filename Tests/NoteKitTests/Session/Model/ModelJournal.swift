// SPDX-License-Identifier: MIT
// What the journal of a session would bring back if the process died now.

@testable import NoteKit

/// A journal, replayed as it is written.
struct ModelJournal {
    private let base: [UInt8]
    private var edits: [NoteEdit] = []
    /// The text before any edit, after the first, and so on.
    private var states: [NoteText]
    private var savedCount = 0

    private init(_ base: FoundNote) {
        let text = base.readable ?? NoteText()
        self.base = text.bytes
        states = [text]
    }

    /// The text with every edit.
    var mine: NoteText { states[states.count - 1] }
    /// The text that was saved last.
    var saved: NoteText { states[savedCount] }
    var isUnsaved: Bool { mine != saved }

    /// What the next opening is offered. A journal whose edits are not looked at offers only what they come to.
    func recovered(withEdits: Bool) -> RecoveredEdits {
        RecoveredEdits(
            base: saved.bytes, mine: mine.bytes, edits: withEdits ? Array(edits[savedCount...]) : [])
    }

    /// Whether a file holds the text after some of the unsaved edits.
    func isKnown(_ file: [UInt8]) -> Bool { states[savedCount...].contains { $0.bytes == file } }

    /// Does a step; throws where it cannot be replayed.
    static func take(_ step: JournalStep, _ journal: inout ModelJournal?) throws(Violation) {
        switch step {
        case .append(let edits, let base):
            var begun = journal ?? ModelJournal(base)
            try begun.append(edits)
            journal = begun
        case .saved(let count):
            guard let journalled = journal, count < journalled.states.count, count >= journalled.savedCount
            else { throw Violation("the journal does not hold \(count) edits") }
            journal?.savedCount = count
        case .restart(let base, let edits):
            var begun = ModelJournal(base)
            try begun.append(edits)
            journal = begun
        case .discard: journal = nil
        }
    }

    private mutating func append(_ made: [NoteEdit]) throws(Violation) {
        for edit in made {
            var text = mine
            do {
                try text.apply(edit)
            } catch {
                throw Violation("an edit of the journal does not fit: \(error)")
            }
            states.append(text)
            edits.append(edit)
        }
    }
}

/// A promise that was broken.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(Violation) {
    if !holds { throw Violation(what()) }
}
