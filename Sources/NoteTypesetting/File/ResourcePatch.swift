// SPDX-License-Identifier: MIT
// Takes out what cairo writes twice: an image that a page shows more than once.

/// Makes each name stand once in the list of a page's images.
///
/// cairo 1.16 lists an image as often as it is shown, and a dictionary must not hold a name twice. What is too
/// much becomes blanks, so that nothing moves. May go with that version.
struct ResourcePatch {
    private static let mark = Array("/XObject <<".utf8)
    private var list: [UInt8] = []
    private var isInList = false

    /// Hands bytes on; those of a list when it is whole.
    mutating func pass(_ bytes: UnsafeRawBufferPointer, to take: (UnsafeRawBufferPointer) throws -> Void)
        throws
    {
        if isInList {
            list.append(contentsOf: bytes)
            // No name or number holds this sign.
            guard list.contains(UInt8(ascii: ">")) else { return }
            isInList = false
            let cleaned = Self.withoutRepetitions(list)
            list.removeAll(keepingCapacity: true)
            try cleaned.withUnsafeBytes(take)
        } else {
            // cairo writes it in one piece, and then the names.
            isInList =
                bytes.count >= Self.mark.count && bytes.suffix(Self.mark.count).elementsEqual(Self.mark)
            try take(bytes)
        }
    }

    private static func withoutRepetitions(_ list: [UInt8]) -> [UInt8] {
        var result = list
        var seen: Set<ArraySlice<UInt8>> = []
        var place = list.startIndex
        while let start = list[place...].firstIndex(of: UInt8(ascii: "/")) {
            let end =
                list[(start + 1)...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
                ?? list.endIndex
            if !seen.insert(list[start..<end]).inserted {
                for place in start..<end { result[place] = 0x20 }
            }
            place = end
        }
        return result
    }
}
