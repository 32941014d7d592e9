// SPDX-License-Identifier: MIT
// Every state of a session and every event: what comes of it.

import Testing

@testable import NoteFiles
@testable import NoteKit

@Suite("The state machine of a session")
struct TransitionTests {
    /// The file held `a`; my text is `ax`, later `axy`; theirs is `b`.
    static let states: [(name: String, make: @Sendable () throws -> Play)] = [
        ("loading", { Play() }),
        ("not read", { var play = Play(); try play.tell(.notRead(Play.error(.read))); return play }),
        ("ready", { try Play("a") }),
        ("looking", { var play = try Play("a"); try play.tell(.hint); return play }),
        ("gone?", { var play = try Play("a"); try play.look(.absent); return play }),
        ("missing", { try Play(opening: .absent) }),
        ("unreadable", { try Play(opening: .spoiled) }),
        ("unreadable, looking", { var play = try Play(opening: .spoiled); try play.tell(.hint); return play }),
        ("editing", { var play = try Play("a"); try play.type("x"); return play }),
        ("editing, looking", { var play = try Play("a"); try play.type("x"); try play.tell(.hint); return play }),
        ("editing, gone?", { var play = try Play("a"); try play.type("x"); try play.look(.absent); return play }),
        ("writing", { var play = try Play("a"); try play.type("x"); try play.tell(.save); return play }),
        (
            "writing, typed on",
            {
                var play = try Play("a")
                try play.type("x")
                try play.tell(.save)
                try play.type("y")
                return play
            }
        ),
        (
            "saved",
            {
                var play = try Play("a")
                try play.type("x")
                try play.tell(.save)
                try play.tell(Play.saved)
                return play
            }
        ),
        (
            "not written",
            {
                var play = try Play("a")
                try play.type("x")
                try play.tell(.save)
                try play.tell(.notWritten(Play.error(.save)))
                return play
            }
        ),
        ("conflict", { var play = try Play("a"); try play.type("x"); try play.look(.found("b")); return play }),
        (
            "conflict, looking",
            {
                var play = try Play("a")
                try play.type("x")
                try play.look(.found("b"))
                try play.tell(.hint)
                return play
            }
        ),
        (
            "choosing mine",
            {
                var play = try Play("a")
                try play.type("x")
                try play.look(.found("b"))
                try play.tell(.resolve(.mine))
                return play
            }
        ),
        (
            "choosing theirs",
            {
                var play = try Play("a")
                try play.type("x")
                try play.look(.found("b"))
                try play.tell(.resolve(.theirs))
                return play
            }
        ),
        ("closing", { var play = try Play("a"); try play.type("x"); try play.tell(.close); return play }),
        ("closed", { var play = try Play("a"); try play.tell(.close); return play }),
    ]

    static let events: [(name: String, event: SessionEvent)] = [
        ("edit", .edit(0..<0, [0x7A], on: nil, by: Play.me)),
        ("whole text", .setText([0x71], on: nil, by: Play.me)),
        ("undo", .undo(by: Play.me)),
        ("redo", .redo(by: Play.me)),
        ("save", .save),
        ("choose mine", .resolve(.mine)),
        ("choose theirs", .resolve(.theirs)),
        ("choose both", .resolve(.both)),
        ("choose merged", .resolve(.merged("m"))),
        ("close", .close),
        ("hint", .hint),
        ("moved", .moved(to: NotePath("/vault/o.md"))),
        ("tick", .tick),
        ("opened", .opened(.found("a"), recovered: nil)),
        ("opened, gone", .opened(.absent, recovered: nil)),
        ("opened, spoiled", .opened(.spoiled, recovered: nil)),
        ("opened, edits", .opened(.found("a"), recovered: RecoveredEdits(base: [0x61], mine: [0x61, 0x78]))),
        (
            "opened, edits of another",
            .opened(.found("b"), recovered: RecoveredEdits(base: [0x61], mine: [0x61, 0x78]))
        ),
        ("found as it was", .found(.found("a"))),
        ("found mine", .found(.found("ax"))),
        ("found theirs", .found(.found("b"))),
        ("found others", .found(.found("c"))),
        ("found nothing", .found(.absent)),
        ("found spoiled", .found(.spoiled)),
        ("not read", .notRead(Play.error(.read))),
        ("written", Play.saved),
        ("unchanged", .written(.unchanged)),
        ("written elsewhere", Play.refused(.changed)),
        ("held open", Play.refused(.openForWriting)),
        ("not written", .notWritten(Play.error(.save))),
        ("not settled", .notWritten(Play.error(.settle))),
        ("put aside", .putAside),
        ("not put aside", .notPutAside(Play.error(.keep))),
    ]

    /// One line for each pair of which something comes: state; event; the state, the status and the effects
    /// after it, or the refusal.
    static let table: [String: String] = TransitionTable.lines

    @Test("does in each state on each event what the table says", arguments: states.map(\.name))
    func transition(state: String) throws {
        let make = try #require(Self.states.first { $0.name == state }).make
        for (name, event) in Self.events {
            var play = try make()
            play.now += .milliseconds(name == "tick" ? 3_600_000 : 1)
            let before = (SessionWords.state(play.machine), play.machine.text, play.machine.revision, play.status)
            var came: String
            do throws(SessionError) {
                let effects = try play.machine.handle(event, at: play.now)
                came = "\(SessionWords.state(play.machine)); \(play.status); \(SessionWords.effects(effects))"
                let after = (SessionWords.state(play.machine), play.machine.text, play.machine.revision, play.status)
                if effects.isEmpty, before == after { came = "" }
            } catch {
                came = "refused: \(error.code)"
                #expect(before == (SessionWords.state(play.machine), play.machine.text, play.machine.revision, play.status))
            }
            if PRINT, !came.isEmpty { print("TABLE        \"\(state): \(name)\": \"\(came)\",") }
            #expect(came == Self.table["\(state): \(name)"] ?? "", "\(state): \(name)")
        }
    }
}
let PRINT = true
