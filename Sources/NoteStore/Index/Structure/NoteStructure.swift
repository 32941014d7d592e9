// SPDX-License-Identifier: MIT
// What the index keeps of a note besides its full text, read from the note in one go.

internal import NoteFiles
internal import NoteKit
internal import NoteMarkdown

/// The aliases, tags, headings, links, tasks and properties of one note.
struct NoteStructure: Equatable, Sendable {
    /// The aliases of its front matter.
    var aliases: [String] = []
    /// The tags of its front matter, then those of its text, once each as they are written first.
    var tags: [String] = []
    var headings: [IndexedHeading] = []
    var links: [IndexedLink] = []
    /// The keys of the files that definitions of labels name and no link does, in order.
    var definitionKeys: [String] = []
    var tasks: [IndexedTask] = []
    var properties: [IndexedProperty] = []

    /// A larger note is found by its text and its title alone: its tree would take more memory than a program
    /// that only remembers should.
    static let largestRead = 64 << 20

    init() {}

    /// Reads a note.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file, UTF-8.
    ///   - path: Its path in the vault, which its parts carry.
    init(of bytes: UnsafeBufferPointer<UInt8>, at path: NotePath) {
        guard bytes.count <= Self.largestRead else { return }
        let tree = MarkdownTree(parsing: bytes)
        let lines = LineNumbers(of: bytes)
        func text(_ range: Range<Int>) -> String {
            String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
        headings = tree.outline(in: bytes).map {
            IndexedHeading(
                note: path, level: $0.level, text: $0.text, line: lines.line(at: $0.range.lowerBound),
                range: $0.range)
        }
        links = tree.links(in: bytes).map { link in
            IndexedLink(
                note: path, kind: link.kind, target: link.target,
                subpath: link.subpath(in: bytes),
                line: lines.line(at: link.range.lowerBound), range: link.range,
                targetRange: link.targetRange)
        }
        definitionKeys = Set(
            tree.linkDefinitions(in: bytes).filter { $0.kind != .url }.flatMap { definition in
                IndexedLink.keys(
                    of: definition.target,
                    definition.subpathRange.map { MarkdownTree.unescaped(bytes, $0) },
                    written: LinkStyle(definition.kind))
            }
        ).subtracting(links.flatMap(\.keys)).sorted()
        tasks = tree.tasks(in: bytes).map {
            IndexedTask(
                note: path, status: $0.status, text: text($0.text), textRange: $0.text, depth: $0.depth,
                line: lines.line(at: $0.box.lowerBound), range: $0.range)
        }
        readProperties(of: bytes, at: path)
        addTags(tree.tags(in: bytes).lazy.map(\.name))
    }

    private mutating func readProperties(of bytes: UnsafeBufferPointer<UInt8>, at path: NotePath) {
        guard let block = Frontmatter(in: bytes) else { return }
        for property in NoteProperties(of: Array(bytes[..<block.range.upperBound])).properties {
            properties.append(
                IndexedProperty(
                    note: path, name: property.key, kind: property.value.kind, text: property.text,
                    line: property.line))
            guard case .list(let entries) = property.value else { continue }
            switch property.key.lowercased() {
            case "aliases": aliases += entries.filter { !$0.isEmpty }
            case "tags": addTags(entries.lazy.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 })
            default: break
            }
        }
    }

    private mutating func addTags(_ names: some Sequence<String>) {
        var met = Set(tags.map(Self.fold))
        for name in names where !name.isEmpty && met.insert(Self.fold(name)).inserted { tags.append(name) }
    }

    /// A tag or the name of a property as it is compared: Obsidian takes those alike that differ in case alone.
    static func fold(_ name: String) -> String { name.lowercased() }
}
