// SPDX-License-Identifier: MIT
// A journal whose process is killed at any call, or whose power is cut at any moment.

import Foundation
import Glibc
import NoteFiles
import NoteKit
import Synchronization
import Testing

@Suite("A journal that is cut short")
struct JournalCrashTests {
    /// `NOTEKIT_CRASH_STATES` sets how many different states of power cuts are wanted.
    private static let wanted =
        (ProcessInfo.processInfo.environment["NOTEKIT_CRASH_STATES"].flatMap { Int($0) } ?? 2_000) / 2

    static let gaps: [Set<Interference.Gap>] = [[], [.unnamedFiles]]

    private func script(
        _ stage: JournalStage, _ plan: @escaping @Sendable (Call) -> Call.Fate
    ) throws -> (script: JournalScript, calls: InterposedCalls) {
        let calls = InterposedCalls(stage.disk, plan: plan)
        let script = try JournalScript(on: stage.disk, through: calls)
        script.run()
        return (script, calls)
    }

    @Test("by kill -9 after any call has everything that was acknowledged", arguments: gaps)
    func killed(gaps: Set<Interference.Gap>) throws {
        let plan = Interference.without(gaps)
        let count = try script(JournalStage(), plan).calls.callCount
        #expect(count > 100)
        for last in 0..<count {
            let stage = JournalStage()
            let image = Mutex<DiskImage?>(nil)
            let disk = stage.disk
            let position = Mutex(0)
            let (script, _) = try script(stage) { call in
                if call.number == last + 1 {
                    image.withLock { $0 = disk.image }
                    position.withLock { $0 = disk.log.count }
                }
                return plan(call)
            }
            let left = try #require(image.withLock { $0 })
            let problem = try script.problem(with: left, after: .kill, at: position.withLock { $0 })
            #expect(problem == nil, "killed after call \(last)")
        }
    }

    @Test("by a power cut has everything that was made durable", arguments: gaps)
    func powerCut(gaps: Set<Interference.Gap>) throws {
        try explore(Interference.without(gaps))
    }

    @Test("by a power cut after any one fsync failed has everything that was said to be durable")
    func failedFlush() throws {
        for number in 1..<40 {
            let stage = JournalStage()
            let disk = stage.disk
            let count = Mutex(0)
            let plan: @Sendable (Call) -> Call.Fate = { call in
                guard call.kind == .fsync else { return .made }
                let isNow = count.withLock { count in
                    count += 1
                    return count == number
                }
                guard isNow else { return .made }
                disk.syncFailed(call.file)
                return .fails(EIO)
            }
            let hasFailed = try explore(stage, plan, wanted: Self.wanted / 20)
            if !hasFailed { return }
        }
        Issue.record("so many calls of fsync cannot be")
    }

    private func explore(_ plan: @escaping @Sendable (Call) -> Call.Fate) throws {
        try explore(JournalStage(), plan, wanted: Self.wanted)
    }

    /// Looks at crash states of one run; answers whether something failed during it.
    @discardableResult
    private func explore(
        _ stage: JournalStage, _ plan: @escaping @Sendable (Call) -> Call.Fate, wanted: Int
    ) throws -> Bool {
        let (script, _) = try script(stage, plan)
        let log = stage.disk.log
        var random = SeededGenerator(seed: 1)
        var seen: Set<Int> = []
        let lengths = CrashPoint.lengths(of: log, marks: script.promises.map(\.position))
        // Many selections leave the same disk.
        let share = max(5, wanted / 10)
        for model in CrashModel.allCases {
            for length in lengths {
                let point = CrashPoint(JournalStage.empty, log, length: length, model: model)
                let count = point.count(limit: share + 1)
                for number in 0..<min(count, share) {
                    let outcomes =
                        count <= share ? point.outcomes(number: number) : point.outcomes(using: &random)
                    let image = point.image(outcomes)
                    var hasher = Hasher()
                    hasher.combine(image.fingerprint)
                    hasher.combine(length)
                    guard seen.insert(hasher.finalize()).inserted else { continue }
                    if let problem = try script.problem(with: image, after: .powerCut, at: length) {
                        Issue.record(
                            "\(model), after \(length) of \(log.count) steps, \(outcomes): \(problem)")
                        return true
                    }
                }
            }
        }
        print("\(seen.count) states of a journal, \(lengths.count) moments")
        return !script.errors.isEmpty
    }
}
