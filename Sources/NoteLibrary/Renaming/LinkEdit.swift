// SPDX-License-Identifier: MIT
// One change of a link's target.

/// What a rename puts in place of the target of one link.
public struct LinkEdit: Hashable, Sendable {
    /// The bytes of the file that are replaced, a byte order mark counted.
    public let range: Range<Int>
    /// What is there.
    public let old: [UInt8]
    /// What comes there.
    public let new: [UInt8]
}

extension [LinkEdit] {
    /// The text with the edits made, which are ordered and do not overlap.
    func applied(to text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + reduce(0) { $0 + $1.new.count - $1.old.count })
        var end = 0
        for edit in self {
            result += text[end..<edit.range.lowerBound]
            result += edit.new
            end = edit.range.upperBound
        }
        result += text[end...]
        return result
    }
}
