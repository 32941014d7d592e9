// SPDX-License-Identifier: MIT
// Recovery in a process that starts programs all the time.

import NoteFiles

extension NoteDisk {
    /// Recovers a folder, again as long as something is left and nothing was said against it.
    ///
    /// Other tests of this process start programs, and between fork and exec such a child holds every file
    /// that this process has open, with its locks: for that long a trace is in use, and recovery leaves it
    /// for the next time. One that is never let go is left in the end.
    ///
    /// - Parameter isLeft: Whether something is left that recovery should see to.
    func recoverAtLast(
        _ folder: NotePath, whileThereIs isLeft: () throws -> Bool
    ) throws -> [RecoveredTrace] {
        var done: [RecoveredTrace] = []
        for _ in 1..<1_000 {
            let traces = try recover(folder)
            done += traces.filter { $0.action != .leftAlone || $0.problem != nil }
            guard try isLeft(), !traces.contains(where: { $0.problem != nil }) else { break }
        }
        return done
    }
}
