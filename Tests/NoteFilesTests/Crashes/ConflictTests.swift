// SPDX-License-Identifier: MIT
// Conflicts that are known from the start.

import NoteFiles
import Testing

@Suite("A note that is not what the edit was made from")
struct ConflictTests {
    @Test("is left alone: nothing on the disk changes, not even for a moment", arguments: [false, true])
    func leftAlone(inPlace: Bool) throws {
        let disk = SimulatedDisk(CrashScenario.vault(holding: CrashScenario.outside))
        let notes = NoteDisk(stateFolder: CrashScenario.state, calls: disk)
        let outcome = try notes.replace(
            CrashScenario.note, with: CrashScenario.new, base: CrashScenario.old, inPlace: inPlace)
        try CrashScenario.demandConflict(outcome, .changed)
        #expect(disk.log.isEmpty)
        #expect(disk.openCount == 0)
    }
}
