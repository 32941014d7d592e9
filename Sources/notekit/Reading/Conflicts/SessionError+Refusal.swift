// SPDX-License-Identifier: MIT
// How a command ends that a session refused.

internal import NoteKit

extension SessionError: Refusable {
    var refusal: Refusal {
        let exitCode: ExitCode =
            switch code {
            case .conflict: .conflict
            case .unreadable: .unreadable
            case .notWritten: .notWritten
            case .noConflict: .found
            default: .usage
            }
        return Refusal(exitCode, code.description, description)
    }
}
