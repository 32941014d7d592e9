// SPDX-License-Identifier: MIT
// Somebody types until somebody ends it, each edit told before it is journalled and after.

internal import Glibc
internal import NoteKit

/// Types into notes by chance and journals every edit, for ever.
///
/// Says `step NUMBER DIGEST` for the text before an edit is journalled and `done NUMBER` after it, and
/// `base NUMBER` when a text is known to be in the file. Now and then it makes the journal durable, marks a
/// save, starts the journal again, follows the note to another name, or begins with another note.
struct JournalLoop {
    private let folder: JournalFolder
    private let notes: String
    /// How many edits are acknowledged before they are journalled: none, but for the control.
    private let buffered: Int
    private var chance: SeededRandom
    private var step = 0

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = JournalFolder(of: NoteDisk(stateFolder: NotePath(try arguments.text("state"))))
        notes = try arguments.text("notes", else: "/notes")
        buffered = arguments.has("buffered") ? 8 : 0
        chance = SeededRandom(seed: UInt64(try arguments.number("seed", else: 1)))
    }

    /// Ends only when something fails.
    mutating func run() throws(RigFailure) -> Bool {
        while true {
            do throws(FileError) { try life() } catch { throw RigFailure("\(error)") }
        }
    }

    /// One note from its opening to its closing.
    private mutating func life() throws(FileError) {
        var text = NoteText()
        text.setText((0..<chance.next() % 400).map { "line \($0)\n" }.joined())
        tell("step", text)
        say("base \(step)")
        var journal = try NoteJournal(of: path(), key: nil, base: text.bytes, in: folder)
        say("done \(step)")
        var saved = (text: text, step: step)
        var waiting: [NoteEdit] = []
        for _ in 0..<chance.next() % 200 {
            let start = Int(chance.next() % UInt64(text.count + 1))
            let end = min(text.count, start + Int(chance.next() % 4))
            let edit = text.replace(start..<end, with: ["x", "word ", "\n", ""][Int(chance.next() % 4)])
            tell("step", text)
            waiting.append(edit)
            if waiting.count > buffered {
                try journal.append(waiting)
                waiting = []
            }
            say("done \(step)")
            if !waiting.isEmpty { continue }
            switch chance.next() % 32 {
            case 0:
                saved = (text, step)
                // Told first: from here on either may be found.
                say("base \(step)")
                try journal.markSaved(afterEdits: journal.editCount)
            case 1:
                var unsaved = saved.text
                let edits = unsaved.setText(text.text)
                try journal.restart(base: saved.text.bytes, edits: edits)
            case 2: try journal.follow(to: path(), key: nil)
            case 3: try journal.sync.makeDurable()
            default: break
            }
        }
        say("closing \(step)")
        try journal.discard().makeDurable()
        say("closed \(step)")
    }

    private mutating func path() -> NotePath { NotePath("\(notes)/note \(chance.next() % 8).md") }

    private mutating func tell(_ word: String, _ text: NoteText) {
        step += 1
        say("\(word) \(step) \(SHA256Digest(of: text.bytes))")
    }
}
