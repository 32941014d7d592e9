// SPDX-License-Identifier: MIT
// `notekit manual`.

internal import NoteProgram

/// Prints the manual page.
struct ManualCommand: Command {
    static let declaration = CommandDeclaration(
        "manual", "Print the manual page in troff, for a package to install.",
        examples: ["notekit manual | man -l -", "notekit manual > /usr/local/share/man/man1/notekit.1"])

    init(_ arguments: Arguments) throws(UsageError) {}

    func run() -> ExitCode { StandardOutput.write(ManualPage(Program.declaration).text) }
}
