// SPDX-License-Identifier: MIT
// Why a command did not do what it was asked to: one form for people, for programs and for the shell.

internal import NoteJSON
internal import NoteKit
internal import NoteProgram

/// A command that was refused, or could not look. Whatever a command throws becomes one.
struct Refusal: Error {
    let exitCode: ExitCode
    /// The reason in a word, part of the interface for scripts.
    let code: String
    /// What it is about; nil where it is about no file.
    var path: NotePath?
    /// What failed and what is still safe, in sentences. Never text of a note.
    let message: String
    /// What to try next.
    var hint: String?

    init(_ exitCode: ExitCode, _ code: String, about path: NotePath? = nil, _ message: String) {
        (self.exitCode, self.code, self.path, self.message) = (exitCode, code, path, message)
    }

    init(_ error: any Error) {
        self =
            (error as? any Refusable)?.refusal ?? error as? Refusal ?? Refusal(.usage, "other", "\(error)")
    }

    /// What was named is not there.
    static func missing(_ path: NotePath, _ message: String) -> Refusal {
        Refusal(.usage, "missing", about: path, message)
    }

    /// Tells a person.
    func tell() { StandardError.write("notekit: \(message)\n" + (hint.map { "\($0)\n" } ?? "")) }

    /// The answer of a command that has no other form for it.
    var json: [UInt8] { JSONWriter.document { $0.object { write(to: &$0) } } }

    /// Writes the field that every answer has that tells a refusal.
    func write(to json: inout JSONWriter) { json.field("error") { $0.object(writeFields) } }

    /// Writes what the field holds.
    func writeFields(to json: inout JSONWriter) {
        json.field("code", code)
        json.field("path", path?.description)
        json.field("message", message)
    }
}

/// An error that knows how the command ends that meets it.
protocol Refusable: Error {
    var refusal: Refusal { get }
}

extension UsageError: Refusable {
    var refusal: Refusal {
        var refusal = Refusal(.usage, "usage", description)
        refusal.hint = hint
        return refusal
    }
}

extension FileError: Refusable {
    var refusal: Refusal { Refusal(.usage, code.description, about: path, description) }
}

extension NoteOpeningError: Refusable {
    var refusal: Refusal {
        switch self {
        case .file(let error): error.refusal
        case .unreadable(let path, _): Refusal(.unreadable, "unreadable", about: path, description)
        }
    }
}
