// SPDX-License-Identifier: MIT
// What a command that writes does first: tidy up after a save that was cut short.

internal import NoteKit

/// Recovery before an edit.
enum CrashRecovery {
    /// Clears away what an earlier save left beside a file, before its half is taken for the note, and says
    /// what was found.
    static func run(beside file: NotePath, on disk: NoteDisk) {
        do {
            for trace in try disk.recover(beside: file) {
                if let problem = trace.problem {
                    StandardError.write("notekit: \(problem)\n")
                } else if ![.removed, .leftAlone].contains(trace.action) {
                    StandardError.write(
                        "notekit: found after a crash: \(trace.action.rawValue) '\(trace.path)'\n")
                }
            }
        } catch {
            // A folder that cannot be listed may hold a note that can be edited all the same.
            StandardError.write("notekit: \(error)\n")
        }
    }
}
