// SPDX-License-Identifier: MIT
// How a path, which is bytes, and a URL of Foundation become each other.

public import Foundation
public import NoteKit

extension NotePath {
    /// The path behind a file URL; nil where the URL is of another kind, of another machine, or names no
    /// path that a file can have.
    ///
    /// The bytes are exactly those that the URL holds, percent-encoded or not. But Foundation itself puts
    /// U+FFFD for what is not UTF-8 when it makes a URL from a path or lists a folder: such a name gets
    /// through a URL only when that was made by `url`.
    public init?(_ url: URL) {
        let url = url.absoluteURL
        guard url.isFileURL, ["", "localhost"].contains(url.host(percentEncoded: false) ?? "") else {
            return nil
        }
        var bytes: [UInt8] = []
        var rest = Array(url.path(percentEncoded: true).utf8)[...]
        while let first = rest.popFirst() {
            guard first == UInt8(ascii: "%") else {
                bytes.append(first)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            let byte = UInt8(digits[0] << 4 | digits[1])
            // No name holds a zero or a slash.
            guard byte != 0, byte != UInt8(ascii: "/") else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        self.init(bytes: bytes)
    }

    /// The URL of a path from the root, byte for byte; nil for any other path.
    public var url: URL? {
        guard isAbsolute else { return nil }
        let encoded = bytes.map { byte in
            Self.meansItself(byte)
                ? String(Unicode.Scalar(byte))
                : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
        return URL(string: "file://" + encoded.joined())
    }

    /// Whether a byte may stand in the path of a URL as it is (RFC 3986, section 2.3), or is a slash.
    private static func meansItself(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~/".utf8.contains(byte)
        }
    }
}
