// SPDX-License-Identifier: MIT
// A note's text without its signs, and how many words and characters it has.

extension MarkdownTree {
    /// The text of the whole note as a reader sees it: a line for each line, no signs.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func plainText(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard let text = bytes.baseAddress else { return "" }
        var writer = PlainTextWriter(text: text)
        var index = 0
        while index < count {
            let node = packed(index)
            switch node.kind {
            case .paragraph, .heading, .calloutTitle:
                writer.endLine()
                writer.write(node, index + 1..<index + 1 + Int(node.count), of: self)
                index += Int(node.count)
            case .tableCell:
                if packed(index - 1).depth >= node.depth { writer.writeTab() }
                writer.write(node, index + 1..<index + 1 + Int(node.count), of: self)
                index += Int(node.count)
            case .tableHead, .tableRow, .item: writer.endLine()
            case .codeBlock, .codeIndented, .mathBlock:
                writer.endLine()
                writeVerbatim(node, index + 1..<index + 1 + Int(node.count), &writer)
                index += Int(node.count)
            case .frontmatter, .linkDefinition, .htmlBlock, .commentBlock: index += Int(node.count)
            default: break
            }
            index += 1
        }
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The text of one block without its signs: a heading's words, a cell's content.
    public func plainText(of index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard let text = bytes.baseAddress else { return "" }
        var writer = PlainTextWriter(text: text)
        let node = packed(index)
        writer.write(node, index + 1..<index + 1 + Int(node.count), of: self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func writeVerbatim(_ node: PackedNode, _ inside: Range<Int>, _ writer: inout PlainTextWriter) {
        var hasLines = false
        forEachPacked(in: inside) { line in
            guard line.kind == .line else { return }
            hasLines = true
            writer.writeRaw(line.contentStart..<line.end)
            writer.writeNewline()
        }
        if !hasLines { writer.writeRaw(node.contentStart..<node.contentEnd) }
        writer.endLine()
    }

    /// How many words and characters a reader sees.
    public func counts(in bytes: UnsafeBufferPointer<UInt8>) -> TextCount {
        TextCount(of: plainText(in: bytes))
    }
}

extension PlainTextWriter {
    mutating func writeTab() { append(Byte.tab) }
    mutating func writeNewline() { append(Byte.newline) }
}
