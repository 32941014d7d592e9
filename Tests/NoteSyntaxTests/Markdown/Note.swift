// SPDX-License-Identifier: MIT
// A text with its tree, as the tests on views want it.

import NoteSyntax

/// A text, its bytes and its tree.
struct Note {
    var bytes: [UInt8]
    var tree: MarkdownTree

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tree = MarkdownTree(parsing: bytes)
    }

    func read<Result>(_ body: (MarkdownTree, UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(tree, $0) }
    }

    subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The texts of the nodes of one kind.
    func texts(of kind: MarkdownKind) -> [String] { tree.filter { $0.kind == kind }.map { self[$0.range] } }

    /// Replaces a range and follows.
    @discardableResult
    mutating func replace(_ range: Range<Int>, with text: String) -> MarkdownChange {
        bytes.replaceSubrange(range, with: Array(text.utf8))
        let count = text.utf8.count
        return bytes.withUnsafeBufferPointer { tree.update(replacing: range, withCount: count, in: $0) }
    }

    /// Ticks a task.
    mutating func toggle(_ task: MarkdownTask, to status: String? = nil) {
        replace(task.statusRange, with: status ?? String(task.toggledStatus))
    }

    var tasks: [MarkdownTask] { read { $0.tasks(in: $1) } }
    var links: [MarkdownLink] { read { $0.links(in: $1) } }
    var tags: [String] { read { $0.tags(in: $1) }.map(\.name) }
}
