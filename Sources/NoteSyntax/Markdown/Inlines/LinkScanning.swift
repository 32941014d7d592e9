// SPDX-License-Identifier: MIT
// The parts that links are written with: labels, destinations, titles and whole definitions.

extension UnsafePointer<UInt8> {
    /// The content of the label that starts with `[` at `start`.
    func linkLabel(at start: Int, to end: Int) -> Range<Int>? {
        var position = start + 1
        let limit = Swift.min(end, start + 1 + 1000)
        var isBlank = true
        while position < limit {
            switch self[position] {
            case UInt8(ascii: "]"): return isBlank ? nil : start + 1..<position
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "\\"):
                isBlank = false
                position += position + 1 < limit && self[position + 1].isPunctuation ? 2 : 1
            default:
                if !self[position].isBlankOrEnd { isBlank = false }
                position += 1
            }
        }
        return nil
    }

    /// The destination at `start`, and the end of its brackets.
    func linkDestination(at start: Int, to end: Int) -> (range: Range<Int>, end: Int)? {
        guard start < end else { return nil }
        var position = start
        // The bracket of a command is none of a destination's.
        if self[start] == UInt8(ascii: "<"), start + 1 >= end || self[start + 1] != TemplaterCommands.mask {
            position += 1
            while position < end {
                switch self[position] {
                case UInt8(ascii: ">"): return (start + 1..<position, position + 1)
                case UInt8(ascii: "<"), Byte.newline, Byte.carriageReturn: return nil
                case UInt8(ascii: "\\") where position + 1 < end && self[position + 1].isPunctuation:
                    position += 2
                default: position += 1
                }
            }
            return nil
        }
        var depth = 0
        scan: while position < end {
            let byte = self[position]
            switch byte {
            case UInt8(ascii: "\\") where position + 1 < end && self[position + 1].isPunctuation:
                position += 2
            case UInt8(ascii: "("):
                depth += 1
                // As cmark: deeper brackets are no destination.
                guard depth <= 32 else { return nil }
                position += 1
            case UInt8(ascii: ")"):
                if depth == 0 { break scan }
                depth -= 1
                position += 1
            case 0x00...0x20, 0x7F: break scan
            default: position += 1
            }
        }
        guard depth == 0, position > start else { return nil }
        return (start..<position, position)
    }

    /// The title at `start`, and the end of its quotes.
    func linkTitle(at start: Int, to end: Int) -> (range: Range<Int>, end: Int)? {
        guard start < end else { return nil }
        let open = self[start]
        guard open == UInt8(ascii: "\"") || open == UInt8(ascii: "'") || open == UInt8(ascii: "(") else {
            return nil
        }
        let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open
        var position = start + 1
        while position < end {
            let byte = self[position]
            if byte == close { return (start + 1..<position, position + 1) }
            if byte == UInt8(ascii: "("), open == UInt8(ascii: "(") { return nil }
            position +=
                byte == UInt8(ascii: "\\") && position + 1 < end && self[position + 1].isPunctuation ? 2 : 1
        }
        return nil
    }

    /// The first position at or after `start` that is no white space; line endings are white space.
    func skippingWhiteSpace(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, self[position].isBlankOrEnd { position += 1 }
        return position
    }

    /// The first position at or after `start` that is no space or tab.
    func skippingBlanks(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, self[position].isSpaceOrTab { position += 1 }
        return position
    }

    /// The definition that starts at `start` and ends with its line.
    func linkDefinition(at start: Int, to end: Int) -> LinkDefinition? {
        guard let label = linkLabel(at: start, to: end), self[start + 1] != UInt8(ascii: "^") else {
            return nil
        }
        let colon = label.upperBound + 1
        guard colon < end, self[colon] == UInt8(ascii: ":") else { return nil }
        let place = skippingWhiteSpace(from: colon + 1, to: end)
        guard let destination = linkDestination(at: place, to: end) else { return nil }
        var found = LinkDefinition(
            range: start..<destination.end, label: label, destination: destination.range, title: nil)
        let afterDestination = skippingBlanks(from: destination.end, to: end)
        let isWhole = afterDestination == end || self[afterDestination].isLineEnd
        let titlePlace = skippingWhiteSpace(from: destination.end, to: end)
        if titlePlace > destination.end, let title = linkTitle(at: titlePlace, to: end) {
            let after = skippingBlanks(from: title.end, to: end)
            if after == end || self[after].isLineEnd {
                found.title = title.range
                found.range = start..<title.end
                return found
            }
        }
        return isWhole ? found : nil
    }
}
