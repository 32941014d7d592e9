// SPDX-License-Identifier: MIT
// How a block of HTML starts and ends: the seven conditions of the specification.

extension UnsafePointer<UInt8> {
    /// Which of the seven conditions the line at `<` meets; 0 for none.
    func htmlBlockStart(at start: Int, to end: Int, inParagraph: Bool) -> Int {
        guard start + 1 < end else { return 0 }
        let next = self[start + 1]
        if next == UInt8(ascii: "!") {
            if hasPrefix("<!--", at: start, to: end) { return 2 }
            if hasPrefix("<![CDATA[", at: start, to: end) { return 5 }
            return start + 2 < end && self[start + 2] &- 0x41 < 26 ? 4 : 0
        }
        if next == UInt8(ascii: "?") { return 3 }
        let name = next == UInt8(ascii: "/") ? start + 2 : start + 1
        guard name < end, self[name].isLetter else { return 0 }
        var nameEnd = name
        while nameEnd < end, self[nameEnd].isLetter || self[nameEnd].isDigit { nameEnd += 1 }
        let length = nameEnd - name
        let isEnded = nameEnd == end || self[nameEnd].isBlankOrEnd || self[nameEnd] == UInt8(ascii: ">")
        if name == start + 1, isEnded, HTMLNames.verbatim.contains(self, name, length) { return 1 }
        let isClosed =
            isEnded
            || (self[nameEnd] == UInt8(ascii: "/") && nameEnd + 1 < end
                && self[nameEnd + 1] == UInt8(ascii: ">"))
        if isClosed, HTMLNames.blocks.contains(self, name, length) { return 6 }
        guard !inParagraph else { return 0 }
        guard let tagEnd = htmlTag(at: start, to: end) else { return 0 }
        for position in tagEnd..<end where !self[position].isBlankOrEnd { return 0 }
        return 7
    }

    /// Whether the line holds the end of a block that began by `condition`.
    func endsHTMLBlock(_ condition: Int, from start: Int, to end: Int) -> Bool {
        switch condition {
        case 2: return find("-->", from: start, to: end) != nil
        case 3: return find("?>", from: start, to: end) != nil
        case 4: return contains(UInt8(ascii: ">"), from: start, to: end)
        case 5: return find("]]>", from: start, to: end) != nil
        default:
            var position = start
            while let found = find("</", from: position, to: end) {
                position = found + 2
                var nameEnd = position
                while nameEnd < end, self[nameEnd].isLetter { nameEnd += 1 }
                if nameEnd < end, self[nameEnd] == UInt8(ascii: ">"),
                    HTMLNames.verbatim.contains(self, position, nameEnd - position)
                {
                    return true
                }
            }
            return false
        }
    }

    @inline(__always)
    func hasPrefix(_ prefix: StaticString, at start: Int, to end: Int) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard end - start >= length else { return false }
        for index in 0..<length where self[start + index] != prefix.utf8Start[index] { return false }
        return true
    }

    /// The first place of `needle` in `start..<end`.
    func find(_ needle: StaticString, from start: Int, to end: Int) -> Int? {
        let first = needle.utf8Start[0]
        var position = start
        while position < end {
            if self[position] == first, hasPrefix(needle, at: position, to: end) { return position }
            position += 1
        }
        return nil
    }
}
