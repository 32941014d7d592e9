// SPDX-License-Identifier: MIT
// How a path is read that stands in a message.

package import NoteFiles

extension NotePath {
    /// Reads a path that was shown: `\\` for a backslash and `\xNN` for a byte that is no text, as
    /// `description` writes them. Nil for another backslash, and for a zero.
    ///
    /// - Parameter text: The path as the protocol spells it.
    package init?(shown text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if rest.first == UInt8(ascii: "\\") {
                bytes.append(byte)
                rest = rest.dropFirst()
            } else {
                let digits = rest.dropFirst().prefix(2)
                guard rest.first == UInt8(ascii: "x"), digits.count == 2, !digits.contains(UInt8(ascii: "+")),
                    !digits.contains(UInt8(ascii: "-")),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(3)
            }
        }
        guard !bytes.contains(0) else { return nil }
        self.init(bytes: bytes)
    }
}
