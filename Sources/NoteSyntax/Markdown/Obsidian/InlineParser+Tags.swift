// SPDX-License-Identifier: MIT
// Tags, and the block id that a block may end with.

extension InlineParser {
    /// Reads a tag. What it ends at may still turn out to be a delimiter: `write` cuts it there.
    mutating func readHash(at position: Int) -> Int {
        var item = PackedNode(.tag, position, position)
        if position > start {
            let before = text[position - 1]
            switch before {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="):
                item.flags = .provisional
            default:
                let previous = items[tail]
                if previous.kind == .tag, previous.end == position {
                    item.flags = .provisional
                } else if before < 0x80
                    ? !before.isScriptSpace : !text.scalar(before: position, from: start).isScriptSpace
                {
                    return position + 1
                }
            }
        }
        let tagEnd = self.tagEnd(from: position + 1)
        guard tagEnd > position + 1 else { return position + 1 }
        item.length = UInt32(truncatingIfNeeded: tagEnd - position)
        item.lead = 1
        append(item)
        return position + 1
    }

    @inline(__always)
    private func tagEnd(from first: Int) -> Int {
        var position = first
        while position < end {
            let byte = text[position]
            if byte < 0x80 {
                if classes[Int(byte)] & ByteClass.notInTag != 0 { break }
                position += 1
            } else {
                let scalar = text.scalar(at: position, to: end)
                if scalar.endsTag { break }
                position += text.scalarLength(at: position, to: end)
            }
        }
        return position
    }

    /// Whether a tag's name has something other than digits.
    func isTagName(from first: Int, to last: Int) -> Bool {
        var position = first
        while position < last {
            if !text[position].isDigit { return true }
            position += 1
        }
        return false
    }

    /// The caret of the block id that the run ends with.
    ///
    /// - Parameter isAlone: Whether a run that is nothing but an id stands between blank lines.
    func blockID(isAlone: () -> Bool) -> Int? {
        var caret = end - 1
        guard caret > start, ByteClass.isBlockID(text[caret]) else { return nil }
        while caret > start, ByteClass.isBlockID(text[caret]) { caret -= 1 }
        guard text[caret] == UInt8(ascii: "^") else { return nil }
        if caret == start { return isAlone() ? caret : nil }
        return text[caret - 1].isBlankOrEnd ? caret : nil
    }
}

extension ByteClass {
    @inline(__always)
    static func isBlockID(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
    }
}

extension UInt8 {
    fileprivate var isScriptSpace: Bool { self == 0x20 || self &- 9 < 5 }
}
