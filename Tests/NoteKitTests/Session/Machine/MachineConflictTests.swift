// SPDX-License-Identifier: MIT
// A conflict: when it begins, how it changes, and the four ways out.

import Testing

@testable import NoteFiles
@testable import NoteKit

@Suite("A conflict of a session")
struct MachineConflictTests {
    /// The file held `a`, mine is `ax`, theirs is what is given.
    private func conflict(_ theirs: FoundNote = .found("b")) throws -> Play {
        var play = try Play("a")
        try play.type("x")
        try play.look(theirs)
        if theirs == .absent {
            try play.wake()
            try play.tell(.found(.absent))
        }
        #expect(play.machine.phase == .conflict(theirs: theirs) && play.status == "changedElsewhere")
        return play
    }

    @Test("is none where the same bytes are there, however they came there (B1)", arguments: [false, true])
    func sameBytes(isDirty: Bool) throws {
        var play = try Play("a\n")
        if isDirty { try play.type("x", at: 0) }
        let before = (play.machine.text, play.machine.revision, play.machine.status)
        #expect(try play.look(.found("a\n")) == "")
        #expect(before == (play.machine.text, play.machine.revision, play.machine.status))
        #expect(play.machine.isDirty == isDirty)
        if isDirty { #expect(try play.words(.save) == "write 'xa\\n' over 'a\\n'") }
    }

    @Test("is none where another program wrote the very same text")
    func agreement() throws {
        var play = try Play("a")
        try play.type("x")
        #expect(try play.look(.found("ax")) == "journal saved 1, tell status")
        #expect(!play.machine.isDirty && play.isAsleep && play.machine.phase == .open)
    }

    @Test("is none with nothing unsaved: two changes one after the other show (B3)")
    func nothingUnsaved() throws {
        var play = try Play("a\nb\nc\n")
        #expect(try play.look(.found("a\nB\nc\n")) == "tell outside 2..<3 'B'")
        #expect(try play.look(.found("a\nB\nC\n")) == "tell outside 4..<5 'C'")
        #expect(play.status == "ready" && play.machine.revision == 2)
    }

    @Test("is none where all edits were taken back")
    func takenBack() throws {
        var play = try Play("a")
        try play.type("x")
        try play.tell(.undo(by: Play.me))
        #expect(try play.look(.found("b")) == "journal discarded, tell outside 0..<1 'b', tell status")
        #expect(play.status == "ready")
    }

    @Test("begins with the first save where no change was ever announced (B3, B7)")
    func foundBySaving() throws {
        var play = try Play("aaaa\n")
        try play.type("x", at: 0)
        #expect(try play.words(.save) == "write 'xaaaa\\n' over 'aaaa\\n'")
        #expect(try play.words(Play.refused(.changed)) == "read")
        #expect(try play.words(.found(.found("bbbb\n"))) == "tell conflict, tell status")
        #expect(play.shown == "xaaaa\n" && play.machine.isSettled && play.machine.wakesAt == nil)
    }

    @Test("writes nothing, however much is typed and time passes and saving is asked for")
    func writesNothing() throws {
        var play = try conflict()
        for _ in 0..<10 {
            try play.type("y")
            try play.tell(.save)
            try play.tell(.tick, after: .seconds(100))
        }
        #expect(play.count("write") == 0 && play.machine.isSettled)
        #expect(play.count("journal") == 11)
    }

    @Test("follows their side, and says so only when it is another")
    func theirsMovesOn() throws {
        var play = try conflict()
        #expect(try play.look(.found("b")) == "")
        #expect(try play.look(.found("c")) == "tell conflict")
        #expect(play.machine.phase == .conflict(theirs: .found("c")) && play.machine.base == .found("a"))
        #expect(try play.look(.spoiled) == "tell conflict")
        #expect(play.machine.phase == .conflict(theirs: .spoiled))
    }

    @Test("is over when they take their change back, and what was typed is saved")
    func theirsGoesBack() throws {
        var play = try conflict()
        play.now += .seconds(10)
        #expect(try play.look(.found("a")) == "tell conflict, write 'ax' over 'a', tell status")
        #expect(play.status == "editing")
    }

    @Test("is over when theirs becomes mine, or mine theirs")
    func become() throws {
        var play = try conflict()
        #expect(try play.look(.found("ax")) == "journal saved 1, tell conflict, tell status")
        #expect(play.status == "ready" && !play.machine.isDirty)
        play = try conflict()
        try play.tell(.setText([0x62], on: nil, by: Play.me))
        try play.look(.found("b"))
        #expect(play.machine.phase == .open && !play.machine.isDirty)
    }

    @Test("with a deletion is theirs of nothing, after a second look")
    func deletion() throws {
        var play = try conflict(.absent)
        #expect(play.machine.merge(with: .absent) == nil)
        #expect(try play.look(.absent) == "")
        #expect(try play.look(.found("c")) == "tell conflict")
    }

    // MARK: The ways out

    struct Way: Sendable, CustomTestStringConvertible {
        let choice: ConflictChoice
        let theirs: FoundNote
        let aside: String
        let then: String
        let shown: String
        let status: String
        var testDescription: String { "\(choice) over \(SessionWords.text(theirs.bytes))" }
    }

    static let ways = [
        Way(
            choice: .mine, theirs: .found("b"), aside: "put aside theirs 'b'",
            then: "journal anew 1 on 'b', tell conflict, write 'ax' over 'b', tell status", shown: "ax",
            status: "editing"),
        Way(
            choice: .theirs, theirs: .found("b"), aside: "put aside mine 'ax'",
            then: "journal discarded, tell outside 0..<2 'b', tell conflict, tell status", shown: "b",
            status: "ready"),
        Way(
            choice: .both, theirs: .found("b"), aside: "put aside beside 'b'",
            then: "journal anew 1 on 'b', tell conflict, write 'ax' over 'b', tell status", shown: "ax",
            status: "editing"),
        Way(
            choice: .merged("bx"), theirs: .found("b"), aside: "put aside mine 'ax' theirs 'b'",
            then: "tell 0..<1 'b', journal anew 1 on 'b', tell conflict, write 'bx' over 'b', tell status",
            shown: "bx", status: "editing"),
        Way(
            choice: .merged("b"), theirs: .found("b"), aside: "put aside mine 'ax' theirs 'b'",
            then: "tell 0..<2 'b', journal anew 0 on 'b', tell conflict, tell status", shown: "b",
            status: "ready"),
        Way(
            choice: .mine, theirs: .absent, aside: "put aside",
            then: "journal anew 1 on nothing, tell conflict, write 'ax' over nothing, tell status",
            shown: "ax",
            status: "editing"),
        Way(
            choice: .theirs, theirs: .absent, aside: "put aside mine 'ax'",
            then: "tell outside 0..<2 '', journal discarded, tell conflict, tell status", shown: "",
            status: "missing"),
        Way(
            choice: .both, theirs: .absent, aside: "put aside",
            then: "journal anew 1 on nothing, tell conflict, write 'ax' over nothing, tell status",
            shown: "ax",
            status: "editing"),
        Way(
            choice: .merged("m"), theirs: .absent, aside: "put aside mine 'ax'",
            then:
                "tell 0..<2 'm', journal anew 1 on nothing, tell conflict, write 'm' over nothing, tell status",
            shown: "m", status: "editing"),
        Way(
            choice: .mine, theirs: .spoiled, aside: "put aside theirs 'a\\xff'",
            then: "journal anew 1 on 'a\\xff', tell conflict, write 'ax' over 'a\\xff', tell status",
            shown: "ax",
            status: "editing"),
        Way(
            choice: .theirs, theirs: .spoiled, aside: "put aside mine 'ax'",
            then: "tell outside 0..<2 '', journal discarded, tell conflict, tell status", shown: "",
            status: "unreadable"),
        Way(
            choice: .both, theirs: .spoiled, aside: "put aside beside 'a\\xff'",
            then: "journal anew 1 on 'a\\xff', tell conflict, write 'ax' over 'a\\xff', tell status",
            shown: "ax",
            status: "editing"),
    ]

    @Test("ends as was chosen, after what is dropped was put aside", arguments: ways)
    func ends(way: Way) throws {
        var play = try conflict(way.theirs)
        #expect(try play.words(.resolve(way.choice)) == way.aside)
        #expect(play.status == "changedElsewhere" && !play.machine.isSettled)
        #expect(try play.words(.putAside) == way.then)
        #expect(play.shown == way.shown && play.status == way.status)
        if case .writing = play.machine.work {
            try play.tell(Play.saved)
            #expect(play.status == "saved")
        }
        #expect(play.machine.isSettled && play.isAsleep)
    }

    @Test("goes on when what is dropped cannot be put aside, and can be ended later", arguments: ways)
    func notPutAside(way: Way) throws {
        var play = try conflict(way.theirs)
        try play.tell(.resolve(way.choice))
        #expect(try play.words(.notPutAside(Play.error(.keep))) == "choice refused: not-written")
        #expect(play.machine.phase == .conflict(theirs: way.theirs) && play.shown == "ax")
        #expect(play.machine.isSettled && play.machine.failure == Play.error(.keep))
        #expect(try play.words(.resolve(way.choice)) == way.aside)
        try play.tell(.putAside)
        #expect(play.shown == way.shown && play.machine.failure == nil)
    }

    @Test("that ends by itself takes the failure of a choice with it")
    func failureGoes() throws {
        var play = try conflict()
        try play.tell(.resolve(.mine))
        try play.tell(.notPutAside(Play.error(.keep)))
        try play.look(.found("a"))
        #expect(play.status == "editing" && play.machine.failure == nil)
    }

    @Test("ended with mine while somebody types on writes that too")
    func typedWithMine() throws {
        var play = try conflict()
        try play.tell(.resolve(.mine))
        try play.type("y")
        #expect(try play.words(.putAside).contains("write 'axy' over 'b'"))
    }

    @Test(
        "stands when somebody typed on after the choice, which would drop that",
        arguments: [ConflictChoice.theirs, .merged("m")])
    func typedWhilePuttingAside(choice: ConflictChoice) throws {
        var play = try conflict()
        try play.tell(.resolve(choice))
        try play.type("y")
        #expect(try play.words(.putAside) == "choice refused: conflict")
        #expect(play.shown == "axy" && play.machine.phase == .conflict(theirs: .found("b")))
        // Neither is what was typed while the choice waited for a look.
        try play.tell(.hint)
        try play.tell(.resolve(choice))
        try play.type("z")
        #expect(try play.words(.found(.found("b"))) == "choice refused: conflict")
        #expect(play.shown == "axyz" && play.machine.isSettled)
    }

    @Test(
        "is ended on the sides that were seen, and on no others",
        arguments: [ConflictChoice.mine, .theirs, .both, .merged("m")])
    func unseenSides(choice: ConflictChoice) throws {
        func token(_ mine: String, _ theirs: String?) -> ConflictToken {
            ConflictToken(mine: Array(mine.utf8), theirs: theirs.map { Array($0.utf8) })
        }
        var play = try conflict()
        for other in [token("a", "b"), token("ax", "a"), token("ax", nil), token("ax", ""), token("b", "ax")]
        {
            let error = #expect(throws: SessionError.self) { try play.tell(.resolve(choice, of: other)) }
            #expect(error?.code == .conflict)
        }
        #expect(play.machine.isSettled && play.machine.phase == .conflict(theirs: .found("b")))
        #expect(try play.words(.resolve(choice, of: token("ax", "b"))).hasPrefix("put aside"))
    }

    @Test("of another text than the choice was made for is not ended by it")
    func movedOnBeforeChoice() throws {
        var play = try conflict()
        try play.tell(.hint)
        try play.tell(.resolve(.mine))
        #expect(try play.words(.found(.found("c"))) == "choice refused: conflict, tell conflict")
        #expect(play.machine.phase == .conflict(theirs: .found("c")) && play.machine.isSettled)
    }

    @Test("that was over before a choice is not ended by it, and whoever chose hears of that")
    func overBeforeChoice() throws {
        for found in ["a", "ax"] {
            var play = try conflict()
            try play.tell(.hint)
            try play.tell(.resolve(.merged("m")))
            #expect(try play.words(.found(.found(found))).contains("choice refused: no-conflict"))
            #expect(play.machine.phase == .open && play.shown == "ax")
        }
    }

    @Test("whose choice waits for a look is ended when nothing moved")
    func choiceWaits() throws {
        var play = try conflict()
        try play.tell(.hint)
        #expect(try play.words(.resolve(.mine)) == "")
        #expect(try play.words(.found(.found("b"))) == "put aside theirs 'b'")
    }

    @Test("that was ended on a file which moved on again is a new one, not an overwrite")
    func movedOnAfterChoice() throws {
        var play = try conflict()
        try play.tell(.resolve(.mine))
        try play.tell(.putAside)
        #expect(try play.words(Play.refused(.changed)) == "read")
        #expect(try play.words(.found(.found("c"))) == "tell conflict, tell status")
        #expect(play.machine.phase == .conflict(theirs: .found("c")) && play.machine.base == .found("b"))
    }

    @Test("answers only the first of two choices")
    func twoChoices() throws {
        var play = try conflict()
        try play.tell(.resolve(.mine))
        let error = #expect(throws: SessionError.self) { try play.tell(.resolve(.theirs)) }
        #expect(error?.code == .conflict)
        try play.tell(.putAside)
        #expect(play.shown == "ax" && play.count("put aside") == 1)
        try play.tell(Play.refused(.changed))
        try play.tell(.found(.found("c")))
        #expect(play.machine.work == nil && play.status == "changedElsewhere")
    }

    @Test("that was ended keeps the choice over a failing disk and a kill")
    func failsAfterChoice() throws {
        var play = try conflict()
        try play.tell(.resolve(.mine))
        try play.tell(.putAside)
        try play.tell(.notWritten(Play.error(.save)))
        #expect(play.status == "failed")
        #expect(try play.wake() == "write 'ax' over 'b'")
        // The journal says so too: theirs is the base now.
        let again = try Play(
            opening: .found("b"), recovered: RecoveredEdits(base: [0x62], mine: Array("ax".utf8)))
        #expect(again.machine.phase == .open && again.shown == "ax")
    }

    @Test("proposes a merge with the line endings of the file, and a merged text takes them")
    func mergedEndings() throws {
        var play = try Play("one\r\ntwo\r\nthree\r\n")
        try play.type("1", at: 3)
        try play.look(.found("one\r\ntwo\r\nthree3\r\n"))
        let merge = try #require(play.machine.merge(with: .found("one\r\ntwo\r\nthree3\r\n")))
        #expect(merge.isClean && merge.bytes == Array("one1\r\ntwo\r\nthree3\r\n".utf8))
        try play.tell(.resolve(.merged("one1\ntwo\nthree3\nfour\n")))
        try play.tell(.putAside)
        #expect(play.machine.text.bytes == Array("one1\r\ntwo\r\nthree3\r\nfour\r\n".utf8))
    }

    @Test("is not there to be ended where there is none")
    func noConflict() throws {
        var play = try Play("a")
        let error = #expect(throws: SessionError.self) { try play.tell(.resolve(.mine)) }
        #expect(error?.code == .noConflict)
    }

    // MARK: Texts of ours that come back

    @Test("is none with a text of ours that the disk would not confirm", arguments: [false, true])
    func unsettled(isTypedOn: Bool) throws {
        var play = try Play("a")
        try play.type("x")
        try play.wake()
        if isTypedOn { try play.type("y") }
        #expect(try play.words(.notWritten(Play.error(.settle))).contains("read"))
        #expect(play.status == "failed")
        try play.tell(.found(.found("ax")))
        #expect(play.machine.phase == .open && play.machine.base == .found("ax"))
        #expect(play.status == (isTypedOn ? "editing" : "saved"))
    }

    @Test("is none where the disk went back to the old text")
    func unsettledOld() throws {
        var play = try Play("a")
        try play.type("x")
        try play.wake()
        try play.tell(.notWritten(Play.error(.settle)))
        try play.tell(.found(.found("a")))
        #expect(play.status == "failed" && play.machine.phase == .open)
        #expect(try play.wake() == "write 'ax' over 'a'")
    }

    @Test("tells where versions went that came out of the way")
    func keptBeside() throws {
        var play = try Play("a")
        try play.type("x")
        try play.wake()
        let conflict = SaveConflict(reason: .changed, kept: [NotePath("/vault/n.sync-conflict.md")])
        #expect(try play.words(.written(.conflict(conflict))) == "tell kept 1, read")
    }
}
