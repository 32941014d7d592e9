// SPDX-License-Identifier: MIT
// Which files and folders a change of a vault touched, as it is told.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary

/// The paths that a change made, moved, edited or removed.
struct ChangedPaths {
    private(set) var moves: [(from: NotePath, to: NotePath)] = []
    private(set) var made: [NotePath] = []
    private(set) var edited: [NotePath] = []
    private(set) var removed: [NotePath] = []

    /// Whether nothing was touched, or all of it taken back.
    var isEmpty: Bool { moves.isEmpty && made.isEmpty && edited.isEmpty && removed.isEmpty }

    /// Of a change that did nothing.
    init() {}

    /// - Parameter done: The path that each step made, changed or removed; nil for one that did nothing.
    init(_ operation: VaultOperation, _ done: [NotePath?]) {
        for (step, path) in zip(operation.steps, done) {
            guard let path else { continue }
            switch step.action {
            case .makeFolder: made.append(path)
            case .removeFolder, .removeFile: removed.append(path)
            case .edit, .relink: edited.append(path)
            case .move(let old, _, _): moves.append((old, path))
            }
        }
    }

    /// What was done, for a person.
    var sentences: [String] {
        made.map { "Made the folder '\($0)'." } + moves.map { "'\($0.from)' is now '\($0.to)'." }
            + edited.map { "Updated the links in '\($0)'." } + removed.map { "Removed the folder '\($0)'." }
    }

    /// Writes the fields.
    func write(to json: inout JSONWriter) {
        json.field("moved") { json in
            json.array(moves) { json, move in
                json.object { json in
                    json.field("from", move.from.description)
                    json.field("to", move.to.description)
                }
            }
        }
        json.field("made") { json in json.array(made) { $0.string($1.description) } }
        json.field("edited") { json in json.array(edited) { $0.string($1.description) } }
        json.field("removed") { json in json.array(removed) { $0.string($1.description) } }
    }
}
