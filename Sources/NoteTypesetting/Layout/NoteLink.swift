// SPDX-License-Identifier: MIT
// Where a link of the file leads.

/// Where a link leads.
enum NoteLink: Hashable {
    /// An address outside, in ASCII.
    case address(String)
    /// A destination of the file.
    case destination(String)

    /// The address of a link as a PDF file can hold it; nil for what is none: a path, another note.
    static func outside(_ written: String) -> NoteLink? {
        let bytes = Array(written.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 1,
            bytes[..<colon].allSatisfy({
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            }), (0x61...0x7A).contains(bytes[0] | 0x20)
        else { return nil }
        // Addresses that are programs have no place in a file that is handed on.
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard !["javascript", "vbscript", "data"].contains(scheme) else { return nil }
        var address: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            if byte > 0x20, byte < 0x7F, !"()<>\\'\"`{}|^".utf8.contains(byte) {
                address.append(byte)
            } else {
                address.append(contentsOf: [
                    UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
                ])
            }
        }
        return .address(String(decoding: address, as: UTF8.self))
    }

    /// With `%20` and the like resolved.
    static func withoutPercents(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = digit(bytes[place + 1]),
                let low = digit(bytes[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
