// SPDX-License-Identifier: MIT
// A journal torn or rotten anywhere gives back an earlier moment, and never anything else.

import NoteKit
import NoteSyntax
import Testing

@Suite("A damaged journal")
struct JournalDamageTests {
    private struct Sample {
        let image: DiskImage
        let bytes: [UInt8]
        /// What the text was after each append, and the base that was known then.
        var moments: [(text: [UInt8], base: [UInt8])]

        init(seed: UInt64, steps: Int) throws {
            var editing = try RandomEditing(seed: seed, pieces: 12)
            let stage = JournalStage()
            var base = editing.text.bytes
            var journal = try JournalStage.begin(base, through: stage.disk)
            moments = [(base, base)]
            for step in 1...steps {
                if step == steps / 2 {
                    try journal.markSaved(afterEdits: journal.editCount)
                    base = editing.text.bytes
                }
                try journal.append(editing.step())
                moments.append((editing.text.bytes, base))
            }
            image = stage.disk.image
            bytes = try #require(stage.bytes)
        }

        /// Whether what is found is one of the moments, in whatever file; nil when nothing is offered.
        func isMoment(_ found: FoundJournals) -> Bool? {
            guard let orphan = found.journals.first else { return nil }
            return moments.contains {
                $0.text == orphan.mine && ($0.base == orphan.base || orphan.base == orphan.mine)
            }
        }
    }

    @Test("that ends at any byte gives back what was whole before, and says that something was cut")
    func torn() throws {
        let sample = try Sample(seed: 3, steps: 24)
        var texts: [[UInt8]] = []
        for count in 0..<sample.bytes.count {
            let found = try JournalStage.found(
                on: JournalStage.image(holding: Array(sample.bytes.prefix(count)), like: sample.image))
            guard let isMoment = sample.isMoment(found) else {
                #expect(texts.isEmpty, "nothing is found at \(count) bytes")
                #expect(count == 0 || found.problems.count == 1)
                continue
            }
            #expect(isMoment, "\(count) bytes")
            let mine = found.journals[0].mine
            if texts.last != mine { texts.append(mine) }
        }
        // Never back: each text that was found is the next moment.
        var expected: [[UInt8]] = []
        for moment in sample.moments.dropLast() where expected.last != moment.text {
            expected.append(moment.text)
        }
        #expect(texts == expected)
    }

    @Test("says that something was cut unless it ends behind a record")
    func tornIsTold() throws {
        let sample = try Sample(seed: 4, steps: 10)
        var whole = 0
        for count in 0...sample.bytes.count {
            let found = try JournalStage.found(
                on: JournalStage.image(holding: Array(sample.bytes.prefix(count)), like: sample.image))
            if let orphan = found.journals.first, !orphan.wasCut { whole += 1 }
        }
        // The base, ten appends and a mark.
        #expect(whole == 12)
    }

    @Test("with any single bit turned gives back an earlier moment", arguments: [5, 6] as [UInt64])
    func turned(seed: UInt64) throws {
        let sample = try Sample(seed: seed, steps: 12)
        for bit in 0..<sample.bytes.count * 8 {
            var bytes = sample.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            let found = try JournalStage.found(on: JournalStage.image(holding: bytes, like: sample.image))
            #expect(sample.isMoment(found) ?? true, "bit \(bit)")
            #expect(found.journals.first?.wasCut ?? true, "bit \(bit) was not noticed")
        }
    }

    @Test("with sectors of zeros, of another journal or out of place gives back an earlier moment")
    func sectors() throws {
        let other = try Sample(seed: 8, steps: 200)
        var random = SeededGenerator(seed: 1)
        let sample = try Sample(seed: 7, steps: 200)
        for _ in 0..<400 {
            var bytes = sample.bytes
            let start = Int.random(in: 0..<bytes.count / 64, using: &random) * 64
            let range = start..<min(bytes.count, start + 64)
            let source = [[UInt8](repeating: 0, count: 64), other.bytes, sample.bytes][
                Int.random(in: 0..<3, using: &random)]
            let from = Int.random(in: 0...max(0, source.count - range.count), using: &random)
            bytes.replaceSubrange(range, with: source[from..<min(source.count, from + range.count)])
            let found = try JournalStage.found(on: JournalStage.image(holding: bytes, like: sample.image))
            #expect(sample.isMoment(found) ?? true, "\(range) from \(from)")
        }
    }

    @Test("does not take a whole record of another place or of an earlier journal for one of its own")
    func misplaced() throws {
        // Edits that fit anywhere, in records of one length: only the chain tells them apart.
        func journal() throws -> (image: DiskImage, bytes: [UInt8], size: Int) {
            let stage = JournalStage()
            var text = NoteText()
            var journal = try JournalStage.begin([], through: stage.disk)
            var sizes = [journal.byteCount]
            for letter in ["a", "b", "c"] {
                try journal.append([text.replace(0..<0, with: letter)])
                sizes.append(journal.byteCount)
            }
            return (stage.disk.image, try #require(stage.bytes), sizes[1] - sizes[0])
        }
        let (image, bytes, size) = try journal()
        let first = bytes.count - 3 * size
        let record = { (index: Int) in Array(bytes[(first + index * size)..<(first + (index + 1) * size)]) }
        let front = Array(bytes.prefix(first))
        for (order, expected) in [
            ([0, 1, 2], "cba"), ([0, 0, 1], "a"), ([1, 0, 2], ""), ([0, 2, 1], "a"),
        ] {
            let bytes = front + order.flatMap(record)
            let found = try JournalStage.found(on: JournalStage.image(holding: bytes, like: image))
            let orphan = try #require(found.journals.first)
            #expect(orphan.mine == Array(expected.utf8), "\(order)")
        }
    }
}
