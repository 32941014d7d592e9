// SPDX-License-Identifier: MIT
// Saves whose process is killed, then recovery by the next process, then a power cut.

import Glibc
import NoteFiles

extension CrashScenario {
    /// Each save killed after each of its calls. What it had not synced is still in memory when the
    /// next process recovers, and only then the power fails.
    static let killed =
        killed("replace", vault()) { try $0.replace(note, with: new, base: old) }
        + killed("in place", vault()) { try $0.replace(note, with: new, base: old, inPlace: true) }
        + killed("in place, shorter", vault()) {
            try $0.replace(note, with: text("n", 600), base: old, inPlace: true)
        }
        + killed("no unnamed files", vault(), without: [.unnamedFiles]) {
            try $0.replace(note, with: new, base: old)
        }
        + killed("no exchange", vault(), without: [.exchange]) { try $0.replace(note, with: new, base: old) }
        + killed("create", vault(holding: nil), without: [.unnamedFiles]) {
            try $0.create(note, with: new)
        }

    private static func killed(
        _ name: String, _ start: DiskImage, without gaps: Set<Interference.Gap> = [],
        _ save: @escaping @Sendable (NoteDisk) throws -> SaveOutcome
    ) -> [CrashScenario] {
        let calls = InterposedCalls(SimulatedDisk(start), plan: Interference.without(gaps))
        do {
            _ = try save(NoteDisk(stateFolder: state, calls: calls))
        } catch {
            preconditionFailure("\(name): \(error)")
        }
        let held: [[UInt8]?] = [start.inode(at: note)?.bytes, new, text("n", 600)]
        return (1...calls.callCount).map { last in
            CrashScenario(name: "\(name), killed after call \(last)", start: start) { recorder in
                let plan = Interference.without(gaps)
                recorder.stage(mayHold: held)
                // A process that is dead makes no calls; that it is told so is not looked at.
                _ = try? save(
                    recorder.notes { call in call.number <= last ? plan(call) : .fails(EIO) })
                recorder.disk.closeAll()
                for folder in [vault, otherVault] {
                    for trace in try recorder.notes().recover(folder) {
                        if let problem = trace.problem { throw problem }
                    }
                }
                recorder.stage(mayHold: held)
            }
        }
    }
}
