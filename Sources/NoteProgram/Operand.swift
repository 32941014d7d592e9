// SPDX-License-Identifier: MIT
// What a command takes besides flags.

/// A word on the command line that is no flag.
package struct Operand: Equatable, Sendable {
    /// What may stand there, so that a shell can complete it.
    package enum Kind: Equatable, Sendable {
        /// The path of a folder.
        case folder
        /// The path of a file.
        case file
        /// A word that no shell can guess.
        case word
        /// One of a few words.
        case choice([String])
        /// One of more words than a synopsis has room for.
        case name([String])
    }

    /// The name in capitals, as in `VAULT`.
    package let name: String
    /// What may stand there.
    package let kind: Kind
    /// Whether it may be left out.
    package let isOptional: Bool
    /// Whether more of them may follow. Only the last operand of a command may be so.
    package let isRepeated: Bool
    /// One sentence for help and manual.
    package let summary: String

    package init(
        _ name: String, _ kind: Kind, isOptional: Bool = false, isRepeated: Bool = false, _ summary: String
    ) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.isRepeated = isRepeated
        self.summary = summary
    }

    /// As it stands in a synopsis.
    package var usage: String {
        let word = if case .choice(let words) = kind { words.joined(separator: "|") } else { name }
        let words = isRepeated ? "\(word)..." : word
        return isOptional ? "[\(words)]" : words
    }

    /// The words that may stand there; nil where any path may.
    package var words: [String]? {
        switch kind {
        case .folder, .file, .word: nil
        case .choice(let words), .name(let words): words
        }
    }
}
