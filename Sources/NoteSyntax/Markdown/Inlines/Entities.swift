// SPDX-License-Identifier: MIT
// Character references: which are valid, and what they stand for.

extension UnsafePointer<UInt8> {
    /// The end of the character reference that starts with `&` at `start`.
    func entityEnd(at start: Int, to end: Int) -> Int? {
        var position = start + 1
        guard position < end else { return nil }
        if self[position] == UInt8(ascii: "#") {
            position += 1
            guard position < end else { return nil }
            let isHex = self[position] | 0x20 == UInt8(ascii: "x")
            if isHex { position += 1 }
            let first = position
            while position < end, position - first < 8,
                self[position].isDigit || (isHex && self[position].isHexLetter)
            {
                position += 1
            }
            let length = position - first
            guard length > 0, length <= (isHex ? 6 : 7), position < end, self[position] == UInt8(ascii: ";")
            else { return nil }
            return position + 1
        }
        let first = position
        while position < end, position - first < 32, self[position].isLetter || self[position].isDigit {
            position += 1
        }
        guard position > first, position < end, self[position] == UInt8(ascii: ";") else { return nil }
        return EntityValue.place(self, first..<position) == nil ? nil : position + 1
    }

    /// The scalars that the valid character reference `range` stands for.
    package func entityValue(_ range: Range<Int>) -> [Unicode.Scalar] {
        let first = range.lowerBound + 1
        guard self[first] == UInt8(ascii: "#") else {
            return EntityValue.place(self, first..<range.upperBound - 1).map(EntityValue.scalars) ?? []
        }
        let isHex = self[first + 1] | 0x20 == UInt8(ascii: "x")
        var value: UInt32 = 0
        for position in first + (isHex ? 2 : 1)..<range.upperBound - 1 {
            let byte = self[position]
            value = value * (isHex ? 16 : 10) + UInt32(byte.isDigit ? byte - 0x30 : (byte | 0x20) - 0x57)
        }
        return [value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"]
    }
}

/// The table of names: binary search over one string, so that nothing is built at start.
private enum EntityValue {
    /// Where the value of a name starts in the table.
    static func place(_ text: UnsafePointer<UInt8>, _ name: Range<Int>) -> Int? {
        let table = entityNames.utf8Start
        var low = 0
        var high = entityNames.utf8CodeUnitCount
        while low < high {
            var start = (low + high) / 2
            while start > low, table[start - 1] != Byte.space { start -= 1 }
            var position = start
            var index = name.lowerBound
            while index < name.upperBound, table[position] == text[index] {
                position += 1
                index += 1
            }
            let isEqual = index == name.upperBound && table[position] == UInt8(ascii: "=")
            if isEqual { return position + 1 }
            // A name that is a beginning of another comes first: `=` sorts before it is compared.
            let isBefore =
                index == name.upperBound
                || (table[position] != UInt8(ascii: "=") && text[index] < table[position])
            if isBefore {
                high = start
            } else {
                while position < high, table[position] != Byte.space { position += 1 }
                low = position + 1
            }
        }
        return nil
    }

    static func scalars(at place: Int) -> [Unicode.Scalar] {
        let table = entityNames.utf8Start
        var values: [UInt32] = [0]
        var position = place
        while position < entityNames.utf8CodeUnitCount, table[position] != Byte.space {
            let byte = table[position]
            if byte == UInt8(ascii: "+") {
                values.append(0)
            } else {
                values[values.count - 1] =
                    values[values.count - 1] * 16 + UInt32(byte.isDigit ? byte - 0x30 : byte - 0x37)
            }
            position += 1
        }
        return values.compactMap(Unicode.Scalar.init)
    }
}

extension UInt8 {
    @inline(__always) var isHexLetter: Bool { (self | 0x20) &- 0x61 < 6 }
}
