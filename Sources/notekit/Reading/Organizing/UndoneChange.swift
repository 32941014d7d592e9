// SPDX-License-Identifier: MIT
// Which earlier change an undoing was about: nobody should have to guess that from what came of it.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// A change that was taken back, or was to be.
struct UndoneChange {
    private let change: FinishedOperation
    private let paths: ChangedPaths

    init(_ change: FinishedOperation) {
        self.change = change
        paths = ChangedPaths(change.operation, change.done)
    }

    /// Names it for a person.
    var sentence: String {
        let when = change.finished.map { " of \(Timestamp.text($0, Timestamp.localFormat))" } ?? ""
        let moves = paths.moves.map { "'\($0.from)' to '\($0.to)'" }
        let others = (paths.made + paths.removed + (moves.isEmpty ? paths.edited : [])).map { "'\($0)'" }
        let named = moves + others
        let more = named.count > 3 ? " and \(Count.of(named.count - 3, "other"))" : ""
        return
            "Taking back \(change.operation.kind)\(when): \(named.prefix(3).joined(separator: ", "))\(more)."
    }

    /// Writes the field.
    func write(to json: inout JSONWriter) {
        json.field("undone") { json in
            json.object { json in
                json.field("kind", change.operation.kind.description)
                json.field("finished", change.finished.map { Timestamp.exact($0) })
                paths.write(to: &json)
            }
        }
    }
}
