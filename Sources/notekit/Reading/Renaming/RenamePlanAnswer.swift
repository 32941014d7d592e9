// SPDX-License-Identifier: MIT
// A plan of a rename, as it is shown.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram

/// What a rename would do, for people and for programs.
struct RenamePlanAnswer {
    let plan: RenamePlan

    func deliver(_ isJSON: Bool) -> ExitCode {
        for error in plan.refusals { StandardError.write("notekit: \(error)\n") }
        let code = plan.refusals.map { ExitCode($0) }.max { $0.rawValue < $1.rawValue } ?? .fine
        return StandardOutput.write(isJSON ? json : Array(text.utf8), then: code == .usage ? .found : code)
    }

    private var json: [UInt8] {
        JSONWriter.document { json in
            json.array(plan.notes.map { .note($0) } + plan.links.map { Row.link($0) }) { json, row in
                json.object { json in
                    switch row {
                    case .note(let note): Self.write(note, to: &json)
                    case .link(let link): Self.write(link, to: &json)
                    }
                }
            }
        }
    }

    /// What would be written.
    private enum Row {
        case note(RenamePlan.Note)
        case link(RenamePlan.Link)
    }

    private static func write(_ note: RenamePlan.Note, to json: inout JSONWriter) {
        json.field("path", note.path.description)
        json.field("edits") { json in
            json.array(note.edits) { json, edit in
                json.object { json in
                    json.field("start", edit.range.lowerBound)
                    json.field("end", edit.range.upperBound)
                    json.field("old", String(decoding: edit.old, as: UTF8.self))
                    json.field("new", String(decoding: edit.new, as: UTF8.self))
                }
            }
        }
        guard !note.unwritable.isEmpty else { return }
        json.field("unwritable") { json in
            json.array(note.unwritable) { json, range in
                json.object { json in
                    json.field("start", range.lowerBound)
                    json.field("end", range.upperBound)
                }
            }
        }
    }

    private static func write(_ link: RenamePlan.Link, to json: inout JSONWriter) {
        json.field("path", link.path.description)
        json.field("edits") { $0.array([RenamePlan.Note]()) { _, _ in } }
        json.field("relinked") { json in
            json.object { json in
                json.field("old", link.old.description)
                json.field("new", link.new.description)
            }
        }
    }

    private var text: String {
        let edited = plan.notes.filter { !$0.edits.isEmpty }
        let links = edited.reduce(0) { $0 + $1.edits.count }
        var text = "'\(plan.old)' \(plan.isRenamed ? "is" : "would be") '\(plan.new)'; "
        text +=
            links == 0
            ? "no link has to follow.\n"
            : "\(Count.of(links, "link")) in \(Count.of(edited.count, "note")) would follow:\n"
        for note in plan.notes {
            for edit in note.edits {
                text += "\(note.path):\(edit.range.lowerBound)  "
                text += "\(Excerpt.line(String(decoding: edit.old, as: UTF8.self))) -> "
                text += "\(Excerpt.line(String(decoding: edit.new, as: UTF8.self)))\n"
            }
            for range in note.unwritable {
                text +=
                    "\(note.path):\(range.lowerBound)  would not lead there any more: no link can name its file\n"
            }
        }
        for link in plan.links {
            text += "\(link.path)  symbolic link: \(link.old) -> \(link.new)\n"
        }
        return text
    }
}
