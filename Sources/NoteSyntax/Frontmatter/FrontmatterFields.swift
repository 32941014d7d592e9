// SPDX-License-Identifier: MIT
// Where the names, values and comments of a front matter's fields are, for showing them.

/// The fields of a front matter, as far as their shape shows line by line.
///
/// This is for styling: it knows names, plain and quoted values, and blocks by their indentation, and leaves
/// the rest alone. What the values mean is for a YAML parser to say.
struct FrontmatterFields: ~Copyable {
    private let text: UnsafePointer<UInt8>
    private let end: Int
    private var line: Int
    private var lineEnd = 0
    private var nextLine = 0

    /// Reports the parts of the fields in `range`, in order.
    static func scan(
        _ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ report: (FrontmatterField) -> Void
    ) {
        var fields = FrontmatterFields(text: text, range: range)
        while fields.line < fields.end { fields.readField(report) }
    }

    private init(text: UnsafePointer<UInt8>, range: Range<Int>) {
        self.text = text
        end = range.upperBound
        line = range.lowerBound
        findLineEnd()
    }

    private mutating func findLineEnd() {
        lineEnd = text.lineEnd(from: line, to: end)
        nextLine = min(lineEnd + 1, end)
        if lineEnd + 1 < end, text[lineEnd] == Byte.carriageReturn, text[lineEnd + 1] == Byte.newline {
            nextLine += 1
        }
    }

    private mutating func advance() {
        line = nextLine
        findLineEnd()
    }

    private mutating func readField(_ report: (FrontmatterField) -> Void) {
        defer { advance() }
        guard line < lineEnd else { return }
        let first = text.skippingBlanks(from: line, to: lineEnd)
        if first < lineEnd, text[first] == UInt8(ascii: "#") {
            report(FrontmatterField(kind: .fmComment, range: first..<trimmed(lineEnd, from: first)))
            return
        }
        guard first == line, let keyEnd = keyEnd() else { return }
        report(FrontmatterField(kind: .fmKey, range: line..<keyEnd))
        let colon = text.skippingBlanks(from: keyEnd, to: lineEnd)
        let value = text.skippingBlanks(from: colon + 1, to: lineEnd)
        if value >= lineEnd || text[value] == UInt8(ascii: "#") {
            let comment = value..<trimmed(lineEnd, from: value)
            var links: [Range<Int>] = []
            let block = indentedBlock(allowsDash: true) { links += $0 }
            // In the order of the text: a comment stands before the block, but after the place of no value.
            if block == nil { report(FrontmatterField(kind: .fmValue, range: colon + 1..<colon + 1)) }
            if !comment.isEmpty { report(FrontmatterField(kind: .fmComment, range: comment)) }
            if let block { report(FrontmatterField(kind: .fmValue, range: block)) }
            for link in links { report(FrontmatterField(kind: .wikilink, range: link)) }
        } else if text[value] == UInt8(ascii: "|") || text[value] == UInt8(ascii: ">") {
            let headEnd = valueEnd(from: value)
            let block = indentedBlock(allowsDash: false) { _ in }
            report(FrontmatterField(kind: .fmValue, range: value..<(block?.upperBound ?? headEnd)))
        } else {
            readScalar(from: value, report)
        }
    }

    private func readScalar(from value: Int, _ report: (FrontmatterField) -> Void) {
        let valueEnd = valueEnd(from: value)
        report(FrontmatterField(kind: .fmValue, range: value..<valueEnd))
        for link in links(from: value, to: valueEnd) {
            report(FrontmatterField(kind: .wikilink, range: link))
        }
        let comment = text.skippingBlanks(from: valueEnd, to: lineEnd)
        if comment < lineEnd, text[comment] == UInt8(ascii: "#") {
            report(FrontmatterField(kind: .fmComment, range: comment..<trimmed(lineEnd, from: comment)))
        }
    }

    /// The wikilinks of a value that is one in quotes, or a list of them in brackets.
    private func links(from value: Int, to valueEnd: Int) -> [Range<Int>] {
        guard value < valueEnd else { return [] }
        if let link = link(at: value, to: valueEnd) { return [link] }
        guard text[value] == UInt8(ascii: "[") else { return [] }
        var links: [Range<Int>] = []
        var position = value + 1
        while position < valueEnd {
            let byte = text[position]
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
                position += 1
                continue
            }
            let end = min(quotedEnd(from: position), valueEnd)
            if let link = link(at: position, to: end) { links.append(link) }
            position = max(end, position + 1)
        }
        return links
    }

    /// The wikilink in quotes that starts at a quote and fills the scalar.
    private func link(at quote: Int, to end: Int) -> Range<Int>? {
        guard text[quote] == UInt8(ascii: "\"") || text[quote] == UInt8(ascii: "'"),
            end - quote > 6, quotedEnd(from: quote) == end, text[end - 1] == text[quote],
            text.hasPrefix("[[", at: quote + 1, to: end), text.hasPrefix("]]", at: end - 3, to: end)
        else { return nil }
        return quote + 1..<end - 1
    }

    /// The wikilinks in the line of a block: the value of an item, of a name, or of both.
    private func linksInBlock() -> [Range<Int>] {
        var value = text.skippingBlanks(from: line, to: lineEnd)
        while value + 1 < lineEnd, text[value] == UInt8(ascii: "-"), text[value + 1].isSpaceOrTab {
            value = text.skippingBlanks(from: value + 1, to: lineEnd)
        }
        guard value < lineEnd, text[value] != UInt8(ascii: "#") else { return [] }
        if let keyEnd = keyEnd(from: value) {
            value = text.skippingBlanks(from: text.skippingBlanks(from: keyEnd, to: lineEnd) + 1, to: lineEnd)
        }
        return value < lineEnd ? links(from: value, to: valueEnd(from: value)) : []
    }

    /// The end of the name that the line starts with, before its colon.
    private func keyEnd() -> Int? { keyEnd(from: line) }

    private func keyEnd(from line: Int) -> Int? {
        let quote = text[line]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let close = quotedEnd(from: line)
            let colon = text.skippingBlanks(from: close, to: lineEnd)
            return colon < lineEnd && text[colon] == UInt8(ascii: ":") ? close : nil
        }
        if quote == UInt8(ascii: "-"), line + 1 == lineEnd || text[line + 1].isSpaceOrTab { return nil }
        var position = line
        while position < lineEnd {
            if text[position] == UInt8(ascii: ":"), position + 1 == lineEnd || text[position + 1].isSpaceOrTab
            {
                return position > line ? trimmed(position, from: line) : nil
            }
            position += 1
        }
        return nil
    }

    /// The end of a scalar in this line, before a comment.
    private func valueEnd(from value: Int) -> Int {
        if text[value] == UInt8(ascii: "\"") || text[value] == UInt8(ascii: "'") {
            return quotedEnd(from: value)
        }
        var position = value
        while position < lineEnd {
            if text[position] == UInt8(ascii: "#"), position > value, text[position - 1].isSpaceOrTab {
                break
            }
            position += 1
        }
        return trimmed(position, from: value)
    }

    private func quotedEnd(from start: Int) -> Int {
        let quote = text[start]
        var position = start + 1
        while position < lineEnd {
            if text[position] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position += 2
                continue
            }
            if text[position] == quote {
                guard quote == UInt8(ascii: "'"), position + 1 < lineEnd, text[position + 1] == quote else {
                    return position + 1
                }
                position += 1
            }
            position += 1
        }
        return trimmed(lineEnd, from: start)
    }

    /// The lines below that are indented, or start with a dash; they are used up, and their links reported.
    private mutating func indentedBlock(allowsDash: Bool, _ report: ([Range<Int>]) -> Void) -> Range<Int>? {
        var block: Range<Int>?
        while nextLine < end {
            let first = text.skippingBlanks(from: nextLine, to: end)
            let isBlank = first >= end || text[first].isLineEnd
            let isDash = allowsDash && first < end && text[first] == UInt8(ascii: "-")
            guard isBlank || first > nextLine || isDash else { break }
            let here = nextLine
            advance()
            if !isBlank {
                report(linksInBlock())
                let last = trimmed(lineEnd, from: here)
                block = (block?.lowerBound ?? first)..<last
            }
        }
        return block
    }

    private func trimmed(_ last: Int, from first: Int) -> Int {
        var last = last
        while last > first, text[last - 1].isSpaceOrTab { last -= 1 }
        return last
    }
}
