// SPDX-License-Identifier: MIT
// Raw HTML within a line of text: tags, comments, instructions, declarations, CDATA.

extension UnsafePointer<UInt8> {
    /// The end of the open or closing tag that starts with `<` at `start`.
    func htmlTag(at start: Int, to end: Int) -> Int? {
        var position = start + 1
        let isClosing = position < end && self[position] == UInt8(ascii: "/")
        if isClosing { position += 1 }
        guard position < end, self[position].isLetter else { return nil }
        while position < end,
            self[position].isLetter || self[position].isDigit || self[position] == UInt8(ascii: "-")
        {
            position += 1
        }
        if isClosing {
            position = skippingWhiteSpace(from: position, to: end)
            return position < end && self[position] == UInt8(ascii: ">") ? position + 1 : nil
        }
        while true {
            let afterSpace = skippingWhiteSpace(from: position, to: end)
            guard afterSpace < end else { return nil }
            if afterSpace > position, self[afterSpace].isAttributeStart {
                guard let next = htmlAttribute(at: afterSpace, to: end) else { return nil }
                position = next
                continue
            }
            position = afterSpace
            if self[position] == UInt8(ascii: "/") { position += 1 }
            return position < end && self[position] == UInt8(ascii: ">") ? position + 1 : nil
        }
    }

    /// The end of an attribute and its value.
    private func htmlAttribute(at start: Int, to end: Int) -> Int? {
        var position = start + 1
        while position < end {
            let byte = self[position]
            guard
                byte.isAttributeStart || byte.isDigit || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "-")
            else { break }
            position += 1
        }
        let equals = skippingWhiteSpace(from: position, to: end)
        guard equals < end, self[equals] == UInt8(ascii: "=") else { return position }
        var value = skippingWhiteSpace(from: equals + 1, to: end)
        guard value < end else { return nil }
        let quote = self[value]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            value += 1
            while value < end, self[value] != quote { value += 1 }
            return value < end ? value + 1 : nil
        }
        let first = value
        scan: while value < end {
            switch self[value] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "`"):
                break scan
            default:
                if self[value].isBlankOrEnd { break scan }
                value += 1
            }
        }
        return value > first ? value : nil
    }
}

extension UInt8 {
    fileprivate var isAttributeStart: Bool {
        isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
    }
}
