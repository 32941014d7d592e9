// SPDX-License-Identifier: MIT
// What every command of the program can do.

internal import NoteProgram

/// A command: declared once, made from what was typed, run once.
protocol Command: Sendable {
    /// Its words, operands and flags.
    static var declaration: CommandDeclaration { get }
    /// Whether it answers in JSON without being asked to.
    static var isAlwaysJSON: Bool { get }

    /// Gives the words of a command line their meaning.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does the work and says how it ended. What it throws is told by `Program`, in JSON too where that is
    /// asked for: so nothing may stand on the standard output by then.
    func run() throws -> ExitCode

    /// The answer in JSON where the command is refused: an object with the field `error`.
    static func json(of refusal: Refusal) -> [UInt8]
}

extension Command {
    static var isAlwaysJSON: Bool { false }

    static func json(of refusal: Refusal) -> [UInt8] { refusal.json }
}

/// A command whose answer is that of an edit, also where it is refused.
protocol EditingCommand: Command {}

extension EditingCommand {
    static func json(of refusal: Refusal) -> [UInt8] { EditAnswer(.failed, refusal).json }
}
