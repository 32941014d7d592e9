// SPDX-License-Identifier: MIT
// A document as lines of words, so that a test can say what it expects at a glance.

import NoteMarkdown

extension MarkdownDocument {
    /// A line for each block, indented as it is nested: its kind with what belongs to it, and its runs.
    var outline: [String] {
        blocks.map { block in
            var depth = 0
            var outer = block.parent
            while let parent = outer {
                depth += 1
                outer = blocks[parent].parent
            }
            let words = [block.label, block.runs.map(\.label).joined(separator: " ")].filter { !$0.isEmpty }
            return String(repeating: "  ", count: depth) + words.joined(separator: ": ")
        }
    }
}

extension MarkdownBlock {
    /// Its kind in words.
    var label: String {
        switch kind {
        case .paragraph: return "paragraph"
        case .heading(let level): return "heading \(level)"
        case .listItem(let item):
            let task = item.task.map { " [\($0)]" } ?? ""
            return "item \(item.ordinal.map { "\($0)" } ?? "•")\(task)\(item.isTight ? "" : " loose")"
        case .blockQuote: return "quote"
        case .callout(let callout):
            let metadata = callout.metadata.map { "|\($0)" } ?? ""
            return "callout \(callout.type)\(metadata)\(callout.fold.rawValue)"
        case .codeBlock(let language): return "code" + (language.map { " \($0)" } ?? "")
        case .thematicBreak: return "break"
        case .table(let table): return "table \(table.alignments.map { "\($0)" }.joined(separator: " "))"
        case .attachment(let name): return "attachment \(name)"
        case .html: return "html"
        case .math: return "math"
        case .footnote(let label): return "footnote \(label)"
        }
    }
}

extension MarkdownRun {
    /// Its text in quotes, with its styles and link.
    var label: String {
        let names = styles.names.joined(separator: "+")
        return text.debugDescription + (names.isEmpty ? "" : "/" + names) + (link.map { "(\($0))" } ?? "")
    }
}
