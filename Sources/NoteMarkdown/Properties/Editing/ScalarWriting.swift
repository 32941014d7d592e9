// SPDX-License-Identifier: MIT
// How a text is written as a scalar that reads back as just this text.

/// Writes texts as YAML scalars, each in one line.
struct ScalarWriting {
    /// Where a scalar stands, which decides what plain text may hold.
    enum Place {
        /// A name, before its colon.
        case key
        /// Behind a colon, or behind a dash.
        case block
        /// In a list in brackets.
        case flow
    }

    let place: Place
    /// How the present value is written; its quotes are kept.
    let style: YAMLStyle
    /// What the present value means: plain text may mean that as well.
    let meaning: PlainMeaning

    /// The bytes for a text: plain where it may be, in the present value's quotes where it has some, else in
    /// double quotes.
    func bytes(for text: [UInt8]) -> [UInt8] {
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        let isPrintable = scalars.allSatisfy(Self.isPrintable)
        switch style {
        case .singleQuoted where isPrintable: return Self.singleQuoted(text)
        case .plain where isPrintable && mayBePlain(text), .block where isPrintable && mayBePlain(text):
            return text
        default: return Self.doubleQuoted(scalars)
        }
    }

    /// Whether a text needs no quotes for anybody: neither here nor in YAML 1.1, which many tools read.
    private func mayBePlain(_ text: [UInt8]) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        switch PlainMeaning(text) {
        case .null: return false
        case .truth, .number: return place != .key && PlainMeaning(text).isLike(meaning)
        case .text: break
        }
        guard !Self.isBlank(first), !Self.isBlank(last), last != UInt8(ascii: ":"), mayBegin(text, first),
            place != .key || text.count <= Self.longestKey, !Self.meansMoreInOldYAML(text)
        else { return false }
        // A tab would do, but not for PyYAML.
        if text.contains(0x09) { return false }
        for (one, next) in zip(text, text.dropFirst()) {
            if one == UInt8(ascii: ":"), Self.isBlank(next) { return false }
            if Self.isBlank(one), next == UInt8(ascii: "#") { return false }
        }
        return place != .flow || !text.contains(where: Self.flowSigns.contains)
    }

    private func mayBegin(_ text: [UInt8], _ first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            return text.count > 1 && !Self.isBlank(text[1]) && place == .block
                && !text.starts(with: Array("---".utf8))
        case UInt8(ascii: "."): return !text.starts(with: Array("...".utf8))
        default: return !Self.indicators.contains(first)
        }
    }

    /// YAML wants the colon within 1024 characters.
    private static let longestKey = 800
    private static let indicators = Set(",[]{}#&*!|>'\"%@`".utf8)
    private static let flowSigns = Set(",[]{}:?".utf8)

    private static let oldWords: Set<String> = [
        "y", "n", "yes", "no", "on", "off", "null", "true", "false", "=", "<<",
    ]

    /// Words and numbers that are text here, and something else in YAML 1.1. Dates are not among them: nobody
    /// writes them in quotes.
    private static func meansMoreInOldYAML(_ text: [UInt8]) -> Bool {
        guard text.count < 100 else { return false }
        let word = String(decoding: text, as: UTF8.self).lowercased()
        if oldWords.contains(word) { return true }
        let number = text.first.map { "+-".utf8.contains($0) } ?? false ? text.dropFirst() : text[...]
        guard let first = number.first, "0123456789.".utf8.contains(first) else { return false }
        if number.starts(with: Array("0b".utf8)) || number.starts(with: Array("0x".utf8)) { return true }
        // 1_000, 0_7.5, 12:30, 190:20:30.15.
        return number.allSatisfy { "0123456789_:.".utf8.contains($0) }
            && number.count { $0 == UInt8(ascii: ".") } < 2
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a character may stand in YAML as it is, and ends no line in any version of it.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
            0x10000...0x10FFFF:
            true
        default: false
        }
    }

    private static func singleQuoted(_ text: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    private static func doubleQuoted(_ scalars: String.UnicodeScalarView) -> [UInt8] {
        var written = "\""
        for scalar in scalars {
            switch scalar {
            case "\"": written += #"\""#
            case "\\": written += #"\\"#
            case "\n": written += #"\n"#
            case "\r": written += #"\r"#
            case "\t": written += #"\t"#
            case "\0": written += #"\0"#
            case _ where isPrintable(scalar): written.unicodeScalars.append(scalar)
            default: written += escape(scalar)
            }
        }
        return Array((written + "\"").utf8)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (sign, width) = scalar.value < 0x100 ? ("x", 2) : ("u", 4)
        return "\\\(sign)\(String(repeating: "0", count: max(0, width - digits.utf8.count)))\(digits)"
    }
}
