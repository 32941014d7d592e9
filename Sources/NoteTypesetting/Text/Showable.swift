// SPDX-License-Identifier: MIT
// Which bytes of a text can be handed to the libraries that set it.

/// Makes text such that cairo and Pango take it.
enum Showable {
    /// UTF-8 with a blank for each control character but the line feed, and U+FFFD for each code point that is
    /// set aside as no character: cairo refuses a text that has one.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8] {
        var result = Array(text)
        var hasOthers = false
        for place in result.indices {
            let byte = result[place]
            if byte < 0x20 || byte == 0x7F {
                if byte != 0x0A { result[place] = 0x20 }
            } else if byte >= 0xEF {
                hasOthers = true
            }
        }
        return hasOthers ? withoutNoncharacters(result) : result
    }

    /// A title: in one line.
    static func line(_ text: String) -> String {
        String(decoding: bytes(text.utf8).map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
    }

    private static func withoutNoncharacters(_ bytes: [UInt8]) -> [UInt8] {
        guard String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: isNoncharacter) else {
            return bytes
        }
        var result: [UInt8] = []
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            result.append(contentsOf: UTF8.encode(isNoncharacter(scalar) ? "\u{FFFD}" : scalar) ?? .init())
        }
        return result
    }

    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
    }
}
