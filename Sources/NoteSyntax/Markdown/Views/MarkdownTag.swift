// SPDX-License-Identifier: MIT
// The tags of a note's text.

/// One tag in a note's text.
public struct MarkdownTag: Hashable, Sendable {
    /// Its name without the sign, as it is written.
    public let name: String
    /// All its bytes, the sign included.
    public let range: Range<Int>

    /// The tags that a nested one lies in, from the outermost: `a` and `a/b` of `a/b/c`.
    public var parents: [String] {
        name.indices.filter { name[$0] == "/" && $0 > name.startIndex }.map { String(name[..<$0]) }
    }
}

extension MarkdownTree {
    /// The tags of the note's text, in order; those of its front matter are not among them.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func tags(in bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownTag] {
        var tags: [MarkdownTag] = []
        forEach(.tag) { _, node in
            let name = String(
                decoding: UnsafeBufferPointer(rebasing: bytes[node.contentStart..<node.end]), as: UTF8.self)
            tags.append(MarkdownTag(name: name, range: node.from..<node.end))
        }
        return tags
    }
}
