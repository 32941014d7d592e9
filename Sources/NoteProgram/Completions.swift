// SPDX-License-Identifier: MIT
// Completions for shells, made from the table of commands.

/// The script that teaches a shell to complete a program with commands.
package struct Completions {
    let program: ProgramDeclaration

    /// - Parameter program: The program that it is of.
    package init(_ program: ProgramDeclaration) { self.program = program }

    /// The shells that can be taught.
    package enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    /// The script for a shell.
    package func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// A word in single quotes, as bash, zsh and fish all read it.
    package static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
