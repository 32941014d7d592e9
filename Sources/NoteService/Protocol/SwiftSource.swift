// SPDX-License-Identifier: MIT
// How generated Swift is laid out: as swift-format would lay it out.

/// A source text that is being written.
struct SwiftSource {
    private static let width = 110
    private(set) var text = ""
    private var depth = 0

    private var indent: String { String(repeating: " ", count: 4 * depth) }

    mutating func line(_ line: String) { text += line.isEmpty ? "\n" : indent + line + "\n" }

    /// A declaration with what it encloses.
    mutating func block(_ head: String, _ body: (inout SwiftSource) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Something for each item, with empty lines between.
    mutating func separated<Item>(_ items: [Item], _ write: (inout SwiftSource, Item) -> Void) {
        for (index, item) in items.enumerated() {
            if index > 0 { line("") }
            write(&self, item)
        }
    }

    /// A doc comment, broken into lines.
    mutating func documentation(_ sentence: String) {
        var words = sentence.split(separator: " ")[...]
        while !words.isEmpty {
            var row = "///"
            repeat {
                row += " " + words.removeFirst()
            } while words.first.map {
                indent.count + row.count + 1 + $0.count <= Self.width
            } ?? false
            line(row)
        }
    }

    /// A head with items in brackets, broken where it is too long, and a body.
    mutating func block(
        _ head: String, _ items: [String], _ tail: String, _ body: (inout SwiftSource) -> Void
    ) {
        let whole = head + items.joined(separator: ", ") + tail
        if indent.count + whole.count + 2 <= Self.width { return block(whole, body) }
        line(head)
        depth += 1
        var rest = items[...]
        while !rest.isEmpty {
            var row = rest.removeFirst()
            while let next = rest.first,
                indent.count + row.count + 2 + next.count + (rest.count > 1 ? 1 : 0) <= Self.width
            {
                row += ", " + next
                rest.removeFirst()
            }
            line(row + (rest.isEmpty ? "" : ","))
        }
        depth -= 1
        block(String(tail.drop { $0 == " " }), body)
    }
}

extension String {
    /// A word with a capital in front, as types are named.
    var asTypeName: String { prefix(1).uppercased() + dropFirst() }
}
