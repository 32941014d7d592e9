// SPDX-License-Identifier: MIT
// What a command line says, once its flags are told from its operands.

package import NoteKit

/// The flags and operands that were given to one command, as bytes.
package struct Arguments: Sendable {
    /// The command they were given to.
    package let declaration: CommandDeclaration
    /// The operands in order, never too few and never too many.
    package let operands: [[UInt8]]
    private let values: [String: [UInt8]]

    init(_ declaration: CommandDeclaration, operands: [[UInt8]], values: [String: [UInt8]]) {
        self.declaration = declaration
        self.operands = operands
        self.values = values
    }

    /// Whether the flag was given.
    package func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

    /// The bytes behind the flag; nil when it was not given.
    package func bytes(of flag: Flag) -> [UInt8]? { values[flag.name] }

    /// The path at an operand's place.
    package func path(_ index: Int) throws(UsageError) -> NotePath {
        guard operands.indices.contains(index), !operands[index].isEmpty else {
            throw error("\(declaration.operands[index].name) is empty.")
        }
        return NotePath(bytes: operands[index])
    }

    /// The value as one of a type's cases; `fallback` when the flag was not given.
    package func choice<Choice: CaseIterable & RawRepresentable>(of flag: Flag, else fallback: Choice)
        -> Choice
    where Choice.RawValue == String {
        // The parser let only the words of the type's cases through.
        values[flag.name].flatMap { Choice(rawValue: String(decoding: $0, as: UTF8.self)) } ?? fallback
    }

    /// The value as a whole number within a range; nil when the flag was not given.
    package func number(of flag: Flag, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let bytes = values[flag.name] else { return nil }
        guard let number = Int(decimal: bytes), range.contains(number) else {
            throw error(
                "\(flag.dashed) takes a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not '\(NotePath(bytes: bytes))'.")
        }
        return number
    }

    /// The value as a digest; nil when the flag was not given.
    package func digest(of flag: Flag) throws(UsageError) -> SHA256Digest? {
        guard let bytes = values[flag.name] else { return nil }
        guard let digest = SHA256Digest(String(decoding: bytes, as: UTF8.self)) else {
            throw error("\(flag.dashed) takes 64 hexadecimal digits.")
        }
        return digest
    }

    /// An error that points to this command's help.
    package func error(_ sentence: String) -> UsageError { UsageError(sentence, command: declaration) }
}

extension Int {
    /// Reads digits and nothing else: no sign, no space. Nil when it does not fit.
    package init?(decimal digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (product, tooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, tooLargeNow) = product.addingReportingOverflow(Int(digit & 15))
            if tooLarge || tooLargeNow { return nil }
            number = sum
        }
        self = number
    }
}
