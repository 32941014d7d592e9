// SPDX-License-Identifier: MIT
// The links of a note: every kind, with the parts that a rename or a check needs.

/// One link, embed, image or address of a note.
public struct MarkdownLink: Hashable, Sendable {
    /// How a link is written.
    public enum Kind: String, Hashable, Sendable {
        case wikilink, embed, link, image, url, reference
    }

    /// How it is written.
    public let kind: Kind
    /// All its bytes.
    public let range: Range<Int>
    /// The bytes that name the target, without subpath; of a reference, those in its definition. Empty for
    /// a link within the note.
    public let targetRange: Range<Int>
    /// The target: escapes and character references resolved, percent signs as they are.
    public let target: String
    /// The bytes behind the target, from its `#` on, however that is written.
    public let subpathRange: Range<Int>?
    /// The words that it shows, where it has any.
    public let aliasRange: Range<Int>?

    /// The part behind the target as it is read, with its `#`; nil where there is none. As in the target,
    /// escapes and character references are resolved where the link is one of Markdown; in double brackets
    /// there are none.
    ///
    /// - Parameter bytes: The bytes of the note that the link is in.
    public func subpath(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        subpathRange.map { range in
            switch kind {
            case .link, .image, .reference: MarkdownTree.unescaped(bytes, range)
            case .wikilink, .embed, .url:
                String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
            }
        }
    }
}

extension MarkdownTree {
    /// The links of the note in order, those in front matter values of the form `"[[…]]"` included.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func links(in bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownLink] {
        guard let text = bytes.baseAddress else { return [] }
        var reader = LinkReader(tree: self, text: text, bytes: bytes)
        for index in 0..<chunks.count {
            for position in chunks[index].nodes.indices {
                switch chunks[index].nodes[position].kind {
                case .wikilink, .embed, .link, .image, .url, .autolink, .frontmatter:
                    reader.read(chunks[index].first + position)
                default: break
                }
            }
        }
        return reader.links
    }

    /// The definitions of labels in order, each as a reference that stands for all of its own, whether or not
    /// the note refers to it.
    ///
    /// - Parameter bytes: The bytes that the tree was made from.
    public func linkDefinitions(in bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownLink] {
        guard let text = bytes.baseAddress else { return [] }
        var reader = LinkReader(tree: self, text: text, bytes: bytes)
        reader.readEveryDefinition()
        return reader.links
    }
}
