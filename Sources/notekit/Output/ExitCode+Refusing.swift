// SPDX-License-Identifier: MIT
// How a command ends that could not read what it was given.

internal import NoteKit

extension ExitCode {
    /// Tells on standard error why something cannot be read, and answers how the command ends.
    static func refusing(_ error: any Error) -> ExitCode {
        StandardError.write("notekit: \(error)\n")
        if case .unreadable? = error as? NoteOpeningError { return .unreadable }
        return .usage
    }
}
