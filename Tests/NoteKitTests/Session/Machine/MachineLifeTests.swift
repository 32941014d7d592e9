// SPDX-License-Identifier: MIT
// How a session begins and ends, where it goes, and what a killed process left to it.

import Testing

@testable import NoteFiles
@testable import NoteKit

@Suite("The beginning and end of a session, as the machine decides it")
struct MachineLifeTests {
    @Test("of a note that was only looked at writes nothing and journals nothing (A1)")
    func onlyLookedAt() throws {
        var play = try Play("Title\n-----\n* a\n+ b\n\n   trailing  ")
        try play.tell(.setText(Array(play.shown.utf8), on: nil, by: Play.me))
        try play.tell(.edit(0..<5, Array("Title".utf8), on: nil, by: Play.me))
        try play.tell(.save)
        try play.tell(.tick, after: .seconds(3600))
        try play.look(.found("Title\n-----\n* a\n+ b\n\n   trailing  "))
        try play.tell(.close)
        #expect(play.count("write") == 0 && play.count("journal") == 0 && play.machine.revision == 0)
        #expect(play.machine.phase == .closed)
    }

    // MARK: Closing

    @Test("ends at once where nothing is unsaved", arguments: ["a", nil, "\u{0}spoiled"])
    func closeClean(text: String?) throws {
        let found: FoundNote = text.map { $0.hasPrefix("\u{0}") ? .spoiled : .found($0) } ?? .absent
        var play = try Play(opening: found)
        #expect(try play.words(.close) == "end")
    }

    @Test("ends after a last save")
    func closeDirty() throws {
        var play = try Play("a")
        try play.type("x")
        #expect(try play.words(.close) == "write 'ax' over 'a'")
        #expect(try play.words(Play.saved) == "journal saved 1, journal discarded, tell status, end")
        #expect(!play.machine.isDirty && play.status == "saved")
    }

    @Test("ends after the save that is under way, and one more for what was typed meanwhile")
    func closeWriting() throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.save)
        try play.type("y")
        #expect(try play.words(.close) == "")
        #expect(try play.words(Play.saved) == "journal saved 1, write 'axy' over 'ax'")
        #expect(try play.words(Play.saved).hasSuffix("end"))
    }

    @Test(
        "ends with the edits in the journal where they cannot be written",
        arguments: [FileError.Operation.save, .settle])
    func closeFailing(operation: FileError.Operation) throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.close)
        try play.tell(.notWritten(Play.error(operation)))
        if operation == .settle { try play.tell(.found(.found("a"))) }
        #expect(play.machine.phase == .closed && play.machine.isDirty && play.status == "failed")
        #expect(play.count("journal discarded") == 0 && play.machine.failure?.operation == operation)
    }

    @Test("ends with the edits in the journal where there is a conflict", arguments: [false, true])
    func closeConflict(isFound: Bool) throws {
        var play = try Play("a")
        try play.type("x")
        if isFound {
            try play.look(.found("b"))
            try play.tell(.close)
        } else {
            try play.tell(.close)
            try play.tell(Play.refused(.changed))
            try play.tell(.found(.found("b")))
        }
        #expect(play.machine.phase == .closed && play.machine.isDirty && play.status == "changedElsewhere")
        #expect(play.count("journal discarded") == 0)
    }

    @Test("ends after a choice that was made before")
    func closeAfterChoice() throws {
        var play = try Play("a")
        try play.type("x")
        try play.look(.found("b"))
        try play.tell(.resolve(.mine))
        try play.tell(.close)
        try play.tell(.putAside)
        #expect(try play.words(Play.saved).hasSuffix("end"))
    }

    @Test("ends in conflict where the choice that was made before cannot be carried out")
    func closeAfterFailedChoice() throws {
        var play = try Play("a")
        try play.type("x")
        try play.look(.found("b"))
        try play.tell(.resolve(.mine))
        try play.tell(.close)
        #expect(try play.words(.notPutAside(Play.error(.keep))) == "choice refused: not-written, end")
        #expect(play.machine.isDirty && play.status == "changedElsewhere")
    }

    @Test("ends when the reading is over that is under way, read or not", arguments: [true, false])
    func closeLoading(isRead: Bool) throws {
        var play = Play()
        #expect(try play.words(.close) == "")
        #expect(
            try play.words(isRead ? .opened(.found("a"), recovered: nil) : .notRead(Play.error(.read)))
                .hasSuffix("end"))
    }

    @Test("ends while a file that was gone is waited for, when it is known")
    func closeGone() throws {
        var play = try Play("a")
        try play.type("x")
        try play.look(.absent)
        #expect(try play.words(.close) == "")
        #expect(try play.wake() == "read")
        #expect(try play.words(.found(.absent)) == "tell conflict, tell status, end")
    }

    @Test("tries to save while it closes although the file cannot be read")
    func closeUnread() throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.hint)
        try play.tell(.close)
        #expect(try play.words(.notRead(Play.error(.read))).hasPrefix("write 'ax' over 'a'"))
        #expect(try play.words(Play.saved).hasSuffix("end"))
    }

    @Test("takes no more edits once it is to close, and nothing at all once it is closed")
    func refusesAfterClose() throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.close)
        for _ in 0..<2 {
            for event in [.undo(by: Play.me), .save, .edit(0..<0, [0x61], on: nil, by: Play.me)]
                as [SessionEvent]
            {
                let error = #expect(throws: SessionError.self) { try play.tell(event) }
                #expect(error?.code == .notOpen)
            }
            if play.machine.work != nil { try play.tell(Play.saved) }
        }
        for event in [.hint, .tick, .close, .found(.found("z")), Play.saved, .putAside] as [SessionEvent] {
            #expect(try play.words(event) == "")
        }
        #expect(play.machine.phase == .closed && play.shown == "ax")
    }

    // MARK: Moving and vanishing

    @Test("goes where its file goes, and looks at it there")
    func moved() throws {
        var play = try Play("a")
        #expect(try play.words(.moved(to: NotePath("/vault/o.md"))) == "tell moved, read")
        try play.tell(.found(.found("a")))
        #expect(play.machine.path == NotePath("/vault/o.md") && play.status == "ready")
    }

    @Test("of a note that was deleted goes on, and an edit makes the note again with all of its text")
    func deleted() throws {
        var play = try Play("a")
        try play.look(.absent)
        try play.wake()
        try play.tell(.found(.absent))
        #expect(play.status == "missing" && play.shown == "a")
        // The journal has no file to start from.
        #expect(try play.type("x") == "journal 1 on nothing, tell 1..<1 'x', tell status")
        guard case .journal(.append(let edits, _)) = play.effects[play.effects.count - 3] else {
            throw CancellationError()
        }
        var replayed = NoteText()
        try replayed.apply(edits)
        #expect(replayed.text == "ax")
        #expect(try play.wake() == "write 'ax' over nothing")
        try play.tell(Play.saved)
        #expect(play.status == "saved")
    }

    @Test("of a note that comes back shows what it holds then", arguments: ["a", "b"])
    func comesBack(text: String) throws {
        var play = try Play("a")
        try play.look(.absent)
        try play.wake()
        try play.tell(.found(.absent))
        try play.look(.found(text))
        #expect(play.status == "ready" && play.shown == text)
        #expect(play.machine.revision == (text == "a" ? 0 : 1))
    }

    @Test("of a note that is made elsewhere while it is first typed here is a conflict")
    func madeElsewhere() throws {
        var play = try Play(opening: .absent)
        try play.type("x")
        #expect(try play.wake() == "write 'x' over nothing")
        try play.tell(Play.refused(.exists))
        try play.tell(.found(.found("b")))
        #expect(play.machine.phase == .conflict(theirs: .found("b")) && play.machine.base == .absent)
    }

    @Test("of a note that is no text takes no edits, and shows it when it is one again")
    func unreadable() throws {
        var play = try Play("a")
        #expect(try play.look(.spoiled) == "tell status")
        #expect(play.status == "unreadable")
        let error = #expect(throws: SessionError.self) { try play.type("x") }
        #expect(error?.code == .unreadable)
        #expect(try play.look(FoundNote([0xFE, 0xFF])) == "tell status")
        #expect(try play.look(.found("b")) == "tell outside 0..<1 'b', tell status")
        #expect(play.status == "ready")
    }

    // MARK: What a killed process left

    struct Left: Sendable, CustomTestStringConvertible {
        let what: String
        let found: FoundNote
        let base: String
        let mine: String
        let effects: String
        let status: String
        var testDescription: String { what }
    }

    static let left = [
        Left(
            what: "edits of the file as it is", found: .found("a"), base: "a", mine: "ax",
            effects: "journal 1 on 'a', tell 1..<1 'x', tell recovered, tell status", status: "editing"),
        Left(
            what: "edits that were saved", found: .found("ax"), base: "a", mine: "ax", effects: "tell status",
            status: "ready"),
        Left(
            what: "edits of a file that moved on", found: .found("b"), base: "a", mine: "ax",
            effects: "journal 1 on 'a', tell 1..<1 'x', tell recovered, tell conflict, tell status",
            status: "changedElsewhere"),
        Left(
            what: "edits of a file that is gone", found: .absent, base: "a", mine: "ax",
            effects: "journal 1 on 'a', tell 1..<1 'x', tell recovered, tell conflict, tell status",
            status: "changedElsewhere"),
        Left(
            what: "edits of a file that is no text now", found: .spoiled, base: "a", mine: "ax",
            effects: "journal 1 on 'a', tell 1..<1 'x', tell recovered, tell conflict, tell status",
            status: "changedElsewhere"),
        Left(
            what: "edits of a note that was never saved", found: .absent, base: "", mine: "x",
            effects: "journal 1 on nothing, tell 0..<0 'x', tell recovered, tell status", status: "editing"),
    ]

    @Test("begins with what a killed process left", arguments: left)
    func recovered(left: Left) throws {
        var play = Play()
        let recovered = RecoveredEdits(base: Array(left.base.utf8), mine: Array(left.mine.utf8))
        #expect(try play.words(.opened(left.found, recovered: recovered)) == left.effects)
        #expect(play.status == left.status && play.shown == left.mine)
        if play.machine.isDirty {
            try play.tell(.undo(by: Play.me))
            #expect(play.shown == left.base)
        }
    }

    @Test("knows a text of the killed process that was saved and not journalled as saved")
    func killedWhileSaving() throws {
        var text = try NoteText(bytes: [])
        let edits = ["h", "e", "l", "l", "o"].map { text.replace(text.count..<text.count, with: $0) }
        for (saved, isConflict) in [("", false), ("hel", false), ("help", true)] {
            let recovered = RecoveredEdits(base: [], mine: text.bytes, edits: edits)
            let play = try Play(opening: .found(saved), recovered: recovered)
            #expect(play.shown == "hello")
            #expect((play.machine.phase != .open) == isConflict)
        }
    }

    @Test("has what a killed process left also when the file could not be read at first")
    func recoveredLate() throws {
        var play = Play()
        try play.tell(.notRead(Play.error(.read)))
        #expect(play.status == "failed")
        #expect(try play.wake() == "read")
        try play.tell(.opened(.found("a"), recovered: RecoveredEdits(base: [0x61], mine: [0x61, 0x78])))
        #expect(play.shown == "ax" && play.status == "editing")
    }

    @Test("keeps its journal small while somebody types without a pause")
    func journalStaysSmall() throws {
        var play = try Play("")
        var journal: ModelJournal?
        var renewals = 0
        let line = String(repeating: "a", count: 8000) + "\n"
        for _ in 0..<80 {
            for event in [
                .edit(0..<0, Array(line.utf8), on: nil, by: Play.me), .save,
                .edit(0..<0, [0x62], on: nil, by: Play.me), Play.saved,
            ] as [SessionEvent] {
                for effect in try play.machine.handle(event, at: play.now) {
                    guard case .journal(let step) = effect else { continue }
                    if case .restart = step { renewals += 1 }
                    try ModelJournal.take(step, &journal)
                }
            }
            #expect(journal?.mine == play.machine.text)
            try play.machine.handle(.save, at: play.now).forEach { _ in }
            for effect in try play.machine.handle(Play.saved, at: play.now) {
                if case .journal(let step) = effect { try ModelJournal.take(step, &journal) }
            }
        }
        #expect(renewals >= 1)
        #expect(journal?.isUnsaved != true)
    }
}
