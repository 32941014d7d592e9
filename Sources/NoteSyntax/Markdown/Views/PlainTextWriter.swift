// SPDX-License-Identifier: MIT
// What a note says without its signs: the words a reader sees, line by line.

/// Writes the text of blocks without their signs.
///
/// Links and wikilinks give the words they show, character references and escapes what they stand for.
/// Comments, front matter, commands, raw tags and block ids give nothing.
struct PlainTextWriter: ~Copyable {
    private let text: UnsafePointer<UInt8>
    private(set) var bytes: [UInt8] = []
    /// The containers around the place: where their text and they themselves end.
    private var open: [(contentEnd: Int, end: Int)] = []
    private var cursor = 0
    private var isAtLineStart = false

    init(text: UnsafePointer<UInt8>) { self.text = text }

    /// Writes the inline text of a block.
    mutating func write(_ block: PackedNode, _ inside: Range<Int>, of tree: borrowing MarkdownTree) {
        cursor = block.contentStart
        isAtLineStart = false
        open.removeAll(keepingCapacity: true)
        var index = inside.lowerBound
        while index < inside.upperBound {
            let node = tree.packed(index)
            closeOpen(before: node.from)
            if node.from >= cursor { write(node, index, of: tree) }
            index += Self.isTransparent(node.kind) ? 1 : 1 + Int(node.count)
        }
        closeOpen(before: Int.max)
        writeGap(to: block.contentEnd)
    }

    mutating func endLine() {
        if let last = bytes.last, last != Byte.newline { bytes.append(Byte.newline) }
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Writes text as it stands.
    mutating func writeRaw(_ range: Range<Int>) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text + range.lowerBound, count: range.count))
    }

    private static func isTransparent(_ kind: MarkdownKind) -> Bool {
        switch kind {
        case .emphasis, .strong, .strike, .highlight, .link, .image, .inlineNote: true
        default: false
        }
    }

    private mutating func closeOpen(before position: Int) {
        while let last = open.last, last.end <= position {
            writeGap(to: last.contentEnd)
            cursor = max(cursor, last.end)
            open.removeLast()
        }
    }

    private mutating func write(_ node: PackedNode, _ index: Int, of tree: borrowing MarkdownTree) {
        writeGap(to: min(node.from, open.last?.contentEnd ?? node.from))
        cursor = node.end
        switch node.kind {
        case .emphasis, .strong, .strike, .highlight, .link, .image, .inlineNote:
            cursor = node.contentStart
            open.append((node.contentEnd, node.end))
        case .code, .autolink, .math, .mathDisplay, .escape: writeText(node.contentStart..<node.contentEnd)
        case .embedSize:
            // The bar before an image's size is none of its words.
            if bytes.last == UInt8(ascii: "|") { bytes.removeLast() }
            if bytes.last == UInt8(ascii: "\\") { bytes.removeLast() }
        case .url, .tag: writeText(node.from..<node.end)
        case .entity:
            for scalar in text.entityValue(node.from..<node.end) { bytes += String(scalar).utf8 }
        case .wikilink, .embed:
            var shown = 0..<0
            var hasAlias = false
            for part in index + 1..<index + 1 + Int(node.count) {
                let packed = tree.packed(part)
                let range = packed.from..<packed.end
                if packed.kind == .wikiTarget { shown = range }
                if packed.kind == .wikiSubpath {
                    shown = shown.isEmpty ? range : shown.lowerBound..<range.upperBound
                }
                if packed.kind == .wikiAlias, !range.isEmpty { (shown, hasAlias) = (range, true) }
            }
            guard !hasAlias else { return writeText(shown) }
            for (number, part) in text.wikilinkParts(shown).enumerated() {
                if number > 0 { bytes += WikilinkText.joint }
                writeText(part)
            }
        default: break
        }
    }

    private mutating func writeGap(to end: Int) {
        guard cursor < end else { return }
        writeText(cursor..<end)
        cursor = end
    }

    /// Writes text whose lines may be indented.
    private mutating func writeText(_ range: Range<Int>) {
        for position in range {
            let byte = text[position]
            if byte.isLineEnd {
                while bytes.last == Byte.space || bytes.last == Byte.tab { bytes.removeLast() }
                if !isAtLineStart { bytes.append(Byte.newline) }
                isAtLineStart = true
            } else if !isAtLineStart || !byte.isSpaceOrTab {
                isAtLineStart = false
                bytes.append(byte)
            }
        }
    }
}
