// SPDX-License-Identifier: MIT
// Somebody who types anything anywhere, in notes of every kind.

import NoteKit
import NoteSyntax

/// A note under edits by chance: typing, pasting, deleting, whole texts, undoing.
struct RandomEditing {
    private(set) var text: NoteText
    private(set) var done: [NoteEdit] = []
    private var random: SeededGenerator

    private static let pieces = [
        "a", "b c", "\n", "\r\n", "\r", "\n\n", "é", "e\u{301}", "👍🏽", "\u{FEFF}", "\u{2028}", "\u{0}", "中文",
        "- [ ] x\n", "\t", "\u{0B}", "שלום",
    ]

    /// A note of mixed endings, now and then with a byte order mark.
    init(seed: UInt64, pieces count: Int = 40) throws {
        random = SeededGenerator(seed: seed)
        var bytes: [UInt8] = Bool.random(using: &random) ? [0xEF, 0xBB, 0xBF] : []
        for _ in 0..<count { bytes += Self.piece(&random).utf8 }
        text = try NoteText(bytes: bytes)
    }

    private static func piece(_ random: inout SeededGenerator) -> String {
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }

    /// Makes what one `append` gets: one edit, several, or nothing new.
    mutating func step() -> [NoteEdit] {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            var whole = ""
            for _ in 0..<Int.random(in: 0..<60, using: &random) { whole += Self.piece(&random) }
            let edits = text.setText(whole)
            done += edits
            return edits
        case 1..<4:
            guard let last = done.popLast() else { return [typed()] }
            do { try text.apply(last.inverse) } catch { preconditionFailure("\(error)") }
            return [last.inverse]
        case 4: return (0..<3).map { _ in typed() }
        default: return [typed()]
        }
    }

    private mutating func typed() -> NoteEdit {
        while true {
            let start = Int.random(in: 0...text.count, using: &random)
            let most = Int.random(in: 0..<5, using: &random) == 0 ? 30 : 3
            let end = min(text.count, start + Int.random(in: 0...most, using: &random))
            var new = ""
            for _ in 0..<Int.random(in: 0...2, using: &random) { new += Self.piece(&random) }
            do {
                let edit = try text.replace(checking: start..<end, with: new.utf8)
                done.append(edit)
                return edit
            } catch {
                // Inside of a character: somewhere else then.
                continue
            }
        }
    }

    mutating func chance(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
