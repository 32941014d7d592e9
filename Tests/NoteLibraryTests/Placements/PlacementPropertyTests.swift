// SPDX-License-Identifier: MIT
// What holds of placements in every note.

import NoteLibrary
import SyntaxProof
import Testing

@Suite("Placements in any note")
struct PlacementPropertyTests {
    private let marker = InlineAttachmentMarker.file("new photo.png")

    @Test(
        "a file that is placed is a block of its own, the others stay, and lifting it gives the bytes back",
        arguments: 0..<40)
    func placeAndLift(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<40 {
            let file = PlacedNotes.note(&generator)
            let offset = generator.below(file.count + 1)
            let before = InlineAttachments(of: file)
            let edits: [NoteEdit]
            do {
                edits = try before.edits(placing: marker, at: offset)
            } catch {
                let isInside = offset < file.count && file[offset] & 0xC0 == 0x80
                let shown = String(decoding: file, as: UTF8.self).debugDescription
                #expect(error.code == (isInside ? .badOffset : .noBlock), "\(shown)")
                continue
            }
            let placed = try edits.applied(to: file)
            let shown = String(decoding: placed, as: UTF8.self).debugDescription
            let after = InlineAttachments(of: placed)
            let place = try #require(after.placements.first { $0.marker == marker }, "\(shown)")
            #expect(!place.isInside && Array(placed[place.range]) == marker.bytes, "\(shown)")
            #expect(Self.others(placed, without: place) == Self.others(file, without: nil), "\(shown)")
            let lifted = try after.edits(lifting: place).applied(to: placed)
            #expect(
                lifted == file,
                "\(String(decoding: file, as: UTF8.self).debugDescription) at \(offset): \(shown)")
        }
    }

    @Test(
        "what moves up comes down to the same bytes, and the other blocks stay as they are", arguments: 0..<40
    )
    func upAndDown(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(1_000 + seed))
        var (moves, returns) = (0, 0)
        for round in 0..<40 {
            let isSpaced = round % 2 == 0
            let start = PlacedNotes.note(&generator, isSpaced: isSpaced)
            let offset = generator.below(start.count + 1)
            guard let edits = try? InlineAttachments(of: start).edits(placing: marker, at: offset) else {
                continue
            }
            let file = try edits.applied(to: start)
            let before = InlineAttachments(of: file)
            let place = try before.placement(of: "new photo.png")
            let shown = String(decoding: file, as: UTF8.self).debugDescription
            for isUp in [true, false] {
                guard
                    let edits = try? isUp ? before.edits(movingUp: place) : before.edits(movingDown: place)
                else { continue }
                let moved = try edits.applied(to: file)
                let after = InlineAttachments(of: moved)
                let now = try after.placement(of: "new photo.png")
                #expect(Self.others(moved, without: now) == Self.others(file, without: place), "\(shown)")
                #expect(
                    isUp
                        ? now.range.lowerBound < place.range.lowerBound
                        : now.range.lowerBound > place.range.lowerBound, "\(shown)")
                #expect(
                    moved.sorted().filter { $0 != 10 && $0 != 13 }
                        == file.sorted().filter { $0 != 10 && $0 != 13 })
                moves += 1
                let back = try? (isUp ? after.edits(movingDown: now) : after.edits(movingUp: now)).applied(
                    to: moved)
                // Without blank lines, or where a comment is on the way, two notes may come to the same one.
                // (With carriage returns alone there is no front matter, so what stands for it is blocks.)
                let isTold =
                    isSpaced && !["%%", "[label]:", "\\r---\\r"].contains { shown.contains($0) }
                #expect(
                    back == file || !isTold,
                    "\(shown) to \(String(decoding: moved, as: UTF8.self).debugDescription)")
                if back == file { returns += 1 }
            }
        }
        #expect(moves > 20 && returns * 10 > moves * 8)
    }

    /// What the note says besides a placement.
    private static func others(_ file: [UInt8], without place: InlineAttachment?) -> [String] {
        let document = MarkdownDocument(parsing: file)
        return document.blocks.filter { $0.range.lowerBound != place?.range.lowerBound || $0.runs.count > 0 }
            .map { block in
                switch block.kind {
                case .listItem(let item):
                    "item \(item.ordinal ?? -1) \(item.depth) \(block.text)"
                default: "\(block.kind)".prefix { $0 != "(" } + " \(block.text)"
                }
            }
    }
}
