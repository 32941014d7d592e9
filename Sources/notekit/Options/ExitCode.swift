// SPDX-License-Identifier: MIT
// What the number at the end of a command means.

/// How a command ended, for scripts.
enum ExitCode: Int32, CaseIterable, Sendable {
    case fine = 0
    case found = 1
    case usage = 2
    case conflict = 3
    case unreadable = 4
    case notWritten = 5

    /// The meaning for help and manual.
    var meaning: String {
        switch self {
        case .fine: "All is well."
        case .found:
            "Something was found: a failure of the check, a list that is not whole, a conflict of a merge or of a "
                + "note; no task on the line; or a property that is broken or cannot be edited."
        case .usage:
            "The command line is wrong, what it names could not be looked at, or the answer could not be written."
        case .conflict: "The note is no longer what the edit was based on. Nothing was overwritten."
        case .unreadable: "The note is not UTF-8 text, so it is never rewritten."
        case .notWritten: "Writing failed. The old text is still there."
        }
    }
}
