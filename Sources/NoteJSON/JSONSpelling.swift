// SPDX-License-Identifier: MIT
// How the strings of a JSON file are spelled, so that one of them changes and every other byte stays.

/// A string of a JSON file: where it stands, what it means, and how each part of that is written.
package struct JSONSpelling: Sendable {
    /// The names that lead to it from the top; the elements of an array have none.
    package let names: [String]
    /// The bytes of the file between its quotes.
    package let range: Range<Int>
    /// What it means, in UTF-8.
    package let text: [UInt8]
    /// Where in the file each byte of the text is written, and where the string ends. Bytes of one escape are
    /// written at the same place.
    private let places: [Int]

    /// The strings of a file that are values, in their order.
    ///
    /// - Throws: `JSONError`, as `JSONValue.init(parsing:)`.
    package static func strings(in bytes: [UInt8]) throws(JSONError) -> [JSONSpelling] {
        let (value, ranges) = try JSONValue.parsed(bytes)
        var strings: [JSONSpelling] = []
        func walk(_ value: JSONValue, _ names: [String]) {
            switch value {
            // Values come in the order of the file, and so do the ranges.
            case .string: strings.append(JSONSpelling(names, ranges[strings.count], in: bytes))
            case .array(let values): for value in values { walk(value, names) }
            case .object(let object):
                for member in object.members { walk(member.value, names + [member.name]) }
            case .null, .truth, .whole, .number: break
            }
        }
        walk(value, [])
        return strings
    }

    private init(_ names: [String], _ range: Range<Int>, in bytes: [UInt8]) {
        var text: [UInt8] = []
        var places: [Int] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let (meaning, length) = Self.character(at: place, in: bytes)
            text += meaning
            places += repeatElement(place, count: meaning.count)
            place += length
        }
        (self.names, self.range, self.text, self.places) = (names, range, text, places + [range.upperBound])
    }

    /// What stands at a place of a string that has been read already, and how many bytes that takes.
    private static func character(at place: Int, in bytes: [UInt8]) -> (meaning: [UInt8], length: Int) {
        guard bytes[place] == UInt8(ascii: "\\") else { return ([bytes[place]], 1) }
        switch bytes[place + 1] {
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "u"):
            let unit = number(at: place + 2, in: bytes)
            let isPair = unit & 0xFC00 == 0xD800
            let units = isPair ? [unit, number(at: place + 8, in: bytes)] : [unit]
            return (Array(String(decoding: units, as: UTF16.self).utf8), isPair ? 12 : 6)
        default: return ([bytes[place + 1]], 2)
        }
    }

    private static func number(at place: Int, in bytes: [UInt8]) -> UInt16 {
        bytes[place..<place + 4].reduce(0) { number, digit in
            number << 4 | UInt16(digit & 0x0F) + (digit > 0x39 ? 9 : 0)
        }
    }

    // MARK: - Replacing

    /// The edit of the file that puts other text in place of a part of this one. What both have in common at
    /// either end stays as it is written.
    ///
    /// - Parameters:
    ///   - part: Bytes of the text, which begin and end between characters.
    ///   - new: UTF-8.
    ///   - bytes: The file.
    package func edit(
        replacing part: Range<Int>, with new: [UInt8], in bytes: [UInt8]
    ) -> (range: Range<Int>, bytes: [UInt8]) {
        let old = text[part]
        let isInside = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        var front = zip(old, new).prefix { $0 == $1 }.count
        while front > 0,
            old.dropFirst(front).first.map(isInside) ?? new.dropFirst(front).first.map(isInside) ?? false
        {
            front -= 1
        }
        var back = zip(old.dropFirst(front).reversed(), new.dropFirst(front).reversed()).prefix { $0 == $1 }
            .count
        while back > 0, isInside(new[new.count - back]) { back -= 1 }
        let start = places[part.lowerBound]
        let end = places[part.upperBound]
        let written =
            Array(bytes[start..<places[part.lowerBound + front]])
            + Self.written(new[front..<new.count - back], as: bytes)
            + Array(bytes[places[part.upperBound - back]..<end])
        return (start..<end, written)
    }

    /// Text with the escapes that the file has: all that is not ASCII by its number where that is so throughout.
    private static func written(_ text: ArraySlice<UInt8>, as file: [UInt8]) -> [UInt8] {
        let escapesSlashes = holds("\\/", file)
        let escapesLetters = file.allSatisfy { $0 < 0x80 } && holds("\\u", file)
        var written: [UInt8] = []
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"", "\\": written += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
            case "/" where escapesSlashes: written += "\\/".utf8
            case _ where scalar.value < 0x20 || scalar.value >= 0x80 && escapesLetters:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    written += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
                }
            default: written += String(scalar).utf8
            }
        }
        return written
    }

    private static func holds(_ escape: StaticString, _ file: [UInt8]) -> Bool {
        escape.withUTF8Buffer { escape in
            zip(file, file.dropFirst()).contains { $0 == escape[0] && $1 == escape[1] }
        }
    }
}
