// SPDX-License-Identifier: MIT
// What came of a rename, as it is told.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// What came of a rename, for people and for programs.
struct RenameAnswer {
    let outcome: RenameOutcome

    func deliver(_ isJSON: Bool) -> ExitCode {
        for error in outcome.refusals + outcome.problems { StandardError.write("notekit: \(error)\n") }
        let code = outcome.refusals.map { ExitCode($0) }.max { $0.rawValue < $1.rawValue } ?? .fine
        return StandardOutput.write(
            isJSON ? json : Array("\(sentence)\n".utf8), then: code == .usage ? .found : code, done: sentence)
    }

    private var undone: UndoneChange? { outcome.undone.map { UndoneChange($0) } }

    private var sentence: String { (undone.map { $0.sentence + "\n" } ?? "") + made }

    private var made: String {
        let links =
            outcome.edited.isEmpty
            ? "No link had to follow."
            : "The links in \(Count.of(outcome.edited.count, outcome.edited.allSatisfy(NotesFolder.isNote) ? "note" : "file")) followed."
        let targets =
            outcome.relinked.isEmpty
            ? "" : " \(Count.of(outcome.relinked.count, "symbolic link")) got another target."
        // Of a rename that another program had made only the links were taken back.
        guard outcome.old != outcome.new else { return links + targets }
        return "'\(outcome.old)' is '\(outcome.new)' now. \(links)\(targets)"
    }

    private var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                let isRename = outcome.old != outcome.new
                json.field("from", isRename ? outcome.old.description : nil)
                json.field("to", isRename ? outcome.new.description : nil)
                json.field("changed") { json in
                    json.array(outcome.edited) { json, path in
                        json.object { $0.field("path", path.description) }
                    }
                }
                json.field("relinked") { json in
                    json.array(outcome.relinked) { json, path in
                        json.object { $0.field("path", path.description) }
                    }
                }
                json.field("refused") { json in
                    json.array(outcome.refusals) { json, error in
                        json.object { json in
                            json.field("code", error.code.description)
                            json.field("path", error.path.description)
                            json.field("message", error.description)
                        }
                    }
                }
                undone?.write(to: &json)
            }
        }
    }
}
