// SPDX-License-Identifier: MIT
// What a command that writes does first: tidy up after a save that was cut short.

internal import NoteKit

/// Recovery before an edit.
enum CrashRecovery {
    /// Clears away what an earlier save left beside a file, before its half is taken for the note, and says
    /// what was found.
    static func run(beside file: NotePath, on disk: NoteDisk) {
        do throws(FileError) {
            for trace in try disk.recover(beside: file) {
                if let sentence = trace.sentence { StandardError.write("notekit: \(sentence)\n") }
            }
        } catch {
            // What comes next is about to fail for the same reason, and says so.
            if [.missing, .notAFile].contains(error.code) { return }
            // A folder that cannot be listed may hold a note that can be edited all the same.
            StandardError.write("notekit: \(error)\n")
        }
    }
}
