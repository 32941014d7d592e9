// SPDX-License-Identifier: MIT
// What written text stands for once escapes and character references are resolved.

extension MarkdownTree {
    /// The bytes of a range with backslash escapes and character references resolved.
    public static func unescaped(_ bytes: some Collection<UInt8>, _ range: Range<Int>) -> String {
        let found = bytes.withContiguousStorageIfAvailable { unescaped($0, range) }
        return found ?? Array(bytes).withUnsafeBufferPointer { unescaped($0, range) }
    }

    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        guard let text = bytes.baseAddress else { return "" }
        let end = range.upperBound
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < end {
            let byte = text[position]
            if byte == UInt8(ascii: "\\"), position + 1 < end, text[position + 1].isPunctuation {
                result.append(text[position + 1])
                position += 2
            } else if byte == UInt8(ascii: "&"), let after = text.entityEnd(at: position, to: end) {
                for scalar in text.entityValue(position..<after) { result += String(scalar).utf8 }
                position = after
            } else {
                result.append(byte)
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
