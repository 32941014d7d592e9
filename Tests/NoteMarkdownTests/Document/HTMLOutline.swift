// SPDX-License-Identifier: MIT
// The blocks that a specification's HTML shows, as the lines that a document's outline has.

/// Reads the HTML of an example as blocks and runs.
///
/// HTML that the example's note holds itself is text to a document; its pieces are given, so that they are
/// told from the tags that stand for Markdown.
struct HTMLOutline {
    /// A piece of text with one style.
    struct Run: Equatable {
        var text: String
        var styles: [String]
        var link: String?
    }

    private var rest: Substring
    private(set) var lines: [String] = []
    private var rawBlocks: ArraySlice<String>
    private var rawInlines: ArraySlice<String>
    private var depth = 0

    init(_ html: String, rawBlocks: [String], rawInlines: [String]) {
        rest = html[...]
        self.rawBlocks = rawBlocks[...]
        self.rawInlines = rawInlines[...]
    }

    /// A line of an outline.
    static func line(_ depth: Int, _ label: String, _ runs: [Run]) -> String {
        let words = runs.map { run in
            let names = run.styles.joined(separator: "+")
            return run.text.debugDescription + (names.isEmpty ? "" : "/" + names)
                + (run.link.map { "(\($0))" } ?? "")
        }.joined(separator: " ")
        return String(repeating: "  ", count: depth) + label + (words.isEmpty ? "" : ": " + words)
    }

    /// Runs with neighbours of the same style as one.
    static func joined(_ runs: [Run]) -> [Run] {
        var joined: [Run] = []
        for run in runs {
            if let last = joined.last, last.styles == run.styles, last.link == run.link {
                joined[joined.count - 1].text += run.text
            } else if !run.text.isEmpty || run.link != nil {
                joined.append(run)
            }
        }
        return joined
    }

    mutating func read() -> [String] {
        while !rest.isEmpty { block() }
        return lines
    }

    // MARK: Blocks

    private mutating func take(_ prefix: String) -> Bool {
        guard rest.hasPrefix(prefix) else { return false }
        rest.removeFirst(prefix.count)
        return true
    }

    private mutating func skipNewlines() { while rest.first == "\n" { rest.removeFirst() } }

    private mutating func add(_ label: String, _ runs: [Run] = []) {
        lines.append(Self.line(depth, label, Self.joined(runs)))
    }

    private mutating func block() {
        skipNewlines()
        guard !rest.isEmpty else { return }
        if let raw = rawBlocks.first, take(raw) || take(" " + raw) || take("  " + raw) || take("   " + raw) {
            rawBlocks.removeFirst()
            return add("html", raw.isEmpty ? [] : [Run(text: raw, styles: [])])
        }
        if take("<p>") { return add("paragraph", inlines(until: "</p>")) }
        if take("<hr />") { return add("break") }
        for level in 1...6 where take("<h\(level)>") {
            return add("heading \(level)", inlines(until: "</h\(level)>"))
        }
        if take("<blockquote>") {
            add("quote")
            return nested(until: "</blockquote>")
        }
        if take("<ul>") { return list(from: nil, until: "</ul>") }
        if take("<ol>") { return list(from: 1, until: "</ol>") }
        if take("<ol start=\"") { return list(from: number(), until: "</ol>") }
        if take("<pre><code") { return code() }
        if take("<table>") { return table() }
        // The text of a tight item.
        add("paragraph", inlines(until: nil))
    }

    private mutating func nested(until end: String) {
        depth += 1
        skipNewlines()
        while !rest.isEmpty, !take(end) {
            block()
            skipNewlines()
        }
        depth -= 1
    }

    private mutating func number() -> Int {
        let digits = rest.prefix { $0 != "\"" }
        rest.removeFirst(digits.count + 2)
        return Int(digits) ?? -1
    }

    private mutating func list(from start: Int?, until end: String) {
        var ordinal = start
        skipNewlines()
        while take("<li>") {
            var task = ""
            if take("<input checked=\"\" disabled=\"\" type=\"checkbox\"> ") { task = " [x]" }
            if take("<input disabled=\"\" type=\"checkbox\"> ") { task = " [ ]" }
            var runs: [Run] = []
            var looseness = ""
            let isBroken = rest.first == "\n"
            skipNewlines()
            if take("<p>") {
                runs = inlines(until: "</p>")
                looseness = " loose"
            } else if !isBroken, !startsBlock {
                runs = inlines(until: nil)
            }
            add("item \(ordinal.map { "\($0)" } ?? "•")\(task)\(runs.isEmpty ? "" : looseness)", runs)
            ordinal = ordinal.map { $0 + 1 }
            nested(until: "</li>")
            skipNewlines()
        }
        _ = take(end)
    }

    private static let blockTags = [
        "<ul>", "<ol", "<h1>", "<h2>", "<h3>", "<h4>", "<h5>", "<h6>", "<pre>", "<blockquote>", "<hr", "<p>",
        "<table>", "</",
    ]

    private var startsBlock: Bool {
        if let raw = rawBlocks.first, rest.hasPrefix(raw) { return true }
        return Self.blockTags.contains { rest.hasPrefix($0) }
    }

    private mutating func code() {
        var label = "code"
        if take(" class=\"language-") {
            let language = rest.prefix { $0 != "\"" }
            rest.removeFirst(language.count + 1)
            label += " " + Self.unescaped(language)
        }
        rest.removeFirst()
        let end = rest.firstRange(of: "</code></pre>")?.lowerBound ?? rest.endIndex
        var text = Self.unescaped(rest[..<end])
        if text.hasSuffix("\n") { text.removeLast() }
        rest = rest[end...].dropFirst("</code></pre>".count)
        add(label, text.isEmpty ? [] : [Run(text: text, styles: [])])
    }

    private mutating func table() {
        var alignments: [String] = []
        var runs: [Run] = []
        var isFirstRow = true
        while !take("</table>"), !rest.isEmpty {
            if take("<tr>") {
                if !isFirstRow { runs.append(Run(text: "\n", styles: [])) }
                var row: [Run] = []
                skipNewlines()
                var pending: [Run] = []
                while take("<th") || take("<td") {
                    let name = isFirstRow ? "th" : "td"
                    var alignment = "none"
                    if take(" align=\"") {
                        alignment = String(rest.prefix { $0 != "\"" })
                        rest.removeFirst(alignment.count + 1)
                    }
                    rest.removeFirst()
                    if isFirstRow { alignments.append(alignment) }
                    let cell = inlines(until: "</\(name)>")
                    if !pending.isEmpty || !row.isEmpty || alignments.isEmpty == false && row.isEmpty == false
                    {
                        pending.append(Run(text: "\t", styles: []))
                    }
                    // Cells that are missing at the end of a row are empty ones here.
                    if !cell.isEmpty || row.isEmpty && pending.isEmpty {
                        row += pending + cell
                        pending = []
                        if cell.isEmpty { row.append(Run(text: "", styles: [])) }
                    }
                    skipNewlines()
                }
                runs += row
                isFirstRow = false
            } else {
                rest.removeFirst()
            }
        }
        add("table " + alignments.joined(separator: " "), runs)
    }

    // MARK: Inlines

    private mutating func inlines(until end: String?) -> [Run] {
        var runs: [Run] = []
        var text = ""
        var styles: [String] = []
        var links: [String] = []
        let order = ["bold", "italic", "strike", "code", "link", "embed"]
        func sorted() -> [String] { order.filter { styles.contains($0) } }
        func flush() {
            if !text.isEmpty { runs.append(Run(text: text, styles: sorted(), link: links.last)) }
            text = ""
        }
        let tags = [("em", "italic"), ("strong", "bold"), ("del", "strike"), ("code", "code")]
        scan: while !rest.isEmpty {
            if let end {
                if take(end) { break }
            } else if rest.hasPrefix("</li>") || rest.hasPrefix("\n<") && Self.isBlock(rest.dropFirst()) {
                break
            }
            if let raw = rawInlines.first, take(raw) {
                text += raw
                rawInlines.removeFirst()
                continue
            }
            for (tag, style) in tags {
                if take("<\(tag)>") {
                    flush()
                    styles.append(style)
                    continue scan
                }
                if take("</\(tag)>") {
                    flush()
                    if let last = styles.lastIndex(of: style) { styles.remove(at: last) }
                    continue scan
                }
            }
            if take("<br />") { continue }
            if take("<a href=\"") {
                flush()
                links.append(attribute())
                while rest.first != ">" { rest.removeFirst() }
                rest.removeFirst()
                styles.append("link")
                if rest.hasPrefix("</a>") { runs.append(Run(text: "", styles: sorted(), link: links.last)) }
                continue
            }
            if take("</a>") {
                flush()
                links.removeLast()
                styles.removeLast()
                continue
            }
            if take("<img src=\"") {
                flush()
                let source = attribute()
                _ = take(" alt=\"")
                let alt = attribute()
                while rest.first != ">" { rest.removeFirst() }
                rest.removeFirst()
                let kept = links.isEmpty ? ["embed"] : ["link", "embed"]
                runs.append(Run(text: alt, styles: kept, link: links.last ?? source))
                continue
            }
            if rest.first == "&" {
                let reference = rest.prefix { $0 != ";" } + ";"
                text += Self.unescaped(reference)
                rest.removeFirst(reference.count)
            } else {
                text.append(rest.removeFirst())
            }
        }
        flush()
        return runs
    }

    private static func isBlock(_ rest: Substring) -> Bool { blockTags.contains { rest.hasPrefix($0) } }

    private mutating func attribute() -> String {
        let value = rest.prefix { $0 != "\"" }
        rest.removeFirst(value.count + 1)
        return Self.unescaped(value)
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#x27;", with: "'").replacing("&amp;", with: "&")
    }
}
