// SPDX-License-Identifier: MIT
// What a scenario did to the disk, and what its caller had been told by when.

import NoteFiles
import Synchronization

/// Runs a scenario on a simulated disk and keeps the log, divided into stages.
final class CrashRecorder: Sendable {
    /// From a position in the log on: what a crash may leave.
    struct Stage: Sendable {
        let position: Int
        /// What the note may hold; nil for a note that is not there. Nil altogether: not looked at.
        let mayHold: [[UInt8]?]?
        /// Bytes that must be somewhere, in the vault or kept in the state folder.
        let mustExist: [[UInt8]]
    }

    let scenario: CrashScenario
    let disk: SimulatedDisk
    private let noted = Mutex<[Stage]>([])

    init(running scenario: CrashScenario) throws {
        self.scenario = scenario
        disk = SimulatedDisk(scenario.start, user: scenario.user)
        try scenario.run(self)
    }

    var stages: [Stage] { noted.withLock { $0 } }

    /// From now on a crash may leave this.
    func stage(mayHold: [[UInt8]?]?, mustExist: [[UInt8]] = []) {
        let stage = Stage(position: disk.log.count, mayHold: mayHold, mustExist: mustExist)
        noted.withLock { $0.append(stage) }
    }

    /// What holds for a crash at a position in the log.
    func stage(at position: Int) -> Stage {
        stages.last { $0.position <= position } ?? Stage(position: 0, mayHold: nil, mustExist: [])
    }

    /// The disk for notes, its calls preceded by a plan.
    func notes(_ plan: @escaping @Sendable (Call) -> Call.Fate = { _ in .made }) -> NoteDisk {
        NoteDisk(stateFolder: CrashScenario.state, calls: InterposedCalls(disk, plan: plan))
    }
}
