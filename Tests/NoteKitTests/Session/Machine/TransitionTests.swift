// SPDX-License-Identifier: MIT
// Every state of a session and every event: what comes of it.

import Testing

@testable import NoteFiles
@testable import NoteKit

@Suite("The state machine of a session")
struct TransitionTests {
    private static let opened = SessionEvent.opened(.found("a"), recovered: nil)
    private static let x = SessionEvent.edit(1..<1, [0x78], on: nil, by: Play.me)
    private static let y = SessionEvent.edit(2..<2, [0x79], on: nil, by: Play.me)
    private static let conflict = [opened, x, .hint, .found(.found("b"))]

    /// What leads to each state. The file held `a`; my text is `ax`, then `axy`; theirs is `b`.
    static let states: [(name: String, events: [SessionEvent])] = [
        ("loading", []),
        ("not read", [.notRead(Play.error(.read))]),
        ("ready", [opened]),
        ("looking", [opened, .hint]),
        ("gone?", [opened, .hint, .found(.absent)]),
        ("missing", [.opened(.absent, recovered: nil)]),
        ("unreadable", [.opened(.spoiled, recovered: nil)]),
        ("unreadable, looking", [.opened(.spoiled, recovered: nil), .hint]),
        ("editing", [opened, x]),
        ("editing, looking", [opened, x, .hint]),
        ("editing, gone?", [opened, x, .hint, .found(.absent)]),
        ("writing", [opened, x, .save]),
        ("writing, typed on", [opened, x, .save, y]),
        ("saved", [opened, x, .save, Play.saved]),
        ("not written", [opened, x, .save, .notWritten(Play.error(.save))]),
        ("conflict", conflict),
        ("conflict, looking", conflict + [.hint]),
        ("choosing mine", conflict + [.resolve(.mine)]),
        ("choosing theirs", conflict + [.resolve(.theirs)]),
        ("closing", [opened, x, .close]),
        ("closed", [opened, .close]),
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

    @Test("does in each state on each event what the table says", arguments: states.map(\.name))
    func transition(state: String) throws {
        let way = try #require(Self.states.first { $0.name == state }).events
        for (name, event) in Self.events {
            var play = Play()
            for event in way { try play.tell(event) }
            play.now += .milliseconds(name == "tick" ? 3_600_000 : 1)
            let before = facts(play)
            var came: String
            do throws(SessionError) {
                let effects = try play.machine.handle(event, at: play.now)
                came = "\(SessionWords.state(play.machine)); \(play.status)"
                if !effects.isEmpty { came += "; \(SessionWords.effects(effects))" }
                if effects.isEmpty, before == facts(play) { came = "" }
            } catch {
                came = "refused: \(error.code)"
                #expect(before == facts(play))
            }
            #expect(came == TransitionTable.lines["\(state): \(name)"] ?? "", "\(state): \(name)")
        }
    }

    private func facts(_ play: Play) -> [String] {
        [SessionWords.state(play.machine), play.shown, "\(play.machine.revision)", play.status]
    }
}
