// SPDX-License-Identifier: MIT
// How many letters of a line run in which direction.

/// The letters counted so far.
struct LetterCount {
    private var balance = 0
    private var first: TextDirection?

    /// What most letters say, the first of them on a tie; nil without any.
    var direction: TextDirection? {
        balance == 0 ? first : balance > 0 ? .rightToLeft : .leftToRight
    }

    /// Counts the letters of valid or invalid UTF-8; bytes that are no character are no letters.
    mutating func count(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        var place = range.lowerBound
        while place < range.upperBound {
            let byte = text[place]
            if byte < 0x80 {
                place += 1
                let letter = byte | 0x20
                if letter >= 0x61, letter <= 0x7A { add(.leftToRight) }
                continue
            }
            let length = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1
            var scalar = UInt32(byte) & (0xFF >> UInt32(length + 1))
            var next = place + 1
            while next < min(place + length, range.upperBound), text[next] & 0xC0 == 0x80 {
                scalar = scalar << 6 | UInt32(text[next] & 0x3F)
                next += 1
            }
            if length > 1, next == place + length { count(scalar) }
            place = next
        }
    }

    private mutating func count(_ scalar: UInt32) {
        guard let direction = StrongDirections.direction(of: scalar) else { return }
        switch scalar {
        // Direction marks are no letters, but somebody put them there to be asked in doubt.
        case 0x61C, 0x200E, 0x200F: first = first ?? direction
        default: add(direction)
        }
    }

    private mutating func add(_ direction: TextDirection) {
        first = first ?? direction
        balance += direction == .rightToLeft ? 1 : -1
    }
}

extension StrongDirections {
    /// The direction of a code point; nil for digits, signs and whatever else goes along with others.
    static func direction(of scalar: UInt32) -> TextDirection? {
        // The last run that starts at or before the code point.
        let wanted = scalar << 2 | 3
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= wanted { low = middle } else { high = middle }
        }
        switch starts[low] & 3 {
        case 1: return .leftToRight
        case 2: return .rightToLeft
        default: return nil
        }
    }
}
