// SPDX-License-Identifier: MIT
// Whether bytes are a note's text, for readers that need no more than the bytes.

extension UnreadableText {
    /// Why bytes cannot be read as a note; nil when they are UTF-8 in the strict sense.
    public init?(checking bytes: UnsafeBufferPointer<UInt8>) {
        guard let offset = UTF8Validation.firstBadByte(in: bytes) else { return nil }
        self.init(offset: offset, encoding: .guess(bytes, firstBad: offset))
    }
}
