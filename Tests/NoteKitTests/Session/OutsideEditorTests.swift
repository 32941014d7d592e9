// SPDX-License-Identifier: MIT
// Notes that are open while people save them with the programs that they really use.

import NoteKit
import Testing

@Suite("A session whose note is saved with another program")
struct OutsideEditorTests {
    private func text(_ third: String, first: String = "first") -> String {
        "\(first)\nsecond\n\(third)\nfourth: שלום 🔥\n"
    }

    @Test("shows the new text as the smallest edit, so that a caret stays", arguments: OutsideEditor.allCases)
    func shows(editor: OutsideEditor) async throws {
        let bench = try SessionBench(text("line 0"))
        let session = bench.session()
        let log = UpdateLog(session)
        try await session.open()
        // Before and behind what they change.
        var carets = [3, text("line 0").utf8.count - 2]
        let marks = carets.map { Array(text("line 0").utf8)[$0] }
        for round in 1...4 {
            let wanted = text("line \(round)")
            let seen = log.changes.count
            try editor.replaceThirdLine(of: bench.note, with: "line \(round)")
            try await eventually("their text") { await session.text == wanted && log.changes.count > seen }
            #expect(await session.status == .ready)
            for change in log.changes.dropFirst(seen) {
                #expect(change.isOutside && change.range == 18..<19)
                carets = carets.map {
                    $0 >= change.range.upperBound ? $0 + change.utf8.count - change.range.count : $0
                }
            }
            #expect(carets.map { Array(wanted.utf8)[$0] } == marks)
        }
        try await session.close()
        await log.end()
        #expect(!log.hasConflict)
        #expect(bench.file == text("line 4"))
    }

    @Test("is in conflict over unsaved edits, and neither side is lost", arguments: OutsideEditor.allCases)
    func conflicts(editor: OutsideEditor) async throws {
        let bench = try SessionBench(text("line 0"))
        let session = bench.session()
        try await session.open()
        var first = "first"
        for (round, choice) in ["mine", "theirs", "both", "merged"].enumerated() {
            let third = await session.text.split(separator: "\n")[2]
            try await session.replace(0..<first.utf8.count, with: "typed \(round)")
            let mine = text(String(third), first: "typed \(round)")
            let theirs = text("their line \(round)", first: first)
            let both = text("their line \(round)", first: "typed \(round)")
            try editor.replaceThirdLine(of: bench.note, with: "their line \(round)")
            try await eventually("the conflict") { await session.conflict?.theirs == Array(theirs.utf8) }
            let conflict = try #require(await session.conflict)
            #expect(conflict.mine == Array(mine.utf8))
            #expect(conflict.merge?.bytes == Array(both.utf8))
            #expect(bench.file == theirs)
            let wanted: String
            switch choice {
            case "mine": (wanted, _) = (mine, try await session.resolve(.mine))
            case "theirs": (wanted, _) = (theirs, try await session.resolve(.theirs))
            case "both": (wanted, _) = (mine, try await session.resolve(.both))
            default: (wanted, _) = (both, try await session.resolve(.merged(both)))
            }
            #expect(bench.file == wanted)
            #expect(await session.text == wanted)
            first = String(wanted.prefix { $0 != "\n" })
            let kept = bench.keeper.versions(of: bench.note).map { String(decoding: $0.bytes, as: UTF8.self) }
            let beside = round > 1 ? try NoteDisk().read(bench.path("n 1.md")).bytes : []
            let places = kept + [wanted, String(decoding: beside, as: UTF8.self)]
            #expect(places.contains(mine) && places.contains(theirs), "\(choice)")
        }
        try await session.close()
    }
}
