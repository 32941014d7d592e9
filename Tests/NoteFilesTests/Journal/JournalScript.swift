// SPDX-License-Identifier: MIT
// Everything that is ever done to a journal, one after the other, and what was promised by when.

import NoteFiles
import NoteKit
import NoteSyntax

/// The life of one journal, and what may be found when it ends early.
final class JournalScript {
    /// What may be found from a place in the log on. Texts and bases by number, each only ever the next.
    struct Promise {
        var position = 0
        /// Numbers of what must be found after kill -9, of what must after a power cut, and of what may.
        var acknowledged = Found(text: -1, base: -1)
        var durable = Found(text: -1, base: -1)
        var begun = Found(text: -1, base: -1)
        /// Whether the journal may be gone, and whether it must be.
        var mayBeGone = false
        var isGone = false
        /// Where a power cut must leave the note.
        var durablePlace: NotePath?
    }

    struct Found: Equatable {
        var text: Int
        var base: Int

        static func <= (one: Found, other: Found) -> Bool { one.text <= other.text && one.base <= other.base }
    }

    private static let second = NotePath("/vault/second.md")
    private static let third = NotePath("/vault/third.md")

    private let disk: SimulatedDisk
    private let calls: any FileCalls
    private var text: NoteText
    private var unsaved: [NoteEdit] = []
    private(set) var texts: [[UInt8]] = []
    private(set) var bases: [[UInt8]] = []
    private(set) var promises: [Promise] = []
    private(set) var errors: [FileError] = []
    private var promise = Promise()
    /// What the journal was given so far, whether in the file or waiting.
    private var given = Found(text: 0, base: 0)

    init(on disk: SimulatedDisk, through calls: any FileCalls) throws {
        self.disk = disk
        self.calls = calls
        text = try NoteText(bytes: Array("the note\r\nas it was\n".utf8))
        texts = [text.bytes]
        bases = [text.bytes]
        note()
    }

    private func note() {
        promise.position = disk.log.count
        promises.append(promise)
    }

    /// Tries a step; true when it was done.
    private func attempt(_ body: () throws(FileError) -> Void) -> Bool {
        note()
        defer { note() }
        do throws(FileError) {
            try body()
            promise.acknowledged = given
            return true
        } catch {
            errors.append(error)
            return false
        }
    }

    /// From beginning to end. A step that fails is not repeated, as far as the journal goes on without.
    func run() {
        promise.begun = Found(text: 0, base: 0)
        note()
        var journal: NoteJournal
        do throws(FileError) {
            journal = try JournalStage.begin(bases[0], through: calls)
        } catch {
            errors.append(error)
            // There is none: the session would try again with the next edit.
            promise.begun = Found(text: -1, base: -1)
            note()
            return
        }
        promise.acknowledged = promise.begun
        note()
        type("A", &journal)
        makeDurable(&journal)
        type("b\n", &journal)
        type("c", &journal)
        let (count, saved) = (journal.editCount, text.bytes)
        type("d", &journal)
        know(saved)
        given.base = promise.begun.base
        _ = attempt { () throws(FileError) in try journal.markSaved(afterEdits: count) }
        makeDurable(&journal)
        type(String(repeating: "much\n", count: 300), &journal)
        restart(&journal)
        type("e", &journal)
        makeDurable(&journal)
        follow(to: Self.second, &journal)
        type("f", &journal)
        makeDurable(&journal)
        follow(to: Self.third, &journal)
        restart(&journal)
        makeDurable(&journal)
        type("g", &journal)
        restart(&journal)
        promise.mayBeGone = true
        note()
        do throws(FileError) {
            try journal.discard().makeDurable()
            promise.isGone = true
        } catch {
            errors.append(error)
        }
        note()
    }

    private func know(_ base: [UInt8]) {
        bases.append(base)
        promise.begun.base += 1
    }

    private func type(_ new: String, _ journal: inout NoteJournal) {
        let edit = text.replace(0..<0, with: new)
        unsaved.append(edit)
        texts.append(text.bytes)
        promise.begun.text += 1
        given.text = promise.begun.text
        _ = attempt { () throws(FileError) in try journal.append([edit]) }
    }

    private func follow(to note: NotePath, _ journal: inout NoteJournal) {
        promise.durablePlace = nil
        _ = attempt { () throws(FileError) in try journal.follow(to: note, key: nil) }
    }

    private func makeDurable(_ journal: inout NoteJournal) {
        for isLast in [false, true] {
            let sync = journal.sync
            let (promised, hasPending) = (promise.acknowledged, journal.hasPending)
            if attempt({ () throws(FileError) in try sync.makeDurable() }) {
                promise.acknowledged = promised
                if !hasPending { (promise.durable, promise.durablePlace) = (promised, journal.note) }
                note()
                return
            }
            if !isLast { restart(&journal) }
        }
    }

    /// As a session does: the text before the last edit is taken for saved.
    private func restart(_ journal: inout NoteJournal) {
        guard let last = unsaved.last else { return }
        var saved = text
        do { try saved.apply(last.inverse) } catch { preconditionFailure("\(error)") }
        know(saved.bytes)
        let base = promise.begun.base
        let isDone = attempt { () throws(FileError) in
            try journal.restart(base: saved.bytes, edits: [last])
            given.base = base
        }
        if isDone { unsaved = [last] }
    }

    // MARK: What is found

    enum Crash { case kill, powerCut }

    /// What is wrong with a disk that a crash left when this much had been done; nil when nothing is.
    func problem(with image: DiskImage, after crash: Crash, at position: Int) throws -> String? {
        guard let last = promises.last(where: { $0.position <= position }) else { return nil }
        // Whatever was begun at that place of the log may be there.
        let begun = promises.filter { $0.position <= position }.map(\.begun)
        let most = Found(text: begun.map(\.text).max() ?? -1, base: begun.map(\.base).max() ?? -1)
        // What is being discarded after a folder's sync failed may be followed by an earlier name of it.
        let isVague = crash == .powerCut && last.mayBeGone && !errors.isEmpty
        let least = isVague ? Found(text: -1, base: -1) : crash == .kill ? last.acknowledged : last.durable
        let disk = SimulatedDisk(image)
        let folder = JournalStage.folder(disk)
        let found = try folder.allOrphans()
        if last.isGone, errors.isEmpty {
            return found.journals.isEmpty ? nil : "a discarded journal came back"
        }
        guard let orphan = found.journals.first else {
            let isNothingPromised = least.text < 0 || last.mayBeGone
            if !isNothingPromised { return "nothing is found" }
            if crash == .kill, !found.problems.isEmpty { return "a journal is not whole" }
            return nil
        }
        if found.journals.count > 1 { return "\(found.journals.count) journals" }
        guard let text = texts.lastIndex(of: orphan.mine) else { return "a text that never was" }
        let numbers = bases.indices.filter { bases[$0] == orphan.base && $0 <= max(most.base, 0) }
        // Two bases may be the same text.
        guard let base = numbers.last else { return "a base that never was" }
        let isRight = Found(text: least.text, base: least.base) <= Found(text: text, base: base)
        guard isRight, text <= most.text else {
            return "text \(text) on base \(base), promised was \(least), begun \(most)"
        }
        if crash == .kill, orphan.wasCut, errors.isEmpty { return "cut by a kill" }
        try orphan.discard()
        if let place = last.durablePlace, !isVague, orphan.note != place {
            return "it is found at \(orphan.note)"
        }
        let left = disk.image.files(below: JournalStage.state).map(\.path)
        return left.isEmpty ? nil : "left over: \(left)"
    }
}
