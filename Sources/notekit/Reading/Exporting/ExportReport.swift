// SPDX-License-Identifier: MIT
// What is told of an export.

internal import NoteJSON
internal import NoteKit

/// The outcomes of all notes, in their order.
struct ExportReport {
    private let outcomes: [ExportOutcome]

    init(_ outcomes: [ExportOutcome]) { self.outcomes = outcomes }

    /// Tells warnings and failures on the standard error, and the files on the standard output.
    ///
    /// - Parameter telling: Whether the standard output is free for that.
    func deliver(asJSON isJSON: Bool, telling: Bool) -> ExitCode {
        for outcome in outcomes {
            for warning in outcome.warnings {
                StandardError.write("notekit: '\(outcome.named)': \(warning)\n")
            }
            if let message = outcome.message { StandardError.write("notekit: \(message)\n") }
        }
        guard telling else { return exitCode }
        return StandardOutput.write(isJSON ? json : lines, then: exitCode, done: "The files were written.")
    }

    private var exitCode: ExitCode {
        outcomes.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .fine
    }

    private var lines: [UInt8] {
        Array(outcomes.compactMap(\.file).map { "\($0)\n" }.joined().utf8)
    }

    private var json: [UInt8] {
        JSONWriter.document { json in
            json.array(outcomes) { json, outcome in
                json.object { json in
                    json.field("path", outcome.path.description)
                    json.field("status", outcome.status.rawValue)
                    json.field("file", outcome.file?.description)
                    json.field("warnings") { json in
                        json.array(outcome.warnings) { $0.string($1) }
                    }
                    json.field("message", outcome.message)
                }
            }
        }
    }
}
