// SPDX-License-Identifier: MIT
// What `<` starts: autolinks and raw HTML.

extension InlineParser {
    mutating func readAngle(at position: Int) -> Int {
        guard position + 1 < end else { return position + 1 }
        let next = text[position + 1]
        if next.isLetter || next.isDigit || ByteClass.isMailbox(next) {
            if let close = autolinkEnd(at: position) {
                append(PackedNode(.autolink, position, close, content: position + 1..<close - 1))
                return done(close)
            }
        }
        guard let close = htmlEnd(at: position, next: next) else { return position + 1 }
        append(PackedNode(.html, position, close))
        return done(close)
    }

    private mutating func htmlEnd(at position: Int, next: UInt8) -> Int? {
        if next.isLetter || next == UInt8(ascii: "/") { return text.htmlTag(at: position, to: end) }
        if next == UInt8(ascii: "?") { return endMark("?>", after: position + 2, .instruction) }
        guard next == UInt8(ascii: "!") else { return nil }
        if text.hasPrefix("<!--", at: position, to: end) {
            // As CommonMark 0.29: no `>` or `->` at the start, no `--` inside, no `-` at the end.
            let first = position + 4
            if peek(first) == UInt8(ascii: ">") || text.hasPrefix("->", at: first, to: end) { return nil }
            guard !missingHTML.contains(.comment) else { return nil }
            guard let dashes = text.find("--", from: first, to: end) else {
                missingHTML.insert(.comment)
                return nil
            }
            return peek(dashes + 2) == UInt8(ascii: ">") ? dashes + 3 : nil
        }
        if text.hasPrefix("<![CDATA[", at: position, to: end) {
            return endMark("]]>", after: position + 9, .characterData)
        }
        var name = position + 2
        while name < end, text[name] &- 0x41 < 26 { name += 1 }
        guard name > position + 2, name < end, text[name].isBlankOrEnd else { return nil }
        return endMark(">", after: name, .declaration)
    }

    private mutating func endMark(_ mark: StaticString, after position: Int, _ kind: HTMLEnds) -> Int? {
        guard !missingHTML.contains(kind) else { return nil }
        guard let found = text.find(mark, from: position, to: end) else {
            missingHTML.insert(kind)
            return nil
        }
        return found + mark.utf8CodeUnitCount
    }

    /// The end of `<scheme:…>` or `<user@host>`.
    private func autolinkEnd(at position: Int) -> Int? {
        let first = position + 1
        var scheme = first
        if text[first].isLetter {
            while scheme < end, scheme - first <= 32, ByteClass.isScheme(text[scheme]) { scheme += 1 }
            if scheme - first >= 2, scheme - first <= 32, peek(scheme) == UInt8(ascii: ":") {
                var close = scheme + 1
                while close < end, text[close] > 0x20, text[close] != UInt8(ascii: "<"),
                    text[close] != UInt8(ascii: ">")
                {
                    close += 1
                }
                return peek(close) == UInt8(ascii: ">") ? close + 1 : nil
            }
        }
        var at = first
        while at < end, text[at].isLetter || text[at].isDigit || ByteClass.isMailbox(text[at]) { at += 1 }
        guard at > first, peek(at) == UInt8(ascii: "@") else { return nil }
        var label = at + 1
        while true {
            var labelEnd = label
            while labelEnd < end,
                text[labelEnd].isLetter || text[labelEnd].isDigit || text[labelEnd] == UInt8(ascii: "-")
            {
                labelEnd += 1
            }
            guard labelEnd > label, labelEnd - label <= 63, text[label] != UInt8(ascii: "-"),
                text[labelEnd - 1] != UInt8(ascii: "-")
            else { return nil }
            if peek(labelEnd) == UInt8(ascii: ">") { return labelEnd + 1 }
            guard peek(labelEnd) == UInt8(ascii: ".") else { return nil }
            label = labelEnd + 1
        }
    }
}

extension ByteClass {
    static func isScheme(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-")
    }

    /// The signs that the name of a mailbox may have.
    static func isMailbox(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
            UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "^"),
            UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"),
            UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
