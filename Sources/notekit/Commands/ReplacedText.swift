// SPDX-License-Identifier: MIT
// How a command keeps what its save is about to replace.

internal import NoteKit

/// The text that a note held before a save of ours.
enum ReplacedText {
    /// Keeps it, where there is a history. Where it cannot be kept, the save goes on.
    ///
    /// - Returns: Then what the answer warns of.
    static func keep(
        _ old: [UInt8], of file: NotePath, edited: FileTime?, by new: [UInt8]
    ) -> String? {
        let keeper = Program.keeper
        guard keeper.keepsReplacedTexts else { return nil }
        do throws(FileError) {
            try keeper.keep(
                NoteVersion(
                    of: file, old, because: .replaced, at: LinuxCalls().wallClock(), edited: edited,
                    replacement: new))
            return nil
        } catch {
            return "What '\(file)' held before is not in its history. \(error)"
        }
    }
}
