// SPDX-License-Identifier: MIT
// How the words of a command line become flags and operands.

internal import NoteKit

/// Tells flags from operands by a command's declaration.
///
/// `--flag value` and `--flag=value` mean the same, `--` ends the flags, and `-` alone is an
/// operand. A flag with a value may stand only once, so that no text is dropped in silence.
package struct ArgumentParser {
    private let declaration: CommandDeclaration
    private var operands: [[UInt8]] = []
    private var values: [String: [UInt8]] = [:]

    private init(_ declaration: CommandDeclaration) { self.declaration = declaration }

    /// What the words say.
    ///
    /// - Throws: `UsageError` for an unknown flag, a missing or a wrong value, too few or too many
    ///   operands, and a choice that was not made. `--help` among the flags asks for none of them.
    package static func parse(
        _ words: some Collection<[UInt8]>, for declaration: CommandDeclaration
    ) throws(UsageError) -> Arguments {
        var parser = ArgumentParser(declaration)
        try parser.read(words)
        if parser.values[Flag.help.name] == nil { try parser.checkAllIsThere() }
        return Arguments(declaration, operands: parser.operands, values: parser.values)
    }

    /// Whether the words ask for an answer in JSON. They may be wrong: whoever asks for JSON is told so in it.
    package static func isJSONAsked(
        by words: some Collection<[UInt8]>, for declaration: CommandDeclaration
    ) -> Bool {
        let parser = ArgumentParser(declaration)
        var rest = Array(words)[...]
        while let word = rest.popFirst(), word != Array("--".utf8) {
            guard let (flag, inline) = parser.known(word) else { continue }
            let value = inline ?? (flag.value == .none ? nil : rest.popFirst())
            if flag.isJSON(value) { return true }
        }
        return false
    }

    private mutating func read(_ words: some Collection<[UInt8]>) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == Array("--".utf8) {
                operands += rest
                return
            }
            guard word.first == UInt8(ascii: "-"), word.count > 1 else {
                operands.append(word)
                continue
            }
            guard let (flag, inline) = known(word) else { throw unknown(word) }
            var value = inline
            if flag.value != .none, value == nil { value = rest.popFirst() }
            try set(flag, to: value)
        }
    }

    /// The flag that a word is, with the value behind its `=`; nil where it is none.
    private func known(_ word: [UInt8]) -> (flag: Flag, value: [UInt8]?)? {
        let (name, value) = Self.divided(word)
        let shown = NotePath(bytes: name).description
        return declaration.flags.first { shown == $0.dashed || shown == $0.letter.map { "-\($0)" } }
            .map { ($0, value) }
    }

    private static func divided(_ word: [UInt8]) -> (name: [UInt8], value: [UInt8]?) {
        let parts = word.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.map { Array($0) } ?? [], parts.count > 1 ? Array(parts[1]) : nil)
    }

    private func unknown(_ word: [UInt8]) -> UsageError {
        let shown = NotePath(bytes: Self.divided(word).name).description
        return UsageError(
            "'\(shown)' is no flag of '\(declaration.typed)'.", command: declaration,
            guess: Suggestion.nearest(to: shown, among: declaration.flags.map(\.dashed)))
    }

    private mutating func set(_ flag: Flag, to value: [UInt8]?) throws(UsageError) {
        var value = value
        if flag.ignoresCase { value = value.map { $0.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } } }
        switch (flag.value, value) {
        case (.none, nil):
            values[flag.name] = []
            return
        case (.none, _): throw error("\(flag.dashed) takes no value.")
        case (_, nil): throw error("\(flag.usage): the value is missing.")
        case (.choice(let words), let value?) where !words.contains(where: { Array($0.utf8) == value }):
            let shown = NotePath(bytes: value).description
            throw UsageError(
                "\(flag.dashed) is one of \(words.joined(separator: ", ")), not '\(shown)'.",
                command: declaration, guess: Suggestion.nearest(to: shown, among: words))
        case (_, let value?):
            guard values.updateValue(value, forKey: flag.name) == nil else {
                throw error("\(flag.dashed) stands twice.")
            }
        }
    }

    private func checkAllIsThere() throws(UsageError) {
        let wanted = declaration.operands
        if operands.count > wanted.count, wanted.last?.isRepeated != true {
            throw error("'\(NotePath(bytes: operands[wanted.count]))' is one word too many.")
        }
        if operands.count < wanted.count, !wanted[operands.count].isOptional {
            let operand = wanted[operands.count]
            throw error("\(operand.words == nil ? operand.name : operand.usage) is missing.")
        }
        for (operand, word) in zip(wanted, operands) {
            guard let words = operand.words else { continue }
            let shown = NotePath(bytes: word).description
            guard !words.contains(shown) else { continue }
            throw UsageError(
                "\(operand.name) is one of \(words.joined(separator: ", ")), not '\(shown)'.",
                command: declaration, guess: Suggestion.nearest(to: shown, among: words))
        }
        for case .oneOf(let flags) in declaration.groups {
            let given = flags.filter { values[$0.name] != nil }
            let names = flags.map(\.dashed).joined(separator: " or ")
            if given.isEmpty { throw error("\(names) is missing.") }
            if given.count > 1 { throw error("Give \(names), not both.") }
        }
    }

    private func error(_ sentence: String) -> UsageError {
        UsageError(sentence, command: declaration)
    }
}
