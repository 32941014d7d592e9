// SPDX-License-Identifier: MIT
// What one flag is: the single place from which parsing, help, manual and completions take it.

/// One flag of one command.
package struct Flag: Equatable, Sendable {
    /// What follows the flag.
    package enum Value: Equatable, Sendable {
        /// Nothing: the flag is there or not.
        case none
        /// One of a few words.
        case choice([String])
        /// Anything; the word stands for it in help, as in `--jobs N`.
        case text(String)
    }

    /// The name without its dashes.
    package let name: String
    /// The letter that means the same behind one dash.
    package let letter: String?
    /// What follows.
    package let value: Value
    /// One sentence for help, manual and completions.
    package let summary: String
    /// Whether the words of a choice may be typed in any case.
    package private(set) var ignoresCase = false

    package init(_ name: String, letter: String? = nil, takes value: Value = .none, _ summary: String) {
        self.name = name
        self.letter = letter
        self.value = value
        self.summary = summary
    }

    /// A flag whose value is one of the cases of a type.
    package init<Choice: CaseIterable & RawRepresentable>(
        _ name: String, oneOf type: Choice.Type, ignoringCase: Bool = false, _ summary: String
    )
    where Choice.RawValue == String {
        self.init(name, takes: .choice(type.allCases.map(\.rawValue)), summary)
        ignoresCase = ignoringCase
    }

    /// The name as it is typed.
    package var dashed: String { "--\(name)" }

    /// The flag with its value, as in `--format text|json`.
    package var usage: String {
        switch value {
        case .none: dashed
        case .choice(let words): "\(dashed) \(words.joined(separator: "|"))"
        case .text(let word): "\(dashed) \(word)"
        }
    }

    /// Whether the flag, with this value, asks for an answer in JSON.
    package func isJSON(_ value: [UInt8]?) -> Bool {
        switch self.value {
        case .none: name == "json"
        case .choice(let words): words.contains("json") && value == Array("json".utf8)
        case .text: false
        }
    }

    /// Every command has this one.
    package static let help = Flag("help", letter: "h", "Print this help and exit.")
    /// The program itself has this one.
    package static let version = Flag("version", letter: "V", "Print the version and exit.")
}
