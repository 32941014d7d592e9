// SPDX-License-Identifier: MIT
// The strings and numbers of JSON.

extension JSONReader {
    /// Reads a string; the position is at its first quote.
    mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        let run = runLength()
        if position + run < bytes.count, bytes[position + run] == UInt8(ascii: "\"") {
            // Nearly every string has no escape.
            defer { position += run + 1 }
            return try text(UnsafeBufferPointer(rebasing: bytes[position..<position + run]))
        }
        var utf8: [UInt8] = []
        while true {
            let run = runLength()
            utf8 += bytes[position..<position + run]
            position += run
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                let answer = utf8.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
                if let answer { return answer }
                position = start
                throw error("a string is not UTF-8")
            case UInt8(ascii: "\\"): try escape(into: &utf8)
            case nil: throw error("a string has no end")
            default: throw error("a control stands in a string without an escape")
            }
        }
    }

    /// How many bytes follow that mean themselves.
    private func runLength() -> Int {
        var end = position
        while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""),
            bytes[end] != UInt8(ascii: "\\")
        {
            end += 1
        }
        return end - position
    }

    private func text(_ utf8: UnsafeBufferPointer<UInt8>) throws(JSONError) -> String {
        guard let text = String(validating: utf8, as: UTF8.self) else { throw error("a string is not UTF-8") }
        return text
    }

    private mutating func escape(into utf8: inout [UInt8]) throws(JSONError) {
        position += 1
        guard let sign = next else { throw error("a string has no end") }
        position += 1
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(sign)
        case UInt8(ascii: "b"): utf8.append(0x08)
        case UInt8(ascii: "f"): utf8.append(0x0C)
        case UInt8(ascii: "n"): utf8.append(0x0A)
        case UInt8(ascii: "r"): utf8.append(0x0D)
        case UInt8(ascii: "t"): utf8.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try escapedScalar()
            utf8 += UTF8.encode(scalar).map { Array($0) } ?? []
        default:
            position -= 1
            throw error("there is no such escape")
        }
    }

    /// Reads what follows `\u`, and the second half where it is the first of a pair.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, take("\\"), take("u") {
            let second = try fourDigits()
            if 0xDC00...0xDFFF ~= second,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        position = start
        guard replacesHalfPairs else { throw error("half a surrogate pair is no character") }
        _ = try fourDigits()
        return "\u{FFFD}"
    }

    private mutating func fourDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("four hexadecimal digits are missing")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Reads a number; the position is at its first sign or digit.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        var isWhole = true
        if take(".") {
            isWhole = false
            try digits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("-") { _ = take("+") }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int(text) { return .whole(number) }
        guard let number = Double(text), number.isFinite else {
            position = start
            throw error("a number is too large")
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > start else { throw error("a digit is missing") }
    }
}
