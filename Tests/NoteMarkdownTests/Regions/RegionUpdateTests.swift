// SPDX-License-Identifier: MIT
// A division that follows edits, against one that is made anew after each.

import Foundation
import NoteMarkdown
import SyntaxProof
import Testing

@Suite("A division that follows edits")
struct RegionUpdateTests {
    /// How many edits a search makes with each seed: `NOTEKIT_ROUNDS`.
    private static let rounds =
        ProcessInfo.processInfo.environment["NOTEKIT_ROUNDS"].flatMap { Int($0) } ?? 3_000

    @Test("has after any edit the regions that a division made anew has", arguments: 0..<4)
    func randomEdits(seed: Int) throws {
        let notes = try DocumentFixture.notes().filter { $0.count < 2_000 }
        let snippets = try DocumentFixture.snippets() + notes
        var random = SeededGenerator(seed: UInt64(seed) + 7)
        var done = 0
        while done < Self.rounds {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                text += snippets.randomElement(using: &random) ?? []
                if Bool.random(using: &random) { text.append(0x0A) }
            }
            var note = DividedNote(text)
            for _ in 0..<20 {
                let before = note
                let edit = RandomEdit(of: note.bytes, using: &random)
                let change = note.replace(edit.range, with: edit.bytes)
                if let fault = Self.fault(of: note, after: edit, from: before, change) {
                    Issue.record("seed \(seed), \(edit.bytes) for \(edit.range) of \(before.bytes): \(fault)")
                    return
                }
                done += 1
            }
        }
    }

    /// What is wrong with a division after an edit.
    private static func fault(
        of note: DividedNote, after edit: RandomEdit, from old: DividedNote, _ change: MarkdownRegionChange
    ) -> String? {
        let anew = DividedNote(note.bytes)
        guard note.ranges == anew.ranges else { return "\(note.ranges), not \(anew.ranges)" }
        let proof = RegionExamination(of: note.bytes)
        if proof.isDivisible, let fault = proof.fault(in: note.ranges, isSmall: note.bytes.count < 500) {
            return fault
        }
        guard Set(note.map.map(\.id)).count == note.map.count else { return "two regions of one name" }
        var proved = note
        proved.prove()
        guard proved.ranges == anew.ranges, proved.map.map(\.id) == note.map.map(\.id) else {
            return "another division when proved"
        }
        // All but those that are told keep name and text.
        let (front, back) = (change.regions.lowerBound, note.map.count - change.regions.upperBound)
        guard change.replaced.lowerBound == front, old.map.count - change.replaced.upperBound == back else {
            return "another number of regions is untouched"
        }
        for index in 0..<front where note.map[index] != old.map[index] { return "region \(index) changed" }
        for index in 0..<back {
            let (new, was) = (note.map[note.map.count - 1 - index], old.map[old.map.count - 1 - index])
            guard new.id == was.id, note[new.range] == old[was.range] else {
                return "region -\(index) changed"
            }
        }
        // So do those whose text the edit did not reach, when they are still regions.
        let delta = edit.bytes.count - edit.range.count
        for region in old.map where region.range.upperBound < edit.range.lowerBound {
            if let same = note.map.first(where: { $0.range == region.range }), same.id != region.id {
                return "\(region) has another name"
            }
        }
        for region in old.map where region.range.lowerBound > edit.range.upperBound {
            let moved = region.range.lowerBound + delta..<region.range.upperBound + delta
            if let same = note.map.first(where: { $0.range == moved }), same.id != region.id {
                return "\(region) has another name"
            }
        }
        return nil
    }

    @Test("reads of a long note what lies around the edit, with the same regions", arguments: 0..<2)
    func longNotes(seed: Int) throws {
        let snippets = try DocumentFixture.snippets().filter { String(validating: $0, as: UTF8.self) != nil }
        var random = SeededGenerator(seed: UInt64(seed) + 100)
        var text: [UInt8] = Array("start\n\n".utf8)
        while text.count < 40_000 {
            let words = String(decoding: snippets.randomElement(using: &random) ?? [], as: UTF8.self)
            let reachesFar = ["<%", "```", "~~~", "<!", "<?", "%%", "$$", "<pre", "<script", "<style", "]:"]
            if !reachesFar.contains(where: words.contains) { text += Array((words + "\n\n").utf8) }
        }
        var note = try NoteText(bytes: text)
        var map = MarkdownSourceMap(parsing: note.utf8)
        for _ in 0..<150 {
            let edit = RandomEdit(of: note.utf8, using: &random)
            guard note.isBoundary(edit.range.lowerBound), note.isBoundary(edit.range.upperBound),
                String(validating: edit.bytes, as: UTF8.self) != nil
            else { continue }
            map.update(after: note.replace(edit.range, with: edit.bytes), in: note)
            #expect(map.map(\.range) == MarkdownSourceMap(parsing: note.utf8).map(\.range))
        }
    }

    @Test("keeps the name of the region that is typed into, and of all others")
    func names() throws {
        var note = DividedNote("# a\n\nb\n\n- c\n- d\n")
        let names = note.map.map(\.id)
        let change = try note.replace("d", with: "dd")
        #expect(note.map.map(\.id) == names)
        // The one above is looked at too.
        #expect(change.replaced == 2..<4 && change.regions == 2..<4)
        // A new region in front of another: the other one is not touched.
        note.replace(0..<0, with: Array("x\n\n".utf8))
        #expect(note.map.dropFirst().map(\.id) == names && !names.contains(note.map[0].id))
        try note.replace("x\n\n", with: "")
        #expect(note.map.map(\.id) == names)
        // Two that become one are the upper one.
        try note.replace("\n\n- c", with: " - c")
        #expect(note.texts == ["# a\n\n", "b - c\n", "- dd\n"])
        #expect(note.map.map(\.id) == [names[0], names[1], names[3]])
    }

    @Test("is not proved until it is proved again")
    func marks() throws {
        var note = DividedNote("a\n\nb\n\nc\n")
        #expect(note.map.isProved)
        try note.replace("b", with: "*b*")
        #expect(!note.map.isProved)
        note.prove()
        #expect(note.map.isProved && note.texts == ["a\n\n", "*b*\n\n", "c\n"])
    }

    @Test("takes a long block for proved while somebody types, and settles it when it is proved again")
    func longBlocks() throws {
        // Behind a definition the line is text; alone it would be code.
        let words = String(repeating: "word ", count: 4_000)
        var note = DividedNote("[a]: /u\n    first \(words)\n\nlast\n")
        #expect(note.map.count == 2)
        try note.replace("first", with: "First")
        #expect(note.map.count == 3 && !note.map.isProved)
        note.prove()
        #expect(note.map.count == 2 && note.map.isProved)
    }

    @Test("divides again only the span that an edit touches")
    func touched() throws {
        let text =
            (0..<500).map { "- item \($0)\n" }.joined() + "\n" + (0..<500).map { "p \($0)\n\n" }.joined()
        var note = DividedNote(text)
        for place in ["- item 100\n", "- item 499\n", "p 0\n", "p 250\n"] {
            let at = try note.place(of: place).upperBound - 1
            let change = note.replace(at..<at, with: [0x78])
            #expect(change.replaced.count <= 2 && change.regions.count <= 2)
            #expect(change.tree.parsedByteCount < 200)
        }
        #expect(note.map.count == 1_000)
    }

    @Test("follows an edit of a number to the end of its list")
    func numbers() throws {
        var note = DividedNote((1...40).map { "\($0). a\n" }.joined() + "\nb\n")
        #expect(note.map.count == 41)
        try note.replace("1. a", with: "2. a")
        #expect(note.map.count == 2)
        try note.replace("2. a", with: "1. a")
        #expect(note.map.count == 41)
        try note.replace("10. a\n", with: "")
        #expect(note.map.count == 10)
    }

    @Test("follows a fence that is opened and closed, and a label that is defined")
    func farReaching() throws {
        var note = DividedNote("a\n\nb\n\n# c\n\n[d]\n")
        try note.replace("b", with: "```\nb")
        #expect(note.texts == ["a\n\n", "```\nb\n\n# c\n\n[d]\n"])
        try note.replace("b\n\n", with: "b\n```\n")
        #expect(note.texts == ["a\n\n", "```\nb\n```\n", "# c\n\n", "[d]\n"])
        try note.replace("a\n", with: "[d]: /u\n")
        #expect(note.texts == ["[d]: /u\n\n", "```\nb\n```\n", "# c\n\n", "[d]\n"])
    }

    @Test("follows front matter that comes, grows and goes")
    func frontmatter() throws {
        var note = DividedNote("a: b\n---\nc\n\nd\n")
        #expect(note.texts == ["a: b\n---\n", "c\n\n", "d\n"])
        note.replace(0..<0, with: Array("---\n".utf8))
        #expect(note.texts == ["c\n\n", "d\n"])
        try note.replace("b", with: "bbb")
        #expect(note.texts == ["c\n\n", "d\n"] && note.map.body == 15..<20)
        try note.replace("---\n", with: "")
        #expect(note.texts == ["a: bbb\n---\n", "c\n\n", "d\n"])
    }
}
