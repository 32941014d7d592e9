// SPDX-License-Identifier: MIT
// Every disk that a power cut can leave, recovered and looked at.

import Foundation
import NoteFiles
import Testing

@Suite("A power cut")
struct CrashStateTests {
    /// `NOTEKIT_CRASH_STATES` sets how many different states are wanted: 100,000 before a release.
    private static let wanted =
        ProcessInfo.processInfo.environment["NOTEKIT_CRASH_STATES"].flatMap { Int($0) } ?? 2_000

    @Test("during any save leaves the old bytes or the new ones, and what was promised")
    func everyState() throws {
        let total = try explore(CrashScenario.all, wanted: Self.wanted)
        #expect(total >= Self.wanted)
    }

    @Test("after a save was killed at any call and recovered leaves the old bytes or the new ones")
    func killedFirst() throws {
        let total = try explore(CrashScenario.killed, wanted: Self.wanted / 2)
        #expect(total >= CrashScenario.killed.count)
    }

    /// Checks states of all scenarios in turn until enough are seen or none is left.
    private func explore(_ scenarios: [CrashScenario], wanted: Int) throws -> Int {
        var explorers = try scenarios.map { scenario in
            do { return try CrashExplorer(scenario) } catch {
                throw ProbeFailure(description: "\(scenario.name): \(error)")
            }
        }
        var total = 0
        while total < wanted, explorers.contains(where: { !$0.isExhausted }) {
            let open = explorers.indices.filter { !explorers[$0].isExhausted }
            let share = max(4, (wanted - total) / open.count + 1)
            for index in open { explorers[index].explore(share) }
            total = explorers.reduce(0) { $0 + $1.count }
            if explorers.contains(where: { !$0.failures.isEmpty }) { break }
        }
        for explorer in explorers {
            for failure in explorer.failures { Issue.record("\(failure)") }
        }
        print("\(total) different states of \(explorers.count) scenarios")
        return total
    }
}
