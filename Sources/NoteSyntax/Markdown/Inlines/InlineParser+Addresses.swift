// SPDX-License-Identifier: MIT
// Bare addresses: URLs with a scheme, `www.`, and mail.

extension InlineParser {
    mutating func readColon(at position: Int) -> Int {
        guard peek(position + 1) == UInt8(ascii: "/"), peek(position + 2) == UInt8(ascii: "/") else {
            return position + 1
        }
        var first = position
        while first > plainStart, position - first < 6, text[first - 1].isLetter { first -= 1 }
        guard isScheme(from: first, to: position), canStartAddress(at: first) else { return position + 1 }
        let domain = position + 3
        guard isDomainStart(domain), hasDomain(at: domain) else { return position + 1 }
        return appendAddress(from: first, body: domain)
    }

    /// Reads the dot of `www.`: dots are rarer than the letter that such an address starts with.
    mutating func readDot(at position: Int) -> Int {
        let first = position - 3
        let body = position + 1
        guard first >= plainStart, text[position - 1] == UInt8(ascii: "w"),
            text.hasPrefix("ww", at: first, to: end),
            canStartAddress(at: first), isDomainStart(body), hasDomain(at: first)
        else { return body }
        return appendAddress(from: first, body: body)
    }

    mutating func readAt(at position: Int) -> Int {
        var first = position
        while first > plainStart, text[first - 1].isMailName { first -= 1 }
        guard first < position, canStartAddress(at: first) else { return position + 1 }
        var close = position + 1
        var hasDot = false
        while close < end {
            let byte = text[close]
            if byte == UInt8(ascii: "."), close + 1 < end, text[close + 1].isLetter || text[close + 1].isDigit
            {
                hasDot = true
            } else if !(byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_"))
            {
                break
            }
            close += 1
        }
        guard hasDot, close > position + 1, text[close - 1] != UInt8(ascii: "-"),
            text[close - 1] != UInt8(ascii: "_"),
            peek(close) != UInt8(ascii: "@"), peek(position + 1) != UInt8(ascii: ".")
        else { return position + 1 }
        append(PackedNode(.url, first, close))
        return done(close)
    }

    /// Whether a letter or digit of any script stands here.
    private func isDomainStart(_ position: Int) -> Bool {
        position < end && text[position].isDomain && text.classAfter(position, to: end) == .other
    }

    private func isScheme(from first: Int, to colon: Int) -> Bool {
        switch colon - first {
        case 3:
            lower(first) == UInt8(ascii: "f") && lower(first + 1) == UInt8(ascii: "t")
                && lower(first + 2) == UInt8(ascii: "p")
        case 4, 5:
            lower(first) == UInt8(ascii: "h") && lower(first + 1) == UInt8(ascii: "t")
                && lower(first + 2) == UInt8(ascii: "t")
                && lower(first + 3) == UInt8(ascii: "p")
                && (colon - first == 4 || lower(first + 4) == UInt8(ascii: "s"))
        default: false
        }
    }

    private func lower(_ position: Int) -> UInt8 { text[position].lowercased }

    /// Whether an address may start here: at the start, after white space or one of `*_~(`.
    private func canStartAddress(at position: Int) -> Bool {
        guard position > start else { return true }
        switch text[position - 1] {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "("): return true
        default: return text[position - 1].isBlankOrEnd
        }
    }

    /// Whether the last two parts of the domain have no underscore.
    private mutating func hasDomain(at first: Int) -> Bool {
        if badDomains.contains(first) { return false }
        var position = first
        var here = false
        var before = false
        var beforeStart = first
        var hereStart = first
        while position < end {
            let byte = text[position]
            if byte == UInt8(ascii: "_") {
                here = true
            } else if byte == UInt8(ascii: ".") {
                before = here
                here = false
                beforeStart = hereStart
                hereStart = position + 1
            } else if !byte.isDomain, byte != UInt8(ascii: "-") {
                break
            }
            position += 1
        }
        guard here || before else { return true }
        // A start further on, but before these two parts, fails for the same reason.
        badDomains = first..<max(first, beforeStart)
        return false
    }

    /// Appends the address that starts at `first` and goes on from `body`, trimmed at its end.
    private mutating func appendAddress(from first: Int, body: Int) -> Int {
        let isInBracket = brackets.count > 0
        var close = body
        var opening = 0
        var closing = 0
        while close < end {
            let byte = text[close]
            if byte.isBlankOrEnd || byte == 0x0C || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
                break
            }
            if isInBracket, byte == UInt8(ascii: "]") { break }
            if byte == UInt8(ascii: "(") { opening += 1 }
            if byte == UInt8(ascii: ")") { closing += 1 }
            close += 1
        }
        trim: while close > body {
            switch text[close - 1] {
            case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","),
                UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                close -= 1
            case UInt8(ascii: ")"):
                guard closing > opening else { break trim }
                closing -= 1
                close -= 1
            case UInt8(ascii: ";"):
                var name = close - 1
                while name > body, text[name - 1].isLetter || text[name - 1].isDigit { name -= 1 }
                guard name < close - 1, name > body, text[name - 1] == UInt8(ascii: "&") else { break trim }
                close = name - 1
            default: break trim
            }
        }
        guard close > body else { return body }
        append(PackedNode(.url, first, close))
        return done(close)
    }
}

extension UInt8 {
    /// A letter or digit of a domain; every byte beyond ASCII counts.
    fileprivate var isDomain: Bool { isLetter || isDigit || self >= 0x80 }

    fileprivate var isMailName: Bool {
        isLetter || isDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "+")
            || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
