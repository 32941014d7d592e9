// SPDX-License-Identifier: MIT
// The order that the nodes of any tree keep, of texts that are not UTF-8 too.

package import NoteSyntax

extension MarkdownTree {
    /// What is wrong with the tree's own order; nil when its nodes lie in each other as they should.
    ///
    /// Asks less than `firstFault(in:)`: in bytes that are not UTF-8 no range can be said to lie inside a
    /// character.
    package func firstDisorder() -> String? {
        var open: [(end: Int, range: Range<Int>)] = []
        var lastStart = 0
        for (index, node) in enumerated() {
            while let last = open.last, last.end <= index { open.removeLast() }
            if node.depth != open.count { return "node \(index) has depth \(node.depth), not \(open.count)" }
            if node.range.lowerBound < lastStart { return "node \(index) starts before the one before" }
            if node.range.upperBound > byteCount { return "node \(index) ends behind the text" }
            if node.content.lowerBound < node.range.lowerBound
                || node.content.upperBound > node.range.upperBound
            {
                return "node \(index) has content outside of it"
            }
            if let outer = open.last?.range,
                node.range.lowerBound < outer.lowerBound || node.range.upperBound > outer.upperBound
            {
                return "node \(index) reaches out of its parent"
            }
            lastStart = node.range.lowerBound
            open.append((index + 1 + node.descendantCount, node.range))
        }
        return nil
    }

    /// What differs first from the tree that a full parse gave, as far as a reader of both can see.
    package func firstVisibleDifference(from whole: MarkdownTree) -> String? {
        for (index, nodes) in zip(self, whole).enumerated() where nodes.0 != nodes.1 {
            return "node \(index) is \(nodes.0) and should be \(nodes.1)"
        }
        if count != whole.count { return "there are \(count) nodes and should be \(whole.count)" }
        if byteCount != whole.byteCount { return "there are \(byteCount) bytes, not \(whole.byteCount)" }
        return frontmatter == whole.frontmatter ? nil : "another front matter"
    }
}
