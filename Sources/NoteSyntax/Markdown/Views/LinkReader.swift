// SPDX-License-Identifier: MIT
// Reads the links of a tree one by one, and looks up what references stand for.

/// Reads links.
struct LinkReader {
    let tree: MarkdownTree
    let text: UnsafePointer<UInt8>
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var links: [MarkdownLink] = []
    /// The destination of each defined label, by its number; read when the first reference is met.
    private var definitions: [UInt32: Range<Int>]?

    init(tree: MarkdownTree, text: UnsafePointer<UInt8>, bytes: UnsafeBufferPointer<UInt8>) {
        self.tree = tree
        self.text = text
        self.bytes = bytes
    }

    mutating func read(_ index: Int) {
        let node = tree.packed(index)
        let range = node.from..<node.end
        switch node.kind {
        case .wikilink, .embed:
            var target = node.contentStart..<node.contentStart
            var subpath: Range<Int>?
            var alias: Range<Int>?
            forEachPart(index, node) { part in
                switch part.kind {
                case .wikiTarget: target = part.from..<part.end
                case .wikiSubpath: subpath = part.from..<part.end
                case .wikiAlias: alias = part.from..<part.end
                default: break
                }
            }
            add(node.kind == .wikilink ? .wikilink : .embed, range, target, subpath, alias, isWritten: false)
        case .link, .image:
            if node.flags.contains(.special) {
                readReference(index, node)
            } else {
                var destination = node.contentEnd..<node.contentEnd
                forEachPart(index, node) { if $0.kind == .linkDestination { destination = $0.from..<$0.end } }
                let (target, subpath) = divided(destination)
                add(
                    node.kind == .link ? .link : .image, range, target, subpath,
                    node.contentStart..<node.contentEnd, isWritten: true)
            }
        case .frontmatter: readFrontmatter(node)
        default:
            add(.url, range, node.contentStart..<node.contentEnd, nil, nil, isWritten: false)
        }
    }

    private mutating func add(
        _ kind: MarkdownLink.Kind, _ range: Range<Int>, _ target: Range<Int>, _ subpath: Range<Int>?,
        _ alias: Range<Int>?, isWritten: Bool
    ) {
        let name =
            isWritten
            ? MarkdownTree.unescaped(bytes, target)
            : String(decoding: UnsafeBufferPointer(rebasing: bytes[target]), as: UTF8.self)
        links.append(
            MarkdownLink(
                kind: kind, range: range, targetRange: target, target: name, subpathRange: subpath,
                aliasRange: alias))
    }

    private func forEachPart(_ index: Int, _ node: PackedNode, _ body: (PackedNode) -> Void) {
        // Over what lies in the parts: images may be nested without end.
        let end = index + 1 + Int(node.count)
        var child = index + 1
        while child < end {
            let part = tree.packed(child)
            body(part)
            child += 1 + Int(part.count)
        }
    }

    private mutating func readReference(_ index: Int, _ node: PackedNode) {
        var label = node.contentStart..<node.contentEnd
        forEachPart(index, node) { if $0.kind == .linkLabel { label = $0.from..<$0.end } }
        let known = definitions ?? readDefinitions()
        definitions = known
        let destination = tree.labels.number(of: text, label).flatMap { known[$0] } ?? label
        let (target, subpath) = divided(destination)
        add(
            .reference, node.from..<node.end, target, subpath, node.contentStart..<node.contentEnd,
            isWritten: true)
    }

    private func readDefinitions() -> [UInt32: Range<Int>] {
        var found: [UInt32: Range<Int>] = [:]
        tree.forEach(.linkDefinition) { index, node in
            guard found[node.data] == nil else { return }
            forEachPart(index, node) { part in
                if part.kind == .linkDestination { found[node.data] = part.from..<part.end }
            }
        }
        return found
    }

    /// A destination without what follows its first `#`, unless it is an address with a scheme: as it is read,
    /// for `&#38;` holds no such sign, and `\#` is one.
    private func divided(_ destination: Range<Int>) -> (target: Range<Int>, subpath: Range<Int>?) {
        var position = destination.lowerBound
        while position < destination.upperBound {
            let (meant, next) = character(at: position, to: destination.upperBound)
            if meant == UInt8(ascii: ":"), position > destination.lowerBound { return (destination, nil) }
            if meant == UInt8(ascii: "#") {
                return (destination.lowerBound..<position, position..<destination.upperBound)
            }
            position = next
        }
        return (destination, nil)
    }

    /// What an escape, a character reference or a byte means, and where the next one begins; nil for what is
    /// more than one byte.
    private func character(at position: Int, to end: Int) -> (meant: UInt8?, next: Int) {
        let byte = text[position]
        if byte == UInt8(ascii: "\\"), position + 1 < end, text[position + 1].isPunctuation {
            return (text[position + 1], position + 2)
        }
        guard byte == UInt8(ascii: "&"), let after = text.entityEnd(at: position, to: end) else {
            return (byte, position + 1)
        }
        let scalars = text.entityValue(position..<after)
        return (scalars.count == 1 ? UInt8(exactly: scalars[0].value) : nil, after)
    }

    private mutating func readFrontmatter(_ node: PackedNode) {
        var found: [Range<Int>] = []
        FrontmatterFields.scan(text, node.contentStart..<node.contentEnd) { field in
            if field.kind == .wikilink { found.append(field.range) }
        }
        for range in found {
            var target = range.lowerBound + 2..<range.upperBound - 2
            var alias: Range<Int>?
            var subpath: Range<Int>?
            if let bar = target.first(where: { text[$0] == UInt8(ascii: "|") }) {
                alias = bar + 1..<target.upperBound
                target = target.lowerBound..<bar
            }
            if let hash = target.first(where: { text[$0] == UInt8(ascii: "#") }) {
                subpath = hash..<target.upperBound
                target = target.lowerBound..<hash
            }
            links.append(
                MarkdownLink(
                    kind: .wikilink, range: range, targetRange: target,
                    target: QuotedScalar.value(of: bytes[target], in: text[range.lowerBound - 1]),
                    subpathRange: subpath, aliasRange: alias))
        }
    }

    /// Reads every definition of a label.
    mutating func readEveryDefinition() {
        tree.forEach(.linkDefinition) { index, node in
            forEachPart(index, node) { part in
                guard part.kind == .linkDestination else { return }
                let (target, subpath) = divided(part.from..<part.end)
                add(.reference, node.from..<node.end, target, subpath, nil, isWritten: true)
            }
        }
    }
}
