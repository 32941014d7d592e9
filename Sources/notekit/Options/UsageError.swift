// SPDX-License-Identifier: MIT
// A command line that cannot be carried out.

internal import NoteKit

/// Why a command line cannot be carried out, and what to try.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence for the person who typed the command.
    let description: String
    /// What to try next.
    let hint: String

    /// - Parameter command: The command whose help tells more; nil for the program's own help.
    init(_ sentence: String, command: String? = nil, guess: String? = nil) {
        description = sentence
        let help = (["notekit"] + (command.map { [$0] } ?? []) + ["--help"]).joined(separator: " ")
        let more = "'\(help)' tells more."
        hint = guess.map { "Did you mean '\($0)'? \(more)" } ?? more
    }
}
