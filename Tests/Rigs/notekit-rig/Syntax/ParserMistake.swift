// SPDX-License-Identifier: MIT
// Mistakes that parsers of Markdown are known for, so that a comparison can show that it sees them.

/// A rule that a parser gets wrong, played by changing the text before a right parser reads it.
enum ParserMistake: String {
    /// Tabs are three spaces wide.
    case tabs
    /// An underscore inside a word makes emphasis.
    case underscores
    /// Two numbers with other signs behind them make one list.
    case numbers
    /// A backslash escapes nothing.
    case escapes
    /// Nothing that follows a paragraph directly is part of its container.
    case lazy

    /// What the mistaken parser takes the text for.
    func applied(to text: [UInt8]) -> [UInt8] {
        switch self {
        case .tabs: text.flatMap { $0 == 0x09 ? [0x20, 0x20, 0x20] : [$0] }
        case .underscores: text.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "*") : $0 }
        case .numbers:
            text.indices.map { index in
                let isNumber = index > 0 && text[index - 1] >= 0x30 && text[index - 1] <= 0x39
                return isNumber && text[index] == UInt8(ascii: ")") ? UInt8(ascii: ".") : text[index]
            }
        case .escapes: text.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "a") : $0 }
        case .lazy:
            text.split(separator: 0x0A, omittingEmptySubsequences: false).reduce(into: [UInt8]()) {
                all, line in
                let wasQuoted =
                    all.last == 0x0A && all.dropLast().last != 0x0A && line.first != UInt8(ascii: ">")
                let last = all.dropLast().split(separator: 0x0A).last ?? []
                if wasQuoted, last.first == UInt8(ascii: ">"), !line.isEmpty { all.append(0x0A) }
                all += line
                all.append(0x0A)
            }
        }
    }
}
