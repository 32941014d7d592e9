// SPDX-License-Identifier: MIT
// What a saver said, whichever saver it was.

internal import NoteFiles

/// The answer to one save in a race.
enum RaceAnswer {
    case saved, unchanged, failed(String)
    case conflict(SaveConflict.Reason, kept: [String])

    init(_ outcome: SaveOutcome) {
        self =
            switch outcome {
            case .saved: .saved
            case .unchanged: .unchanged
            case .conflict(let conflict):
                .conflict(conflict.reason, kept: conflict.kept.map(\.name.description))
            }
    }

    init(_ save: () throws(FileError) -> RaceAnswer) {
        do throws(FileError) {
            self = try save()
        } catch {
            self = .failed(error.description)
        }
    }
}
