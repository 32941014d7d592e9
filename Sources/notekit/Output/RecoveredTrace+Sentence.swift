// SPDX-License-Identifier: MIT
// What is said of a save that a crash cut short.

internal import NoteKit

extension RecoveredTrace {
    /// Sentences for a person; nil where nothing was found but what is ours to remove.
    var sentence: String? {
        if let problem { return problem.description }
        let crash = "A crash cut short a save of \(note.map { "'\($0)'" } ?? "a note that is gone")."
        return switch action {
        case .removed, .leftAlone: nil
        case .putBack: "\(crash) What another program had written there is back."
        case .keptBeside: "\(crash) What another program had written is kept at '\(path)'."
        case .restored: "\(crash) Its old text is back."
        case .keptInStateFolder:
            "\(crash) It has been changed or removed since and was left so. "
                + "The old text, from before that save, is kept at '\(path)'."
        }
    }
}
