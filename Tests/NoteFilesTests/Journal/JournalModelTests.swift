// SPDX-License-Identifier: MIT
// Notes of every kind under edits of every kind: the journal replayed is the text.

import Foundation
import Glibc
import NoteKit
import NoteSyntax
import Synchronization
import Testing

@Suite("A journal, whatever is typed,")
struct JournalModelTests {
    /// `NOTEKIT_JOURNAL_STEPS` sets how many steps are made in all.
    private static let steps =
        ProcessInfo.processInfo.environment["NOTEKIT_JOURNAL_STEPS"].flatMap { Int($0) } ?? 20_000

    @Test("gives back base and text when its owner is killed at any step")
    func replay() throws {
        var edits = 0
        var kills = 0
        for seed in 0..<UInt64(Self.steps / 500) {
            var editing = try RandomEditing(seed: seed, pieces: seed % 7 == 0 ? 0 : 60)
            let stage = JournalStage()
            var base = editing.text.bytes
            var journal = try JournalStage.begin(base, through: stage.disk)
            for _ in 0..<500 {
                let made = editing.step()
                try journal.append(made)
                edits += made.count
                if editing.chance(oneIn: 30) {
                    base = editing.text.bytes
                    try journal.markSaved(afterEdits: journal.editCount)
                }
                if editing.chance(oneIn: 100) {
                    base = editing.text.bytes
                    let more = editing.step()
                    try journal.restart(base: base, edits: more)
                }
                guard editing.chance(oneIn: 25) else { continue }
                kills += 1
                let orphan = try #require(try stage.afterKill().journals.first)
                #expect(orphan.mine == editing.text.bytes && orphan.base == base, "seed \(seed)")
                let count = journal.editCount
                #expect(!orphan.wasCut && orphan.editCount == count, "seed \(seed)")
            }
            try journal.discard().makeDurable()
            #expect(stage.disk.openCount == 0)
        }
        print("\(edits) edits, \(kills) kills")
        #expect(edits > Self.steps / 2)
    }

    @Test("gives back the text of an earlier moment when writes fail half way, and all of it afterwards")
    func failingWrites() throws {
        var failures = 0
        for seed in 0..<UInt64(Self.steps / 1_000) {
            var editing = try RandomEditing(seed: seed, pieces: 30)
            let stage = JournalStage()
            let room = Mutex<Int?>(nil)
            // A disk that takes so many bytes at once and then is full.
            let calls = InterposedCalls(stage.disk) { call in
                guard call.kind == .pwrite, let left = room.withLock({ $0 }) else { return .made }
                room.withLock { $0 = 0 }
                return left > 0 ? .short(left) : .fails(ENOSPC)
            }
            var journal = try JournalStage.begin(editing.text.bytes, through: calls)
            var texts = [editing.text.bytes]
            for _ in 0..<200 {
                let left = editing.chance(oneIn: 3) ? editing.number(below: 40) : nil
                room.withLock { $0 = left }
                let made = editing.step()
                texts.append(editing.text.bytes)
                do throws(FileError) {
                    try journal.append(made)
                    let hasPending = journal.hasPending
                    #expect(!hasPending)
                } catch {
                    failures += 1
                    #expect(error.code == .noSpace && error.path == JournalStage.note)
                }
                let orphan = try #require(try stage.afterKill().journals.first)
                #expect(texts.contains(orphan.mine), "seed \(seed)")
                let hasPending = journal.hasPending
                #expect(hasPending || orphan.mine == editing.text.bytes, "seed \(seed)")
            }
            room.withLock { $0 = nil }
            try journal.append([])
            let orphan = try #require(try stage.afterKill().journals.first)
            #expect(orphan.mine == editing.text.bytes && !orphan.wasCut, "seed \(seed)")
        }
        #expect(failures > Self.steps / 100)
    }
}
