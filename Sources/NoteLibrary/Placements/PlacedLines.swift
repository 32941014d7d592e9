// SPDX-License-Identifier: MIT
// A note as lines and blocks, as far as placing something between them needs to know.

internal import NoteMarkdown
internal import NoteSyntax

/// The lines of a note's file, its outermost blocks, and its meaning to a reader.
struct PlacedLines {
    /// The bytes of the file.
    let file: [UInt8]
    /// How many of them are the byte order mark.
    let mark: Int
    /// Where the body starts.
    let body: Int
    /// The outermost blocks in order.
    let blocks: [Block]
    /// The note as it is read.
    let document: MarkdownDocument

    /// An outermost block: its lines, the line ending of the last one included.
    struct Block: Hashable {
        var lines: Range<Int>
        /// Whether a reader sees it: a comment or a link definition is none to him.
        var isSeen: Bool
    }

    init(_ file: [UInt8]) {
        self.file = file
        let tree = MarkdownTree(parsing: file)
        mark = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let body = tree.frontmatter?.range.upperBound ?? mark
        self.body = body
        var blocks: [Block] = []
        var node = 0
        while node < tree.count {
            let outermost = tree[node]
            if outermost.kind != .frontmatter {
                let start = Self.lineStart(outermost.range.lowerBound, in: file, from: body)
                let end = Self.lineEnd(
                    max(outermost.range.lowerBound, outermost.range.upperBound - 1), in: file)
                let isSeen = outermost.kind != .commentBlock && outermost.kind != .linkDefinition
                if let last = blocks.last, last.lines.upperBound > start {
                    // Two that share a line are one here.
                    blocks[blocks.count - 1].lines = last.lines.lowerBound..<max(last.lines.upperBound, end)
                    blocks[blocks.count - 1].isSeen = last.isSeen || isSeen
                } else {
                    blocks.append(Block(lines: start..<end, isSeen: isSeen))
                }
            }
            node = tree.next(after: node)
        }
        self.blocks = blocks
        document = file.withUnsafeBufferPointer { MarkdownDocument(tree, of: $0) }
    }

    /// Where the lines of a gap start: those above the block with this number, or behind the last.
    func gap(above block: Int) -> Range<Int> {
        let start = block > 0 ? blocks[block - 1].lines.upperBound : body
        return start..<(block < blocks.count ? blocks[block].lines.lowerBound : file.count)
    }

    /// The line ending that a new line has in front of an offset: that of the line before, else of the first.
    func ending(before offset: Int) -> [UInt8] {
        let above = Self.ending(file[..<offset])
        if !above.isEmpty { return above }
        let first = Self.lineEnd(0, in: file)
        let ending = Self.ending(file[..<first])
        return ending.isEmpty ? [0x0A] : ending
    }

    /// The line ending that some bytes end in; empty where they end in none.
    static func ending(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let last = bytes.last, last == 0x0A || last == 0x0D else { return [] }
        return last == 0x0A && bytes.dropLast().last == 0x0D ? [0x0D, 0x0A] : [last]
    }

    /// The lines of some bytes, each with its ending.
    static func lines(_ range: Range<Int>, in file: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(range.upperBound, lineEnd(start, in: file))
            lines.append(start..<end)
            start = end
        }
        return lines
    }

    /// Where the line of an offset starts, looked for down to `limit`.
    static func lineStart(_ offset: Int, in file: [UInt8], from limit: Int) -> Int {
        var start = offset
        while start > limit, file[start - 1] != 0x0A, file[start - 1] != 0x0D { start -= 1 }
        return start
    }

    /// Where the line of an offset ends, its ending included.
    static func lineEnd(_ offset: Int, in file: [UInt8]) -> Int {
        var end = offset
        while end < file.count {
            let byte = file[end]
            end += 1
            if byte == 0x0A { return end }
            if byte == 0x0D { return end < file.count && file[end] == 0x0A ? end + 1 : end }
        }
        return end
    }
}
