// SPDX-License-Identifier: MIT
// One stretch of a text, from a line where blocks can start to a line where the old tree holds again.

/// A stretch of a text that is parsed in one go: all of it, or what an edit reaches.
struct TreeRegion: ~Copyable {
    private var raw = UnsafePointer<UInt8>.nowhere
    private var end = 0
    private var frontmatter: Frontmatter?
    private var commands = TemplaterCommands()
    /// The text with its commands made harmless; empty where there are none.
    private var masked: [UInt8] = []
    private(set) var blocks = BlockParser()
    private(set) var writer = TreeWriter()
    private(set) var start = 0
    /// The text before is free of commands, and nothing after is read; `nil` where commands are masked.
    private var plainUntil: Int?
    /// Whether the parse came to the end of the plain text.
    private(set) var isBlocked = false

    /// Starts with a text; whatever was parsed before is forgotten, and its memory used again.
    ///
    /// - Parameter mayHaveReturns: False where somebody knows that the text has no carriage return.
    mutating func begin(
        in window: TextWindow, commands: TemplaterCommands, frontmatter: Frontmatter?, labels: LinkLabels,
        plainUntil: Int? = nil, mayHaveReturns: Bool = true
    ) {
        raw = window.text
        end = window.end
        self.commands = commands
        self.frontmatter = frontmatter
        self.plainUntil = plainUntil
        masked = commands.ranges.isEmpty || plainUntil != nil ? [] : commands.masking(window.bytes)
        isBlocked = false
        blocks.begin(
            raw, to: end, commands: commands.ranges, labels: labels, mayHaveReturns: mayHaveReturns)
    }

    /// Starts with the first byte of the text.
    mutating func startAtTop() {
        start = 0
        let hasMark = raw.hasPrefix("\u{FEFF}", at: 0, to: end)
        blocks.lineStart = frontmatter?.range.upperBound ?? (hasMark ? 3 : 0)
        if let frontmatter {
            blocks.nodes.append(
                PackedNode(
                    .frontmatter, frontmatter.range.lowerBound, frontmatter.range.upperBound,
                    content: frontmatter.text))
        }
    }

    /// Starts with the first byte of a text that is a part of a body: no mark and no front matter.
    mutating func startInBody() { start = 0 }

    /// Starts with a line that starts a block inside `containers`, which are open.
    mutating func start(
        at line: Int, inside containers: borrowing ScratchBuffer<OpenBlock>, alignments: [NodeFlags],
        after block: PackedNode
    ) {
        start = line
        blocks.lineStart = line
        blocks.isPreviousBlank = block.flags.contains(.afterBlank)
        blocks.isPreviousEmpty = block.flags.contains(.afterEmpty)
        for index in 0..<containers.count { blocks.stack.append(containers[index]) }
        for alignment in alignments { blocks.alignments.append(alignment) }
        blocks.skipCommands(before: line)
    }

    /// Where the next line starts.
    var nextLine: Int { blocks.lineStart }

    /// The labels defined, those of this stretch included.
    var labels: LinkLabels { blocks.labels }

    mutating func parseToEnd() {
        masked.withUnsafeBufferPointer { masked in
            if !masked.isEmpty, let base = masked.baseAddress { blocks.text = base }
            blocks.run()
        }
    }

    /// Reads lines until `isSynced` says that the old tree holds from the line just read.
    ///
    /// - Parameters:
    ///   - first: Lines that start before are not asked about.
    ///   - isSynced: Gets the first block that starts in a line, and where the line starts.
    /// - Returns: Where that line starts; its nodes are taken back. `nil` at the end of the text.
    mutating func parse(
        askingFrom first: Int, isSynced: (_ block: PackedNode, _ line: Int, _ openOutside: Int) -> Bool
    ) -> Int? {
        masked.withUnsafeBufferPointer { masked in
            if !masked.isEmpty, let base = masked.baseAddress { blocks.text = base }
            return blocks.run(
                askingFrom: first, before: plainUntil ?? .max, isBlocked: &isBlocked, isSynced: isSynced)
        }
    }

    /// Writes the nodes of the stretch, with positions that count from the start of the text.
    mutating func writeNodes() {
        guard !masked.isEmpty else { return writeNodes(raw) }
        masked.withUnsafeBufferPointer { writeNodes($0.baseAddress ?? raw) }
        let first = commands.ranges.partitionPoint { $0.lowerBound >= start }
        let last = commands.ranges.partitionPoint { $0.lowerBound >= blocks.lineStart }
        let merge = CommandMerge(commands.ranges[first..<last], into: writer.nodes, baseDepth: 0, text: raw)
        writer.replaceNodes(with: merge.take())
    }

    private mutating func writeNodes(_ text: UnsafePointer<UInt8>) {
        writer.write(blocks.nodes, text: text, end: end, labels: blocks.labels)
    }
}
