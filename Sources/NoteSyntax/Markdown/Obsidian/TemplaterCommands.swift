// SPDX-License-Identifier: MIT
// Templater commands: found first, on the raw text, and opaque to everything else.

/// The Templater commands of a text.
struct TemplaterCommands: Equatable, Sendable {
    /// What stands for the inside of a command while the rest is parsed.
    static var mask: UInt8 { 0xFF }

    /// The commands, in order.
    var ranges: [Range<Int>] = []
    /// The first command that has no end; nothing after it is one.
    var opening: Int?

    init() {}

    /// Finds the commands of a text.
    init(in text: UnsafePointer<UInt8>, to end: Int) {
        var position = 0
        while let open = Self.firstOpening(in: text, from: position, to: end) {
            guard let close = text.find("%>", from: open + 2, to: end) else {
                opening = open
                return
            }
            ranges.append(open..<close + 2)
            position = close + 2
        }
    }

    /// The commands after an edit, found by looking at the text around it only.
    ///
    /// - Parameters:
    ///   - edited: The bytes that were replaced.
    ///   - newCount: How many stand in their place.
    ///   - text: The text after the edit.
    func following(
        _ edited: Range<Int>, _ newCount: Int, in text: UnsafePointer<UInt8>, to end: Int
    ) -> TemplaterCommands {
        let delta = newCount - edited.count
        let front = ranges.partitionPoint { $0.upperBound > edited.lowerBound }
        var found = TemplaterCommands()
        found.ranges = Array(ranges[..<front])
        var position = max(front > 0 ? ranges[front - 1].upperBound : 0, edited.lowerBound - 1)
        if front < ranges.count { position = min(position, ranges[front].lowerBound) }
        if let opening { position = min(position, opening) }
        // Up to here the text is not known to be free of openings.
        var unknownTo = edited.lowerBound + newCount + 1
        var next = front
        while true {
            while next < ranges.count,
                ranges[next].lowerBound < edited.upperBound || ranges[next].lowerBound + delta < position
            {
                unknownTo = max(unknownTo, ranges[next].upperBound + delta)
                next += 1
            }
            if let opening, opening < edited.upperBound || opening + delta < position { unknownTo = end }
            unknownTo = min(unknownTo, end)
            guard position < unknownTo,
                let open = Self.firstOpening(in: text, from: position, to: unknownTo)
            else { break }
            guard let close = text.find("%>", from: open + 2, to: end) else {
                found.opening = open
                return found
            }
            found.ranges.append(open..<close + 2)
            position = close + 2
        }
        for range in ranges[next...] {
            found.ranges.append(range.lowerBound + delta..<range.upperBound + delta)
        }
        if let opening, opening >= edited.upperBound, opening + delta >= position {
            found.opening = opening + delta
        }
        return found
    }

    /// The bytes of the text after an edit whose commands are other ones than before; grown from `dirty`.
    func difference(
        from old: TemplaterCommands, _ edited: Range<Int>, delta: Int, dirty: Range<Int>
    ) -> Range<Int> {
        var front = 0
        while front < min(ranges.count, old.ranges.count), ranges[front] == old.ranges[front],
            ranges[front].upperBound <= edited.lowerBound
        {
            front += 1
        }
        var back = 0
        while back < min(ranges.count, old.ranges.count) - front {
            let before = old.ranges[old.ranges.count - 1 - back]
            let after = ranges[ranges.count - 1 - back]
            guard before.lowerBound >= edited.upperBound, before.lowerBound + delta == after.lowerBound,
                before.upperBound + delta == after.upperBound
            else { break }
            back += 1
        }
        var first = dirty.lowerBound
        var last = dirty.upperBound
        for range in old.ranges[front..<old.ranges.count - back] {
            if range.lowerBound < edited.lowerBound { first = min(first, range.lowerBound) }
            if range.upperBound > edited.upperBound { last = max(last, range.upperBound + delta) }
        }
        for range in ranges[front..<ranges.count - back] {
            first = min(first, range.lowerBound)
            last = max(last, range.upperBound)
        }
        return first..<last
    }

    /// Where the first command behind `start` starts, if that is behind `end` too, or there is none; else `nil`.
    func firstStart(after start: Int, ifPast end: Int) -> Int? {
        let next = ranges.partitionPoint { $0.upperBound > start }
        guard next < ranges.count else { return Int.max }
        return ranges[next].lowerBound > end ? ranges[next].lowerBound : nil
    }

    private static func firstOpening(in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var position = start
        while true {
            position = text.first(UInt8(ascii: "<"), from: position, to: end)
            guard position + 1 < end else { return nil }
            if text[position + 1] == UInt8(ascii: "%") { return position }
            position += 1
        }
    }

    /// A copy of the text in which commands cannot be mistaken for anything: `<`, bytes that no
    /// UTF-8 has, `>`.
    func masking(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var copy = Array(text)
        for command in ranges {
            for index in command.lowerBound + 1..<command.upperBound - 1 { copy[index] = Self.mask }
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
