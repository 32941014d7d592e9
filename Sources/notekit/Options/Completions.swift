// SPDX-License-Identifier: MIT
// Completions for shells, made from the table of commands.

/// The script that teaches a shell to complete `notekit`.
enum Completions {
    /// The shells that can be taught.
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
    }

    /// The script for a shell.
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// A word in single quotes, as bash, zsh and fish all read it.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
