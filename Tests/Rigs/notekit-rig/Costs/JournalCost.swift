// SPDX-License-Identifier: MIT
// What a journal takes out of the time of a keystroke, and of opening a note after a crash.

internal import Glibc
internal import NoteKit

/// Begins journals of a big note, types into one, and reads it back.
struct JournalCost {
    private let state: String
    private let size: Int
    private let edits: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        state = try arguments.text("state")
        size = try arguments.number("bytes", else: 1 << 20)
        edits = try arguments.number("edits", else: 10_000)
    }

    /// True when a keystroke's record stays within 50 microseconds at the median.
    func run() throws(RigFailure) -> Bool {
        do throws(FileError) { return try measure() } catch { throw RigFailure(error.description) }
    }

    private func measure() throws(FileError) -> Bool {
        let folder = JournalFolder(of: NoteDisk(stateFolder: NotePath(state)))
        let note = NotePath("/notes/note.md")
        var text = NoteText()
        text.setText(String(repeating: "a line of a note, as they are\n", count: size / 30))
        let base = text.bytes
        var beginnings: [UInt64] = []
        for _ in 0..<50 {
            let start = Clock.now
            let journal = try NoteJournal(of: note, key: nil, base: base, in: folder)
            beginnings.append(Clock.now - start)
            try journal.discard().makeDurable()
        }
        var appends: [UInt64] = []
        try type(into: note, &text, folder, &appends)
        let start = Clock.now
        let found = try folder.orphans(of: note, key: nil)
        let reading = Clock.now - start
        guard let orphan = found.journals.first, orphan.mine == text.bytes else {
            say("  what is read back is not what was typed")
            return false
        }
        try orphan.discard()
        say(
            "cost of a journal of \(size) bytes, microseconds p50 / p99: beginning "
                + "\(SaveCost.shown(beginnings)); a keystroke \(SaveCost.shown(appends)); reading back "
                + "\(edits) keystrokes \(reading / 1000); \(Place(state))")
        return SaveCost.percentile(appends, 50) <= 50_000
    }

    /// Ends as a killed process would: the journal stays.
    private func type(
        into note: NotePath, _ text: inout NoteText, _ folder: JournalFolder, _ appends: inout [UInt64]
    ) throws(FileError) {
        var journal = try NoteJournal(of: note, key: nil, base: text.bytes, in: folder)
        for number in 0..<edits {
            let place = number * 7919 % text.count
            let edit = text.replace(place..<place, with: "x")
            let start = Clock.now
            try journal.append([edit])
            appends.append(Clock.now - start)
        }
    }
}
