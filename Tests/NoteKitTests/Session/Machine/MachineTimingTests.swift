// SPDX-License-Identifier: MIT
// When a session saves, tries again and looks again by itself.

import Testing

@testable import NoteKit

@Suite("The time of a session")
struct MachineTimingTests {
    private let timing = SessionTiming()

    /// What the machine wants when the clock is put forward and it is told.
    private func tick(_ play: inout Play, _ wait: Duration) throws -> String {
        try play.words(.tick, after: wait)
    }

    @Test("sleeps while there is nothing to do")
    func asleep() throws {
        var play = try Play("a")
        #expect(play.machine.wakesAt == nil)
        try play.type("b")
        try play.tell(.save)
        #expect(play.machine.wakesAt == nil)
        try play.tell(Play.saved)
        try play.wake()
        #expect(play.machine.wakesAt == nil)
        play = try Play(opening: .absent)
        #expect(play.machine.wakesAt == nil)
        // What another program writes leaves nothing to let go of.
        try play.look(.found("b"))
        #expect(play.machine.wakesAt == nil)
    }

    @Test("lets go of the journal when nothing was typed for a while, not a moment earlier")
    func rest() throws {
        var play = try Play("")
        try play.type("a")
        play.now += .milliseconds(500)
        try play.type("b")
        let last = play.now
        try play.wake()
        try play.tell(Play.saved)
        #expect(play.machine.wakesAt == last + timing.rest)
        #expect(try tick(&play, timing.rest - timing.pause - .nanoseconds(1)) == "")
        #expect(try tick(&play, .nanoseconds(1)) == "journal discarded")
        #expect(play.machine.wakesAt == nil)
        // And begins another one.
        #expect(try play.type("c").hasPrefix("journal 1 on 'ab'"))
    }

    @Test("keeps the journal for as long as anything is unsaved", arguments: [true, false])
    func restless(isInConflict: Bool) throws {
        var play = try Play("a")
        try play.type("x")
        if isInConflict {
            try play.look(.found("b"))
            #expect(play.status == "changedElsewhere" && play.machine.wakesAt == nil)
            try play.tell(.tick, after: timing.rest)
            try play.look(.found("a"))
        } else {
            try play.wake()
            try play.tell(.notWritten(Play.error(.save)))
        }
        while play.now < .seconds(1060) {
            try play.wake()
            try play.tell(.notWritten(Play.error(.save)))
        }
        #expect(play.count("journal discarded") == 0)
        try play.wake()
        #expect(try play.words(Play.saved) == "journal saved 1, journal discarded, tell status")
    }

    @Test("saves when nothing was typed for the pause, not a moment earlier")
    func pause() throws {
        var play = try Play("")
        try play.type("a")
        play.now += .milliseconds(500)
        try play.type("b")
        #expect(play.machine.wakesAt == play.now + timing.pause)
        #expect(try tick(&play, timing.pause - .nanoseconds(1)) == "")
        #expect(try tick(&play, .nanoseconds(1)) == "write 'ab' over ''")
    }

    @Test("saves at the latest after the limit while somebody types on and on")
    func limit() throws {
        var play = try Play("")
        let start = play.now
        while play.machine.work == nil, play.now - start < .seconds(60) {
            try play.type("a")
            try play.tell(.tick, after: .milliseconds(300))
        }
        #expect(play.now - start >= timing.limit && play.now - start < timing.limit + .milliseconds(300))
    }

    @Test("counts what is typed while the text is written as new")
    func typedWhileWriting() throws {
        var play = try Play("")
        try play.type("a")
        try play.wake()
        try play.type("b")
        #expect(try play.words(Play.saved) == "journal saved 1")
        #expect(play.status == "editing")
        #expect(try play.wake() == "write 'ab' over 'a'")
        #expect(try play.words(Play.saved) == "journal saved 2, tell status")
        #expect(play.status == "saved")
    }

    @Test("tries a failed save again after a second, then after twice the time, at most a minute")
    func backOff() throws {
        var play = try Play("")
        try play.type("a")
        try play.wake()
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            try play.tell(.notWritten(Play.error(.save)))
            #expect(play.status == "failed")
            #expect(play.machine.wakesAt == play.now + .seconds(seconds))
            #expect(try tick(&play, .seconds(seconds) - .nanoseconds(1)) == "")
            #expect(try tick(&play, .nanoseconds(1)) == "write 'a' over ''")
        }
        try play.tell(Play.saved)
        #expect(play.status == "saved" && play.machine.wakesAt == nil)
        try play.type("b")
        try play.wake()
        try play.tell(.notWritten(Play.error(.save)))
        #expect(play.machine.wakesAt == play.now + .seconds(1))
    }

    @Test(
        "tries a failed save again with the next edit, and at once when asked to", arguments: [true, false])
    func newOccasion(isAsked: Bool) throws {
        var play = try Play("")
        try play.type("a")
        try play.wake()
        for _ in 0..<8 {
            try play.tell(.notWritten(Play.error(.save)))
            if play.machine.work == nil, play.machine.wakesAt ?? .zero > play.now + .seconds(30) { break }
            try play.wake()
        }
        if isAsked {
            #expect(try play.words(.save) == "write 'a' over ''")
        } else {
            try play.type("b")
            #expect(play.machine.wakesAt == play.now + timing.pause)
            #expect(try play.wake() == "write 'ab' over ''")
        }
    }

    @Test(
        "keeps the edits of a failed save, and says why",
        arguments: [FileError.Operation.save, .find, .read, .create])
    func failedSave(operation: FileError.Operation) throws {
        var play = try Play("a")
        try play.type("x")
        try play.wake()
        try play.tell(.notWritten(Play.error(operation)))
        #expect(play.machine.status == .failed(Play.error(operation).description))
        #expect(play.shown == "ax" && play.machine.isDirty && play.machine.isSettled)
        // It is the save that is tried again, whatever part of it failed.
        #expect(try play.wake() == "write 'ax' over 'a'")
    }

    @Test("tries a failed reading again on its own account")
    func failedReading() throws {
        var play = try Play("a")
        try play.tell(.hint)
        for seconds in [1, 2, 4] {
            try play.tell(.notRead(Play.error(.read)))
            #expect(play.status == "failed" && play.machine.wakesAt == play.now + .seconds(seconds))
            #expect(try play.wake() == "read")
        }
        try play.tell(.found(.found("b")))
        #expect(play.status == "ready" && play.shown == "b" && play.machine.wakesAt == nil)
    }

    @Test("saves although the file cannot be read: whoever writes compares")
    func savesUnread() throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.hint)
        try play.tell(.notRead(Play.error(.read)))
        #expect(try play.wake() == "write 'ax' over 'a'")
        try play.tell(Play.saved)
        #expect(play.status == "failed")
        try play.wake()
        try play.tell(.found(.found("ax")))
        #expect(play.status == "saved")
    }

    @Test("believes that a file is gone only when it still is a moment later")
    func absence() throws {
        var play = try Play("a")
        #expect(try play.look(.absent) == "")
        #expect(play.status == "ready" && !play.machine.isSettled)
        #expect(play.machine.wakesAt == play.now + timing.absence)
        // Looking sooner does not make it so.
        try play.tell(.hint, after: timing.absence - .nanoseconds(1))
        try play.tell(.found(.absent))
        #expect(play.status == "ready")
        #expect(try tick(&play, .nanoseconds(1)) == "read")
        #expect(try play.words(.found(.absent)) == "tell status")
        #expect(play.status == "missing" && play.shown == "a")
    }

    @Test("holds a save back while it is not known whether the file is gone", arguments: ["a", "b", nil])
    func absenceUnderEdits(found: String?) throws {
        var play = try Play("a")
        try play.type("x")
        try play.look(.absent)
        #expect(try play.words(.save) == "")
        #expect(!play.machine.isSettled)
        #expect(try play.wake() == "read")
        try play.tell(.found(found.map { .found($0) } ?? .absent))
        #expect(play.count("write") == (found == "a" ? 1 : 0))
        #expect(play.status == (found == "a" ? "editing" : "changedElsewhere"))
    }

    @Test("saves a file that is touched all the time")
    func touchedAllTheTime() throws {
        var play = try Play("a")
        try play.tell(.hint)
        try play.type("x")
        play.now += .seconds(1)
        // A hint arrives during each look.
        try play.tell(.hint)
        #expect(try play.words(.found(.found("a"))) == "write 'ax' over 'a'")
        #expect(try play.words(Play.saved) == "journal saved 1, read, tell status")
    }

    @Test("gives way to a program that is at work on the file, for a while")
    func contests() throws {
        var play = try Play("a")
        try play.type("x")
        try play.wake()
        for _ in 0..<8 {
            #expect(try play.words(Play.refused(.changed)) == "read")
            try play.tell(.found(.found("a")))
            #expect(play.status == "editing" && play.machine.wakesAt == play.now + timing.pause)
            try play.wake()
        }
        try play.tell(Play.refused(.changed))
        try play.tell(.found(.found("a")))
        #expect(play.status == "failed" && play.machine.wakesAt == play.now + .seconds(1))
    }

    @Test("saves every second of a minute of typing, and sees no outside change in that (B5)")
    func ownSaves() throws {
        var timing = SessionTiming()
        timing.pause = .milliseconds(250)
        timing.limit = .seconds(1)
        var machine = SessionMachine(path: Play.path, timing: timing)
        var now = Duration.zero
        var file = FoundNote.found("a")
        var orders = try machine.handle(.opened(file, recovered: nil), at: now)
        var news: [SessionNews] = []
        var writes = 0
        for round in 0..<600 {
            now += .milliseconds(100)
            orders += try machine.handle(.edit(round..<round, [0x62], on: nil, by: Play.me), at: now)
            orders += try machine.handle(.tick, at: now)
            while !orders.isEmpty {
                switch orders.removeFirst() {
                case .read: orders += try machine.handle(.found(file), at: now)
                case .write(let text, let base):
                    #expect(base == file)
                    file = .text(text)
                    writes += 1
                    orders += try machine.handle(Play.saved, at: now)
                    // The watcher sees the save.
                    orders += try machine.handle(.hint, at: now)
                case .tell(let told): news.append(told)
                default: break
                }
            }
        }
        let unwanted = news.filter {
            switch $0 {
            case .conflict: true
            case .change(let change, _): change.isOutside
            default: false
            }
        }
        #expect(unwanted.isEmpty && writes >= 50 && writes <= 61)
    }
}
