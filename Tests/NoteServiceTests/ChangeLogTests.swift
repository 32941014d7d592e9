// SPDX-License-Identifier: MIT
// Whoever asks what happened since a clock hears all of it, or is told to look at everything.

import NoteFiles
import Testing

@testable import NoteService

@Suite("The clock of a vault")
struct ChangeLogTests {
    private func changes(_ numbers: ClosedRange<Int>) -> [FolderScan.Change] {
        numbers.map { .changed(NotePath("\($0).md")) }
    }

    @Test("tells exactly what happened since")
    func since() throws {
        var log = ChangeLog(run: "r", limit: 100)
        let start = try #require(log.number(of: log.clock))
        log.add(FolderBatch(changes: changes(1...3)))
        let middle = try #require(log.number(of: log.clock))
        log.add(FolderBatch(changes: changes(4...5)))
        #expect(log.changes(since: start).map(Array.init) == changes(1...5))
        #expect(log.changes(since: middle).map(Array.init) == changes(4...5))
        #expect(log.changes(since: log.count)?.isEmpty == true)
    }

    @Test("tells nothing for a clock that is too old, of another run, of the future, or none")
    func unknown() {
        var log = ChangeLog(run: "r", limit: 10)
        log.add(FolderBatch(changes: changes(1...50)))
        #expect(log.changes(since: 0) == nil)
        #expect(log.changes(since: 51) == nil)
        #expect(log.changes(since: 45)?.count == 5)
        for clock in ["s-1", "r-", "r-x", "r", "", "r-1-1", "r-51", "r-+5", "r--5", "r-05", "r- 5"] {
            #expect(log.number(of: clock) == nil)
        }
    }

    @Test(
        "takes no number for a clock that its arithmetic does not bear",
        arguments: [Int.min, Int.min + 1, -1, .max])
    func extremes(_ number: Int) {
        var log = ChangeLog(run: "r", limit: 10)
        log.add(FolderBatch(changes: changes(1...5)))
        #expect(log.changes(since: number) == nil)
        #expect(log.number(of: "r-\(number)") == nil)
    }

    @Test("tells nothing across batches that were lost")
    func lost() {
        var log = ChangeLog(run: "r", limit: 10)
        log.add(FolderBatch(changes: changes(1...2)))
        let before = log.count
        log.add(FolderBatch(changes: [], isComplete: false))
        #expect(log.changes(since: before) == nil)
        log.add(FolderBatch(changes: changes(3...3)))
        #expect(log.changes(since: log.count - 1).map(Array.init) == changes(3...3))
    }
}
