// SPDX-License-Identifier: MIT
// Why a file cannot be shown as a note: it is not UTF-8.

/// A file's bytes are not UTF-8, so it is never shown as a note and never rewritten.
public struct UnreadableText: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset, in the file, of the first byte of the first ill-formed sequence.
    public let offset: Int
    /// A guess at what the file is encoded in.
    public let encoding: TextEncoding

    init(offset: Int, encoding: TextEncoding) {
        self.offset = offset
        self.encoding = encoding
    }

    /// One sentence for a person.
    public var description: String {
        let guess = encoding == .unknown ? "" : " It looks like \(encoding)."
        return "The note is not UTF-8: the byte at offset \(offset) is not.\(guess) It is left as it is."
    }
}
