// SPDX-License-Identifier: MIT
// Random edits of random notes, and proof that the check would notice a wrong one.

import Glibc
import Testing

@testable import NoteSyntax

@Suite("Any sequence of edits of any note")
struct NoteTextPropertyTests {
    /// From the environment, or as many as take a few seconds in a debug build.
    static let sequences = getenv("NOTEKIT_TEXT_SEQUENCES").flatMap { Int(String(cString: $0)) } ?? 1500
    static let seed =
        getenv("NOTEKIT_TEXT_SEED").flatMap { UInt64(String(cString: $0)) }
        ?? UInt64.random(in: 0...UInt64(UInt32.max))

    @Test("keeps every byte outside the edits, agrees with the slow reference, and can be undone")
    func agreesWithReference() {
        let (seed, sequences) = (NoteTextPropertyTests.seed, NoteTextPropertyTests.sequences)
        print("NoteText: \(sequences) sequences, NOTEKIT_TEXT_SEED=\(seed)")
        for index in 0..<UInt64(sequences) {
            var property = TextProperty(seed: seed &+ index)
            if let violation = property.violation() {
                Issue.record("NOTEKIT_TEXT_SEED=\(seed &+ index) NOTEKIT_TEXT_SEQUENCES=1: \(violation)")
                return
            }
        }
    }

    /// Wrong ways to replace a range, each of which the check must catch.
    enum Mistake: CaseIterable {
        case endingsNormalised, breaksFuse, markCharacterFirst, firstEndingWins, neighbourTouched
    }

    @Test("is caught when the replacement is wrong", arguments: Mistake.allCases)
    func catchesMistakes(mistake: Mistake) {
        let caught = (0..<2000 as Range<UInt64>).contains { index in
            var property = TextProperty(seed: index, replacing: mistake.replacing)
            return property.violation() != nil
        }
        #expect(caught)
    }
}

extension NoteTextPropertyTests.Mistake {
    var replacing: TextProperty.Replacing {
        { note, range, text in
            let old = note
            let edit = note.replace(range, with: text)
            var file = note.bytes
            let start = edit.fileOffset
            switch self {
            case .endingsNormalised:
                file = ReferenceNote(file: file).characters.flatMap(\.shown)
            case .breaksFuse:
                // The carriage return that keeps two endings apart is left out.
                if edit.inserted.last == 0x0D, text.last != 0x0D {
                    file.remove(at: start + edit.inserted.count - 1)
                }
            case .markCharacterFirst:
                if note.hasByteOrderMark, !old.hasByteOrderMark { file.removeFirst(3) }
            case .firstEndingWins:
                if let first = old.lines.first?.ending.bytes, !first.isEmpty {
                    let inserted = ReferenceNote.characters(of: edit.inserted).flatMap {
                        $0.isBreak ? first : $0.raw
                    }
                    file.replaceSubrange(start..<start + edit.inserted.count, with: inserted)
                }
            case .neighbourTouched:
                if file.last == 0x20 { file.removeLast() }
            }
            note = try NoteText(bytes: file, shape: note.shape)
            return edit
        }
    }
}
