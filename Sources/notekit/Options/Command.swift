// SPDX-License-Identifier: MIT
// What every command of the program can do.

internal import NoteProgram

/// A command: declared once, made from what was typed, run once.
protocol Command: Sendable {
    /// Its words, operands and flags.
    static var declaration: CommandDeclaration { get }

    /// Gives the words of a command line their meaning.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does the work and says how it ended.
    func run() -> ExitCode
}
