// SPDX-License-Identifier: MIT
// That a view which was told what changed says what one made from nothing says.

import NoteFiles
import SyntaxProof
import Testing

@testable import NoteStore

@Suite("A view that was told what changed")
struct IndexViewTests {
    @Test("says what one made from nothing says, whatever was asked of it before", arguments: 0..<8)
    func changes(seed: Int) throws {
        var chance = SeededGenerator(seed: UInt64(seed))
        var truth: [NotePath: IndexEntry] = [:]
        var next: Int64 = 1
        for _ in 0..<(seed % 2 == 0 ? 3_000 : 0) {
            let entry = Self.entry(&next, &chance)
            truth[entry.path] = entry
        }
        var view = Self.view(truth)
        if seed % 4 < 2 { _ = (view.byAge, view.numbers, view.titles) }
        for round in 0..<150 {
            var changes: [NotePath: IndexEntry?] = [:]
            for _ in 0..<Int.random(in: 1...(round % 50 == 0 ? 700 : 5), using: &chance) {
                var entry = Self.entry(&next, &chance)
                if Bool.random(using: &chance), let known = truth.values.randomElement(using: &chance) {
                    entry = IndexEntry(path: known.path, number: entry.number, facts: entry.facts)
                }
                changes[entry.path] = .some(Int.random(in: 0..<3, using: &chance) == 0 ? nil : entry)
            }
            // A renamed note keeps its number.
            if let old = truth.values.randomElement(using: &chance), changes[old.path] == nil {
                changes[old.path] = .some(nil)
                let new = IndexEntry(
                    path: NotePath("moved \(round).md"), number: old.number, facts: old.facts)
                changes[new.path] = new
            }
            for (path, entry) in changes { truth[path] = entry }
            let before = try Self.said(by: view)
            let after = view.applying(changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            if round % 10 == 0 {
                #expect(try Self.said(by: view) == before)
                #expect(try Self.said(by: after) == Self.said(by: Self.view(truth)))
            }
            view = after
        }
        #expect(try Self.said(by: view) == Self.said(by: Self.view(truth)))
        let changes = truth.keys.sorted().map { (path: $0, entry: IndexEntry?.none) }
        #expect(try Self.said(by: view.applying(changes)) == Self.said(by: Self.view([:])))
    }

    @Test("shares what did not change: it stays itself where nothing did")
    func nothing() throws {
        var (next, chance) = (Int64(1), SeededGenerator(seed: 1))
        let entry = Self.entry(&next, &chance)
        let view = Self.view([entry.path: entry])
        #expect(view.applying([(entry.path, entry), (NotePath("none.md"), nil)]) === view)
    }

    private struct Said: Equatable {
        var byPath: [IndexEntry]
        var byAge: [NotePath]
        var byNumber: [NotePath]
        var found: [NotePath]
        var unindexed: [NotePath]
        var unreadable: [NotePath]
    }

    private static func said(by view: IndexView) throws -> Said {
        func paths(_ slots: some Sequence<Int>) -> [NotePath] { slots.map { view[$0].path } }
        let numbers = view.numbers
        let titles = try view.titles.matches(of: SearchQuery("7").pattern)
        for entry in view.entries { #expect(view.slot(of: entry.path).map { view[$0] } == entry) }
        return Said(
            byPath: Array(view.entries), byAge: paths(view.byAge),
            byNumber: paths((0...10_000).compactMap { numbers[Int64($0)] }),
            found: paths(view.byPath.filter { titles.contains($0) }),
            unindexed: paths(view.sorted(view.unindexed.slots)),
            unreadable: paths(view.sorted(view.unreadable.slots)))
    }

    private static func view(_ notes: [NotePath: IndexEntry]) -> IndexView {
        IndexView(notes.values.sorted { $0.path < $1.path }, making: "1", skipped: [])
    }

    private static func entry(_ next: inout Int64, _ chance: inout SeededGenerator) -> IndexEntry {
        var facts = FileFacts()
        // Few ages, so that many are alike.
        facts.modified = FileTime(
            seconds: Int64.random(in: 0..<5, using: &chance),
            nanoseconds: UInt32.random(in: 0..<5, using: &chance))
        var entry = IndexEntry(
            path: NotePath(
                "\(Int.random(in: 0..<9, using: &chance))/n\(Int.random(in: 0..<4_000, using: &chance)).md"),
            number: 0, facts: IndexFacts(facts, at: FileTime(seconds: 0, nanoseconds: 0)))
        guard Int.random(in: 0..<6, using: &chance) > 0 else { return entry }
        entry.number = next
        next += 1
        entry.facts.state = Int.random(in: 0..<6, using: &chance) == 0 ? .unreadable : .text
        return entry
    }
}
