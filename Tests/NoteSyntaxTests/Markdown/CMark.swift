// SPDX-License-Identifier: MIT
// cmark-gfm as a witness: which blocks and inlines it finds in a text that has nothing of Obsidian's.

import Foundation
import NoteSyntax

/// The command `cmark-gfm`, and our trees in its words.
///
/// Left out, because the two differ there for a reason:
/// - what section 10 of the syntax page lists;
/// - addresses in mutated texts: cmark-gfm links `www.` without a domain, does not ask what stands before
///   `http://`, and links nothing while a bracket is open, where the GFM specification says otherwise;
/// - a row of bars only, which ends a table for cmark-gfm, though it is no empty line and starts no block;
/// - a destination with a bracket that is not closed: cmark-gfm takes `[a](b(c "t")`, no specification does;
/// - `~~` beside punctuation (U7), and emphasis around a `~~` that matches nothing: cmark-gfm then drops the
///   emphasis, cmark without the extension has it as we do (`"**'n ~~*"`);
/// - code spans after a longer run of backticks that has no end: cmark-gfm misses them (`"```\n`a`, `b`"`
///   has two by the specification).
enum CMark {
    static let path = "/usr/bin/cmark-gfm"

    /// The text without what is not GFM.
    static func neutralised(_ text: String, isMutated: Bool) -> String {
        var text = text.replacing("\u{FEFF}", with: "").replacing("\r\n", with: "\n").replacing(
            "\r", with: "\n")
        if let range = Frontmatter.range(in: Array(text.utf8)) {
            text = String(decoding: text.utf8.dropFirst(range.count), as: UTF8.self)
        }
        if text.hasPrefix("---") { text = "x" + text }
        for (sign, letters) in [
            ("%%", "pp"), ("$", "S"), ("<%", "<p"), ("[[", "[ ["), ("^", "v"), ("[!", "[a"), ("\0", ""),
            ("\u{200B}", ""),
        ] {
            while text.contains(sign) { text = text.replacing(sign, with: letters) }
        }
        text = text.replacing(/(^|[^=])==(?!=)/, with: { $0.output.1 + "hh" })
        text = text.replacing(
            /(?m)^([\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+[\s>]*)+)\[(.)\](?=\s|$)/.matchingSemantics(
                .unicodeScalar),
            with: { $0.output.1 + "(x)" })
        guard isMutated else { return text }
        for (sign, letters) in [("://", ":/ /"), ("www.", "ww."), ("@", "a"), ("```", "===="), ("~~", "hh")] {
            text = text.replacing(sign, with: letters)
        }
        return text.replacing(/(?m)^([\s>]*)\|[ \t|]*$/, with: { $0.output.1 + "x" })
    }

    /// What cmark-gfm finds, in document order.
    static func kinds(of text: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [
            "-t", "xml", "-e", "table", "-e", "strikethrough", "-e", "autolink",
            "--strikethrough-double-tilde",
        ]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let writer = Thread { [handle = input.fileHandleForWriting] in
            handle.write(Data(text.utf8))
            // The other side has what it needs, whether or not the pipe closes well.
            _ = Result { try handle.close() }
        }
        writer.start()
        let xml = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var kinds: [String] = []
        for match in xml.matches(of: /<(\w+)((?:\s+[\w:]+="[^"]*")*)\s*\/?>/) {
            let attributes = match.output.2
            switch match.output.1 {
            case "document", "text", "softbreak": break
            case "list": kinds.append(attributes.contains("tight=\"true\"") ? "tight list" : "loose list")
            case "heading": kinds.append("heading" + String(attributes.suffix(2).prefix(1)))
            default: kinds.append(String(match.output.1))
            }
        }
        return kinds
    }

    /// What our tree has, in the same words.
    static func kinds(of tree: MarkdownTree) -> [String] {
        var kinds: [String] = []
        var columns = 0
        var index = 0
        while index < tree.count {
            let node = tree[index]
            if let name = name(of: node) { kinds.append(name) }
            if node.kind == .tableHead { columns = tree.children(of: index).count }
            if node.kind == .tableRow {
                // Missing cells are filled up, after what the row has.
                let row = MarkdownTree.Row(
                    cells: tree.children(of: index).count, end: tree.next(after: index))
                for inner in index + 1..<row.end {
                    if let name = Self.name(of: tree[inner]) { kinds.append(name) }
                }
                kinds += Array(repeating: "table_cell", count: max(0, columns - row.cells))
                index = row.end
                continue
            }
            index += 1
        }
        return kinds
    }

    private static func name(of node: MarkdownNode) -> String? {
        switch node.kind {
        case .quote, .callout: "block_quote"
        case .list: node.isTight ? "tight list" : "loose list"
        case .item: "item"
        case .paragraph, .calloutTitle: "paragraph"
        case .heading: "heading\(node.level)"
        case .codeBlock, .codeIndented: "code_block"
        case .htmlBlock: "html_block"
        case .rule: "thematic_break"
        case .table: "table"
        case .tableHead: "table_header"
        case .tableRow: "table_row"
        case .tableCell: "table_cell"
        case .emphasis: "emph"
        case .strong: "strong"
        case .strike: "strikethrough"
        case .code: "code"
        case .link, .url, .autolink: "link"
        case .image: "image"
        case .html: "html_inline"
        case .hardBreak: "linebreak"
        case .quoteMark, .line, .codeInfo, .linkDefinition, .linkLabel, .linkDestination, .linkTitle, .escape,
            .entity, .tag, .embedSize, .tableDelimiter:
            nil
        default: "\(node.kind)"
        }
    }
}

extension MarkdownTree {
    /// How many cells a row has, and where the nodes after it start.
    struct Row {
        var cells: Int
        var end: Int
    }
}
