// SPDX-License-Identifier: MIT
// A whole text that is put in the place of another: written first, shown then, or nothing happens.

import Testing

@testable import NoteFiles
@testable import NoteKit

@Suite("A whole text that is put into a session")
struct MachinePuttingTests {
    private static let other = SessionClient(number: 7)

    private func put(_ text: String, over base: FoundNote, _ revision: Int) throws -> SessionEvent {
        let text = try #require(FoundNote.found(text).readable)
        return .put(Put(text: text, base: base, revision: revision, client: Self.other))
    }

    @Test("is in the file before anybody sees it")
    func writtenFirst() throws {
        var play = try Play("a")
        #expect(try play.words(put("b", over: .found("a"), 0)) == "write 'b' over 'a'")
        #expect(play.shown == "a")
        #expect(try play.words(Play.saved) == "tell 0..<1 'b', put 'b', tell status")
        #expect(play.shown == "b" && play.status == "saved" && !play.machine.isDirty)
        #expect(play.machine.revision == 1)
    }

    @Test("leaves all as it was where the disk refuses, and is not tried again")
    func refusedByTheDisk() throws {
        for answer in [SessionEvent.notWritten(Play.error(.save)), Play.refused(.openForWriting)] {
            var play = try Play("a")
            try play.tell(put("b", over: .found("a"), 0))
            #expect(try play.words(answer).hasPrefix("put refused: not-written"))
            if case .reading = play.machine.work { try play.tell(.found(.found("a"))) }
            #expect(play.shown == "a" && play.status == "ready" && play.machine.isSettled)
            #expect(try play.wake() == "asleep" && play.count("write") == 1)
        }
    }

    @Test("is refused over another file, another text, or unsaved edits, and then they are saved as always")
    func stale() throws {
        var play = try Play("a")
        #expect(try play.words(put("b", over: .found("x"), 0)) == "put refused: stale-revision")
        try play.type("y")
        #expect(try play.words(put("b", over: .found("a"), 0)) == "put refused: stale-revision")
        try play.tell(.save)
        try play.tell(Play.saved)
        #expect(try play.words(put("b", over: .found("ay"), 0)) == "put refused: stale-revision")
        #expect(play.shown == "ay" && play.count("write") == 1)
    }

    @Test("is refused in a conflict, which stays")
    func inConflict() throws {
        var play = try Play("a")
        try play.type("x")
        try play.look(.found("b"))
        #expect(try play.words(put("c", over: .found("b"), 1)) == "put refused: conflict")
        #expect(play.machine.phase == .conflict(theirs: .found("b")) && play.shown == "ax")
    }

    @Test("waits for the work before it, and is judged by what that found")
    func waits() throws {
        var play = try Play("a")
        try play.tell(.hint)
        #expect(try play.words(put("b", over: .found("a"), 0)) == "")
        #expect(try play.words(.found(.found("c"))).contains("put refused: stale-revision"))
        #expect(play.shown == "c")
    }

    @Test("that another program's save came before is refused, and theirs is shown")
    func lostRace() throws {
        var play = try Play("a")
        try play.tell(put("b", over: .found("a"), 0))
        #expect(try play.words(Play.refused(.changed)) == "put refused: stale-revision, read")
        try play.tell(.found(.found("c")))
        #expect(play.shown == "c" && play.status == "ready")
    }

    @Test("under what is typed meanwhile is a conflict, with both sides kept")
    func typedMeanwhile() throws {
        var play = try Play("a")
        try play.tell(put("b", over: .found("a"), 0))
        try play.type("x")
        #expect(try play.words(Play.saved).contains("tell conflict"))
        #expect(play.machine.phase == .conflict(theirs: .found("b")) && play.shown == "ax")
        try play.tell(.resolve(.mine))
        try play.tell(.putAside)
        #expect(play.count("write 'ax' over 'b'") == 1)
    }

    @Test("of which nobody knows whether it is there is refused, and shown if it is")
    func unsettled() throws {
        var play = try Play("a")
        try play.tell(put("b", over: .found("a"), 0))
        #expect(try play.words(.notWritten(Play.error(.settle))) == "put refused: not-written, read")
        try play.tell(.found(.found("b")))
        #expect(play.shown == "b" && !play.machine.isDirty)
    }

    @Test("can be undone, and is journalled no more than it is unsaved")
    func undone() throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.save)
        try play.tell(Play.saved)
        try play.tell(put("b", over: .found("ax"), 1))
        #expect(try play.words(Play.saved).hasPrefix("journal discarded"))
        #expect(try play.words(.undo(by: Play.me)).contains("journal 1 on 'b'"))
        #expect(play.shown == "ax" && play.machine.isDirty)
    }

    @Test("makes a note that was not there, and is undisturbed by its closing")
    func new() throws {
        var play = try Play(opening: .absent)
        try play.tell(put("b", over: .absent, 0))
        try play.tell(.close)
        #expect(try play.words(Play.saved).hasSuffix("end"))
        #expect(play.machine.phase == .closed)
    }

    @Test("while edits are in no journal they are saved at once, and not in a circle when that fails")
    func notJournalled() throws {
        var play = try Play("a")
        try play.type("x")
        #expect(try play.words(.journalled(false)) == "write 'ax' over 'a'")
        #expect(try play.words(.notWritten(Play.error(.save))) == "tell status")
        #expect(try play.type("y").contains("write 'axy' over 'a'"))
        try play.tell(Play.saved)
        try play.tell(.journalled(true))
        #expect(try play.type("z") == "journal 1 on 'axy', tell 3..<3 'z', tell status")
    }
}
