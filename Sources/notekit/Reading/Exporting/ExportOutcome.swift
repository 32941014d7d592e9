// SPDX-License-Identifier: MIT
// What became of one note.

internal import NoteKit

/// How the export of one note ended.
struct ExportOutcome: Sendable {
    /// In a word, for scripts.
    enum Status: String, Sendable {
        case exported
        case unreadable
        case missing
        case failed
    }

    /// The path as it was named.
    let named: NotePath
    /// The path below its vault.
    let path: NotePath
    let status: Status
    /// The file that was written; nil where none was, or where it has no path.
    var file: NotePath?
    /// What a person is to know of the file, in sentences that do not name the note.
    var warnings: [String] = []
    /// Why there is no file.
    var message: String?

    var exitCode: ExitCode {
        switch status {
        case .exported: .fine
        case .unreadable: .unreadable
        case .missing: .usage
        case .failed: .notWritten
        }
    }
}
