// SPDX-License-Identifier: MIT
// HTML from a tree, as the specifications write it: for their examples only.

import NoteSyntax

/// Renders a tree as the reference implementations do, to compare it with the specifications' examples.
struct HTMLRenderer {
    let bytes: [UInt8]
    let tree: MarkdownTree
    /// Whether the constructs of GFM are rendered; else they are text.
    let isExtended: Bool
    var output = ""
    private var definitions: [String: (destination: String, title: String?)] = [:]

    init(_ markdown: String, isExtended: Bool) {
        bytes = Array(markdown.utf8)
        tree = MarkdownTree(parsing: bytes)
        self.isExtended = isExtended
        for index in tree.indices where tree[index].kind == .linkDefinition {
            let parts = tree.children(of: index).map { tree[$0] }
            guard let label = parts.first(where: { $0.kind == .linkLabel }),
                let destination = parts.first(where: { $0.kind == .linkDestination })
            else { continue }
            let key = Self.folded(raw(label.range))
            if definitions[key] != nil { continue }
            let title = parts.first { $0.kind == .linkTitle }
            definitions[key] = (unescaped(destination.range), title.map { unescaped($0.range) })
        }
    }

    static func folded(_ label: String) -> String {
        label.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased().uppercased()
    }

    mutating func render() -> String {
        var index = 0
        while index < tree.count {
            block(index, isTight: false)
            index = tree.next(after: index)
        }
        return output
    }

    func raw(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Blocks

    private mutating func newline() {
        if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" }
    }

    private mutating func blocks(in index: Int, isTight: Bool = false) {
        for child in tree.children(of: index) { block(child, isTight: isTight) }
    }

    private mutating func block(_ index: Int, isTight: Bool) {
        let node = tree[index]
        switch node.kind {
        case .paragraph:
            if isTight {
                inlines(in: index)
            } else {
                newline()
                output += "<p>"
                inlines(in: index)
                output += "</p>\n"
            }
        case .heading:
            newline()
            output += "<h\(node.level)>"
            inlines(in: index)
            output += "</h\(node.level)>\n"
        case .rule:
            newline()
            output += "<hr />\n"
        case .quote, .callout:
            newline()
            output += "<blockquote>\n"
            blocks(in: index)
            newline()
            output += "</blockquote>\n"
        case .list: list(index)
        case .codeBlock, .codeIndented:
            newline()
            let info = tree.children(of: index).map { tree[$0] }.first { $0.kind == .codeInfo }
            output +=
                info.map { "<pre><code class=\"language-\(escaped(unescaped($0.range)))\">" } ?? "<pre><code>"
            output += escaped(verbatim(index)) + "</code></pre>\n"
        case .htmlBlock:
            newline()
            output += isExtended ? filtered(verbatim(index)) : verbatim(index)
        case .table: table(index)
        default: break
        }
    }

    private mutating func list(_ index: Int) {
        let node = tree[index]
        newline()
        let items = tree.children(of: index).filter { tree[$0].kind == .item }
        let first = tree[items[0]]
        let marker = raw(first.range.lowerBound..<first.content.lowerBound)
        let isOrdered = marker.count > 1
        let number = Int(marker.dropLast()) ?? 1
        output += isOrdered ? (number == 1 ? "<ol>\n" : "<ol start=\"\(number)\">\n") : "<ul>\n"
        for item in items {
            output += "<li>"
            for child in tree.children(of: item) where tree[child].kind != .quoteMark {
                if tree[child].kind == .taskMark {
                    let box = raw(tree[child].range)
                    output +=
                        isExtended
                        ? "<input \(box == "[ ]" ? "" : "checked=\"\" ")disabled=\"\" type=\"checkbox\"> "
                        : box + " "
                    continue
                }
                if tree[child].kind != .paragraph || !node.isTight { newline() }
                block(child, isTight: node.isTight)
            }
            output += "</li>\n"
        }
        output += isOrdered ? "</ol>\n" : "</ul>\n"
    }

    private mutating func table(_ index: Int) {
        newline()
        output += "<table>\n"
        let rows = tree.children(of: index).filter { [.tableHead, .tableRow].contains(tree[$0].kind) }
        let columns = tree.children(of: rows[0]).count
        for row in rows {
            let isHead = tree[row].kind == .tableHead
            if isHead { output += "<thead>\n" }
            if row == rows.dropFirst().first { output += "<tbody>\n" }
            output += "<tr>\n"
            let cells = tree.children(of: row)
            for cell in cells {
                let align =
                    [.left: "left", .center: "center", .right: "right"][tree[cell].alignment] as String?
                output += (isHead ? "<th" : "<td") + (align.map { " align=\"\($0)\"" } ?? "") + ">"
                inlines(in: cell)
                output += isHead ? "</th>\n" : "</td>\n"
            }
            for _ in cells.count..<columns { output += "<td></td>\n" }
            output += "</tr>\n"
            if isHead { output += "</thead>\n" }
        }
        if rows.count > 1 { output += "</tbody>\n" }
        output += "</table>\n"
    }

    private func verbatim(_ index: Int) -> String {
        let node = tree[index]
        let lines = tree.children(of: index).map { tree[$0] }.filter { $0.kind == .line }
        if !lines.isEmpty {
            return lines.map { line in
                var start = line.range.lowerBound
                if line.content.lowerBound > start { start += 1 }
                return String(repeating: " ", count: line.virtualSpaces) + raw(start..<line.range.upperBound)
                    + "\n"
            }.joined()
        }
        var start = node.content.lowerBound
        if node.kind == .htmlBlock {
            while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
        } else if node.content.isEmpty, start == 0 || bytes[start - 1] != 0x0A {
            return ""
        }
        return raw(start..<node.content.upperBound) + "\n"
    }

    // MARK: Inlines

    private mutating func inlines(in index: Int) {
        let node = tree[index]
        output += inlineText(tree.children(of: index), node.content, isPlain: false)
    }

    /// The text of `range`, in which the nodes `children` lie.
    private func inlineText(_ children: [Int], _ range: Range<Int>, isPlain: Bool) -> String {
        var result = ""
        var position = range.lowerBound
        var isAtLineStart = false
        for child in children {
            let node = tree[child]
            if node.range.lowerBound < position || node.range.upperBound > range.upperBound { continue }
            text(position..<node.range.lowerBound, &result, &isAtLineStart, isPlain)
            position = node.range.upperBound
            if node.kind == .quoteMark { continue }
            if node.kind == .hardBreak {
                if !isPlain { result += "<br />" }
                continue
            }
            isAtLineStart = false
            result += inline(child, isPlain: isPlain)
        }
        text(position..<range.upperBound, &result, &isAtLineStart, isPlain)
        return result
    }

    private func text(
        _ range: Range<Int>, _ result: inout String, _ isAtLineStart: inout Bool, _ isPlain: Bool
    ) {
        var part: [UInt8] = []
        for byte in bytes[range] {
            if byte == 0x0A {
                while part.last == 0x20 || part.last == 0x09 { part.removeLast() }
                part.append(byte)
                isAtLineStart = true
            } else if isAtLineStart, byte == 0x20 || byte == 0x09 {
                continue
            } else {
                isAtLineStart = false
                part += byte == 0 ? Array("\u{FFFD}".utf8) : [byte]
            }
        }
        result +=
            isPlain ? String(decoding: part, as: UTF8.self) : escaped(String(decoding: part, as: UTF8.self))
    }

    private func inline(_ index: Int, isPlain: Bool) -> String {
        let node = tree[index]
        let children = tree.children(of: index)
        func inner() -> String { inlineText(children, node.content, isPlain: isPlain) }
        func wrapped(_ name: String) -> String { isPlain ? inner() : "<\(name)>" + inner() + "</\(name)>" }
        switch node.kind {
        case .emphasis: return wrapped("em")
        case .strong: return wrapped("strong")
        case .strike where isExtended: return wrapped("del")
        case .escape:
            let text = raw(node.content)
            return isPlain ? text : escaped(text)
        case .entity:
            let text = unescaped(node.range)
            return isPlain ? text : escaped(text)
        case .code:
            let code = codeText(node, children)
            return isPlain ? code : "<code>" + escaped(code) + "</code>"
        case .html:
            let text = htmlText(node)
            return isPlain ? "" : isExtended ? filtered(text) : text
        case .autolink:
            let text = raw(node.content)
            let address = text.contains("@") && !text.contains(":") ? "mailto:" + text : text
            return isPlain ? text : "<a href=\"\(href(address))\">\(escaped(text))</a>"
        case .url where isExtended:
            let text = raw(node.range)
            let address =
                text.hasPrefix("www.") ? "http://" + text : text.contains("://") ? text : "mailto:" + text
            return "<a href=\"\(href(address))\">\(escaped(text))</a>"
        case .link, .image: return link(node, children, isPlain: isPlain)
        default:
            // A construct that the specification does not know is text.
            return inlineText(
                children.filter { !Self.parts.contains(tree[$0].kind) }, node.range, isPlain: isPlain)
        }
    }

    private static let parts: Set<MarkdownKind> = [
        .embedSize, .highlightColor, .wikiTarget, .wikiSubpath, .wikiAlias,
    ]

    private func htmlText(_ node: MarkdownNode) -> String {
        raw(node.range).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset == 0 ? String($0.element) : String($0.element.drop { $0 == " " || $0 == "\t" }) }
            .joined(separator: "\n")
    }

    private func codeText(_ node: MarkdownNode, _ children: [Int]) -> String {
        var text: [UInt8] = []
        var isAtLineStart = false
        var position = node.content.lowerBound
        func take(_ range: Range<Int>) {
            for byte in bytes[range] {
                if byte == 0x0A {
                    text.append(0x20)
                    isAtLineStart = true
                } else if isAtLineStart, byte == 0x20 || byte == 0x09 {
                    continue
                } else {
                    isAtLineStart = false
                    text.append(byte)
                }
            }
        }
        for child in children {
            take(position..<tree[child].range.lowerBound)
            position = tree[child].range.upperBound
        }
        take(position..<node.content.upperBound)
        var code = String(decoding: text, as: UTF8.self)
        if code.hasPrefix(" "), code.hasSuffix(" "), code.contains(where: { $0 != " " }) {
            code = String(code.dropFirst().dropLast())
        }
        return isExtended ? code.replacing("\\|", with: "|") : code
    }

    private func link(_ node: MarkdownNode, _ children: [Int], isPlain: Bool) -> String {
        let parts = children.map { tree[$0] }
        var destination = ""
        var title: String?
        if node.isReference {
            let label = parts.last { $0.kind == .linkLabel }.map { raw($0.range) } ?? raw(node.content)
            let found = definitions[Self.folded(label)]
            destination = found?.destination ?? "?"
            title = found?.title
        } else {
            destination = parts.last { $0.kind == .linkDestination }.map { unescaped($0.range) } ?? ""
            title = parts.last { $0.kind == .linkTitle }.map { unescaped($0.range) }
        }
        let inside = children.filter {
            ![.linkDestination, .linkTitle, .linkLabel, .embedSize].contains(tree[$0].kind)
        }
        let text = inlineText(inside, node.content, isPlain: isPlain || node.kind == .image)
        if isPlain { return text }
        let titled = title.map { " title=\"\(escaped($0))\"" } ?? ""
        return node.kind == .image
            ? "<img src=\"\(href(destination))\" alt=\"\(escaped(text))\"\(titled) />"
            : "<a href=\"\(href(destination))\"\(titled)>\(text)</a>"
    }

    // MARK: Text

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// The bytes with escapes and character references resolved.
    private func unescaped(_ range: Range<Int>) -> String {
        MarkdownTree.unescaped(bytes, range)
    }

    private func href(_ address: String) -> String {
        var result = ""
        for byte in address.utf8 {
            switch byte {
            case 0x26: result += "&amp;"
            case 0x27: result += "&#x27;"
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where "-_.+!*(),%#@?=;:/,+$~".utf8.contains(byte):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// The text with the tags that GFM does not allow made harmless.
    private func filtered(_ text: String) -> String {
        var result = text
        for name in [
            "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext",
        ] {
            for spelling in [name, name.uppercased()] {
                result = result.replacing("<\(spelling)", with: "&lt;\(spelling)")
            }
        }
        return result
    }
}
