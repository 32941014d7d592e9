// SPDX-License-Identifier: MIT
// A command line that cannot be carried out.

/// Why a command line cannot be carried out, and what to try.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence for the person who typed the command.
    package let description: String
    /// What to try next.
    package let hint: String

    /// - Parameters:
    ///   - sentence: What is wrong.
    ///   - command: The command whose help tells more.
    ///   - guess: What was meant.
    package init(_ sentence: String, command: CommandDeclaration, guess: String? = nil) {
        self.init(sentence, typed: command.typed, guess: guess)
    }

    /// - Parameters:
    ///   - sentence: What is wrong.
    ///   - program: The program whose help tells more.
    ///   - guess: What was meant.
    package init(_ sentence: String, program: String, guess: String? = nil) {
        self.init(sentence, typed: program, guess: guess)
    }

    private init(_ sentence: String, typed: String, guess: String?) {
        description = sentence
        let more = "'\(typed) --help' tells more."
        hint = guess.map { "Did you mean '\($0)'? \(more)" } ?? more
    }
}
