// SPDX-License-Identifier: MIT
// The way of a note onto pages: block by block, so that never more than a page of it is laid out.

internal import NoteExporting
internal import NoteMarkdown

/// Lays a note out and draws it.
final class NoteFlow {
    let content: NotePDFRenderer.Content
    let document: MarkdownDocument
    let size: PageSize
    let setter: TextSetter
    private(set) var drawing: PageDrawing
    let watch: (any ImageWatch)?
    /// How many images were found.
    var imageCount = 0
    private let file: PDFFile
    private var paginator: Paginator
    var frames: [Frame] = []
    var containers: [Container]

    var targets: LinkTargets
    var notes: Footnotes
    var links: [NoteLink] = []
    var linkNumbers: [NoteLink: Int32] = [:]
    var warnings: [NotePDFReport.Warning] = []
    private var known: Set<NotePDFReport.Warning> = []

    /// The highest number in each list.
    var highestOrdinals: [Int: Int] = [:]
    /// The direction of the text before, for text without letters.
    var lastDirection = TextDirection.leftToRight
    var markers: [String: SetText] = [:]

    // What the next box gets.
    var gap = 0.0
    /// In place of what the box and the one before want.
    var forcedGap: Double?
    var isNextGlued = false
    var marks: [Box.Mark] = []
    var marker: Marker?
    private var group = 0

    init(
        _ content: NotePDFRenderer.Content, _ options: NotePDFRenderer.Options, _ watch: (any ImageWatch)?,
        on file: PDFFile
    ) throws(NotePDFError) {
        var content = content
        // The libraries that set text read on behind a character that is cut off.
        let isText = content.body.withUnsafeBufferPointer { UnreadableText(checking: $0) == nil }
        if !isText { content.body = Array(String(decoding: content.body, as: UTF8.self).utf8) }
        self.content = content
        size = PageSize(options.paper)
        let tree = MarkdownTree(parsing: content.body)
        let (document, blockIDs) = content.body.withUnsafeBufferPointer { bytes in
            (
                MarkdownDocument(tree, of: bytes),
                tree.blockIDs(in: bytes).map { (name: $0.name, place: tree[$0.node].range.lowerBound) }
            )
        }
        self.document = document
        targets = LinkTargets(document, blockIDs: blockIDs)
        notes = Footnotes(document)
        let book = try FontBook(options)
        setter = TextSetter(book)
        setter.chooseHanLanguage(content.body, options.language)
        self.watch = watch
        drawing = PageDrawing(book: book, setter: setter, watchedBy: watch)
        self.file = file
        paginator = Paginator(size)
        containers = [Container(block: -1, left: size.left, right: size.right)]
        findTargets()
    }

    /// Lays everything out and draws it; the file is left to be finished.
    func run() throws(NotePDFError) -> NotePDFReport {
        try addHeader()
        try add(document.blocks.indices)
        try close(to: 1)
        try addNotes()
        try addDrawing()
        try addRestOfMarks()
        try paginator.finish { placed throws(NotePDFError) in try draw(placed) }
        if !paginator.placed.isEmpty || file.pages == 0 { try draw(paginator.placed) }
        if !setter.missing.isEmpty {
            warnings.append(NotePDFReport.Warning(.missingGlyphs, codePoints: setter.missing.sorted()))
        }
        return NotePDFReport(pages: file.pages, warnings: warnings)
    }

    /// Lays blocks out but for footnotes and what lies in them, which come at the end.
    func add(_ blocks: Range<Int>) throws(NotePDFError) {
        var next = blocks.lowerBound
        while next < blocks.upperBound {
            let block = document.blocks[next]
            if case .footnote = block.kind {
                next = end(of: block)
            } else {
                try add(block)
                next += 1
            }
        }
    }

    /// The number of the first block behind a block and all that lies in it.
    func end(of block: MarkdownBlock) -> Int {
        var next = block.index + 1
        while next < document.blocks.count, document.blocks[next].range.lowerBound < block.range.upperBound {
            next += 1
        }
        return next
    }

    func warn(_ warning: NotePDFReport.Warning) {
        if known.insert(warning).inserted { warnings.append(warning) }
    }

    func expect(reference name: String, link: Int32) { drawing.awaitedReferences[link] = name }

    // MARK: Boxes

    var container: Container { containers[containers.count - 1] }

    /// Adds a box, with what waits for the next one.
    func add(_ box: Box) throws(NotePDFError) {
        var box = box
        box.gap = forcedGap ?? max(box.gap, gap)
        box.isGlued = box.isGlued || isNextGlued
        gap = 0
        forcedGap = nil
        isNextGlued = false
        if !marks.isEmpty {
            box.marks += marks
            marks.removeAll()
        }
        if let marker, box.baseline > 0 {
            box.marker = marker
            self.marker = nil
        }
        try paginator.add(box) { placed throws(NotePDFError) in try draw(placed) }
    }

    /// Places the names of blocks of which nothing is shown and which nothing follows: links lead to them.
    private func addRestOfMarks() throws(NotePDFError) {
        guard !marks.isEmpty else { return }
        forcedGap = 0
        try add(Box(content: .space, left: size.left, right: size.right, height: 0))
    }

    /// The number for the boxes of one more text.
    func nextGroup() -> Int {
        group += 1
        return group
    }

    /// Adds an empty space that belongs to a frame.
    func addPadding(_ height: Double, isGlued: Bool) throws(NotePDFError) {
        let container = container
        try add(
            Box(
                content: .space, left: container.left, right: container.right, height: height,
                isGlued: isGlued, frame: container.frame))
    }

    /// Adds the lines of a text, none of them alone on a page where that can be.
    func add(
        _ text: StyledText, _ step: TypeScale.Step, above: Double? = nil, keepsWithNext: Bool = false,
        outline: Box.OutlineEntry? = nil
    ) throws(NotePDFError) {
        let container = container
        let direction = text.direction ?? lastDirection
        lastDirection = direction
        let set = setter.set(text, width: container.right - container.left, direction: direction)
        let (height, baseline) = setter.lineMetrics(set, step)
        let count = set.lines.count
        let group = nextGroup()
        for line in 0..<count {
            try add(
                Box(
                    content: .line(set, line), left: container.left, right: container.right, height: height,
                    baseline: baseline, gap: line == 0 ? above ?? step.above : 0,
                    isGlued: line > 0 && (line == 1 || line == count - 1 || keepsWithNext),
                    frame: container.frame, outline: line == 0 ? outline : nil,
                    role: outline.map { .heading($0.level) } ?? .paragraph, group: group))
        }
        gap = step.below
        isNextGlued = keepsWithNext
    }

    private func draw(_ placed: [Paginator.Placed]) throws(NotePDFError) {
        try drawing.draw(placed, frames: frames, links: links, on: file)
    }
}
