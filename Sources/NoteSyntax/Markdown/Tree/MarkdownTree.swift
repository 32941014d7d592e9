// SPDX-License-Identifier: MIT
// The tree of a note: every block and inline construct with its exact bytes, in one compact array.

/// What a note's text means: its blocks and inline constructs, in document order, outer before inner.
///
/// The tree holds positions only; whoever reads it keeps the bytes it was made from. Its nodes lie in
/// chunks whose positions count from their own start, so an edit touches the chunks it reaches and the
/// table of chunks, and copies share the rest.
public struct MarkdownTree: Sendable {
    var chunks: [NodeChunk] = []
    /// The number of bytes of the text.
    public internal(set) var byteCount: Int
    /// How many nodes there are.
    public internal(set) var count = 0
    /// The labels that the note's link definitions define.
    var labels = LinkLabels()
    /// The Templater commands of the text, in order.
    var commands = TemplaterCommands()
    /// The front matter of the text.
    public internal(set) var frontmatter: Frontmatter?

    /// Whether the text starts as front matter does that has no end: any line may end it.
    var mayOpenFrontmatter = false

    /// Parses a note.
    ///
    /// Takes any bytes: a byte order mark, any line endings, and what is not UTF-8. Takes time in
    /// proportion to their number, and at most 4 GiB of them.
    ///
    /// - Parameter bytes: The bytes of the file, or of the shown text.
    public init(parsing bytes: UnsafeBufferPointer<UInt8>) {
        var region = TreeRegion()
        self.init(parsing: bytes, in: &region)
    }

    /// Parses a note in a region that may have been used before.
    init(parsing bytes: UnsafeBufferPointer<UInt8>, in region: inout TreeRegion) {
        precondition(bytes.count < UInt32.max, "a text of \(bytes.count) bytes is more than a tree can hold")
        byteCount = bytes.count
        guard let text = bytes.baseAddress else { return }
        commands = TemplaterCommands(in: text, to: bytes.count)
        frontmatter = Frontmatter(in: bytes)
        mayOpenFrontmatter = frontmatter == nil && text.opensFrontmatter(to: bytes.count)
        region.begin(
            in: TextWindow(whole: bytes, text), commands: commands, frontmatter: frontmatter, labels: labels,
            mayHaveReturns: text.first(Byte.carriageReturn, from: 0, to: bytes.count) < bytes.count)
        region.startAtTop()
        region.parseToEnd()
        region.writeNodes()
        labels = region.labels
        count = region.writer.nodes.count
        let nodes = UnsafePointer(region.writer.nodes.base)
        chunks = NodeChunk.chunks(of: UnsafeBufferPointer(start: nodes, count: count))
    }

    /// Parses a note.
    public init(parsing bytes: some Collection<UInt8>) {
        let parsed = bytes.withContiguousStorageIfAvailable { MarkdownTree(parsing: $0) }
        self = parsed ?? Array(bytes).withUnsafeBufferPointer { MarkdownTree(parsing: $0) }
    }
}
