// SPDX-License-Identifier: MIT
// How `notekit session` spells what it tells, one JSON object a line.

internal import NoteJSON
internal import NoteKit

/// The lines that a session prints.
enum SessionLine {
    /// What the matter is with the note.
    ///
    /// - Parameter path: Where the note is, on the first line.
    static func status(
        _ status: SessionStatus, _ revision: Int, path: String? = nil,
        answering request: SessionRequest? = nil
    ) -> [UInt8] {
        line(answering: request) { json in
            json.field("status", status.name)
            json.field("revision", revision)
            if let message = status.message { json.field("message", message) }
            if let path { json.field("path", path) }
        }
    }

    /// A change of the text that this program did not ask for, or an undone one.
    static func change(_ change: NoteChange) -> [UInt8] {
        line { json in
            json.field("edit") { json in
                json.object { json in
                    json.field("start", change.range.lowerBound)
                    json.field("end", change.range.upperBound)
                    json.field("text", change.text)
                }
            }
            json.field("revision", change.revision)
            json.field("outside", change.isOutside)
        }
    }

    /// The whole text.
    static func text(_ snapshot: SessionSnapshot, answering request: SessionRequest) -> [UInt8] {
        line(answering: request) { json in
            json.field("text", snapshot.text.text)
            json.field("digest", SHA256Digest(of: snapshot.text.bytes).description)
            json.field("revision", snapshot.revision)
            json.field("unsaved", snapshot.isUnsaved)
        }
    }

    /// Why something was not done.
    static func error(
        _ refusal: SessionRefusal, _ revision: Int, answering request: SessionRequest? = nil
    ) -> [UInt8] {
        line(answering: request) { json in
            json.field("error") { json in
                json.object { json in
                    json.field("code", refusal.code)
                    json.field("message", refusal.message)
                }
            }
            json.field("revision", revision)
        }
    }

    /// What a killed session left is in the text again.
    static func recovered(_ revision: Int) -> [UInt8] {
        line { json in
            json.field("recovered", true)
            json.field("revision", revision)
        }
    }

    /// Lines were lost, since nobody read them.
    static func lagged(_ revision: Int) -> [UInt8] {
        line { json in
            json.field("lagged", true)
            json.field("revision", revision)
        }
    }

    /// A fact that has a name.
    static func fact(_ name: String, _ text: String, _ revision: Int) -> [UInt8] {
        line { json in
            json.field(name, text)
            json.field("revision", revision)
        }
    }

    /// Where versions of other programs are kept that came out of the way of a save.
    static func keptBeside(_ paths: [String], _ revision: Int) -> [UInt8] {
        line { json in
            json.field("keptBeside") { json in json.array(paths) { $0.string($1) } }
            json.field("revision", revision)
        }
    }

    /// An object in one line. An answer says what it answers.
    static func line(
        answering request: SessionRequest? = nil, _ fields: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                fields(&json)
                guard let request else { return }
                json.field("op", request.name)
                switch request.id {
                case .whole(let number): json.field("id", number)
                case .string(let text): json.field("id", text)
                default: break
                }
            }
        }
    }
}
