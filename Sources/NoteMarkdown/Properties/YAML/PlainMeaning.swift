// SPDX-License-Identifier: MIT
// What a scalar without quotes means: nothing, yes or no, a number, or text.

/// The meaning of a plain scalar in the core schema of YAML 1.2, by which Obsidian reads.
enum PlainMeaning: Equatable {
    case null
    case truth(Bool)
    case number(Double)
    case text

    init(_ bytes: [UInt8]) {
        // Everything but text is short.
        guard bytes.count <= 400 else {
            self = .text
            return
        }
        switch String(decoding: bytes, as: UTF8.self) {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .truth(true)
        case "false", "False", "FALSE": self = .truth(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": self = .number(.infinity)
        case "-.inf", "-.Inf", "-.INF": self = .number(-.infinity)
        case ".nan", ".NaN", ".NAN": self = .number(.nan)
        case let text: self = Self.number(text).map { .number($0) } ?? .text
        }
    }

    /// Whether two are of one kind, whatever they say.
    func isLike(_ other: PlainMeaning) -> Bool {
        switch (self, other) {
        case (.null, .null), (.truth, .truth), (.number, .number), (.text, .text): true
        default: false
        }
    }

    private static func number(_ text: String) -> Double? {
        if text.hasPrefix("0o") { return whole(text.dropFirst(2), radix: 8) }
        if text.hasPrefix("0x") { return whole(text.dropFirst(2), radix: 16) }
        var rest = text[...].utf8
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let before = digits(&rest)
        var after = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            after = digits(&rest)
        }
        guard before + after > 0 else { return nil }
        if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return nil }
        }
        return rest.isEmpty ? Double(text) : nil
    }

    private static func digits(_ rest: inout Substring.UTF8View) -> Int {
        let after = rest.drop { (0x30...0x39).contains($0) }
        defer { rest = after }
        return rest.distance(from: rest.startIndex, to: after.startIndex)
    }

    private static func whole(_ digits: Substring, radix: Int) -> Double? {
        guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else {
            return nil
        }
        var number = 0.0
        for digit in digits {
            guard let value = digit.hexDigitValue, value < radix, digit.isASCII else { return nil }
            number = number * Double(radix) + Double(value)
        }
        return number
    }
}

extension YAMLScalar {
    /// What it means. With quotes, or with a tag, it is text.
    var meaning: PlainMeaning { style == .plain && !hasTag ? PlainMeaning(text) : .text }
}
