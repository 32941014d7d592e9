// SPDX-License-Identifier: MIT
// Templater commands: found first, on the raw text, and opaque to everything else.

/// The Templater commands of a text.
enum TemplaterCommands {
    /// What stands for the inside of a command while the rest is parsed.
    static var mask: UInt8 { 0xFF }

    /// The commands in `text[start..<end]`, in order.
    static func find(
        in text: UnsafePointer<UInt8>, from start: Int, to end: Int
    ) -> (commands: [Range<Int>], hasOpening: Bool) {
        var found: [Range<Int>] = []
        var position = start
        while let open = firstOpening(in: text, from: position, to: end) {
            // Without an end, neither this one nor a later one is a command.
            guard let close = text.find("%>", from: open + 2, to: end) else { return (found, true) }
            found.append(open..<close + 2)
            position = close + 2
        }
        return (found, false)
    }

    private static func firstOpening(in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawPointer(text)
        var position = start
        while end &- position > 1 {
            if end &- position >= 8 {
                let word =
                    raw.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian ^ (ones &* 0x3C)
                let zeros = (word &- ones) & ~word & (ones &* 0x80)
                if zeros == 0 {
                    position &+= 8
                    continue
                }
                position &+= zeros.trailingZeroBitCount / 8
            }
            if position + 1 < end, text[position] == UInt8(ascii: "<"),
                text[position + 1] == UInt8(ascii: "%")
            {
                return position
            }
            position += 1
        }
        return nil
    }

    /// A copy of the text in which commands cannot be mistaken for anything: `<`, bytes that no
    /// UTF-8 has, `>`.
    static func masking(_ commands: [Range<Int>], in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var copy = Array(text)
        for command in commands {
            for index in command.lowerBound + 1..<command.upperBound - 1 { copy[index] = mask }
        }
        return copy
    }

    /// The node of a command: its content lies between the marks and their signs.
    static func node(_ command: Range<Int>, in text: UnsafePointer<UInt8>) -> PackedNode {
        var first = command.lowerBound + 2
        var last = command.upperBound - 2
        if first < last, text[first] == UInt8(ascii: "-") || text[first] == UInt8(ascii: "_") { first += 1 }
        if first < last,
            text[first] == UInt8(ascii: "*") || text[first] == UInt8(ascii: "+")
                || text[first] == UInt8(ascii: "~")
        {
            first += 1
        }
        if last > first, text[last - 1] == UInt8(ascii: "-") || text[last - 1] == UInt8(ascii: "_") {
            last -= 1
        }
        return PackedNode(.templater, command.lowerBound, command.upperBound, content: first..<last)
    }
}
