// SPDX-License-Identifier: MIT
// The first phase of a parse: the blocks, line by line, as CommonMark's appendix tells it.

/// Divides a text into blocks.
///
/// Goes through the text once. Every line costs its length and the number of open containers,
/// which `deepestNesting` bounds; markers nested deeper are text.
struct BlockParser: ~Copyable {
    /// How many containers may lie in each other. A list and its item count as two.
    static var deepestNesting: Int { 250 }

    var text = UnsafePointer<UInt8>.nowhere
    let classes = ByteClass.table
    private(set) var textEnd = 0
    /// Whether a carriage return stands in the text, as far as is known.
    private var mayHaveReturns = true
    /// The Templater commands of the text, in order; their line endings end no line.
    private(set) var commands: [Range<Int>] = []
    var nextCommand = 0

    /// The blocks found, in document order; positions are those of the text.
    var nodes = ScratchBuffer<PackedNode>()
    var stack = ScratchBuffer<OpenBlock>()
    var leaf = OpenLeaf()
    var alignments = ScratchBuffer<NodeFlags>()
    /// The labels defined, in order, and their names.
    var definitions = ScratchBuffer<UInt32>()
    var labels = LinkLabels()
    var masked = ScratchBuffer<UInt8>()
    /// The cells of the row being cut.
    var cells = ScratchBuffer<CellRange>()

    // The line being read.
    var lineStart = 0
    var lineEnd = 0
    var nextLine = 0
    /// Whether the line before separates blocks of a list.
    var isPreviousBlank = false
    /// How many of the open containers the line before is not blank for: those up to the last quote whose mark
    /// it has. And the same of the line being read.
    var blankReach = 0
    private var markedReach = 0
    /// Whether the line before is empty but for the prefixes of containers.
    var isPreviousEmpty = false

    // The place in the line.
    var offset = 0
    var column = 0
    /// Whether some columns of the tab at `offset` are used already; `column` counts them.
    var isInsideTab = false
    var nonspace = 0
    var indent = 0
    var isBlank = false
    /// The quote marks of this line that belong to containers already open.
    var marks = ScratchBuffer<Int>()
    var areUnmatchedClosed = false
    var opensItem = false
    /// No rule of this sign starts before this place in the line.
    var ruleSign: UInt8 = 0
    var noRuleBefore = 0
    var matched = 0

    /// Starts with a text; whatever was read before is forgotten.
    mutating func begin(
        _ text: UnsafePointer<UInt8>, to end: Int, commands: [Range<Int>], labels: LinkLabels,
        mayHaveReturns: Bool
    ) {
        self.text = text
        textEnd = end
        self.commands = commands
        self.labels = labels
        self.mayHaveReturns = mayHaveReturns
        nextCommand = 0
        nodes.truncate(to: 0)
        stack.truncate(to: 0)
        leaf = OpenLeaf()
        alignments.truncate(to: 0)
        definitions.truncate(to: 0)
        closedOutside.truncate(to: 0)
        lineStart = 0
        isPreviousBlank = false
        // What comes first, behind the front matter too, has no text before it.
        isPreviousEmpty = true
        noRuleBefore = 0
    }

    @inline(__always) func peek(_ position: Int) -> UInt8 {
        position < lineEnd ? text[position] : Byte.newline
    }

    /// The containers that were opened before the region, as they were closed in it, innermost last.
    var closedOutside = ScratchBuffer<ClosedContainer>()

    /// Reads all lines, and closes what is open at the end.
    mutating func run() {
        while lineStart < textEnd {
            readLine()
            lineStart = nextLine
        }
        closeAll()
    }

    mutating func closeAll() {
        closeLeaf()
        while stack.count > 0 { closeContainer() }
    }

    // MARK: One line

    /// Finds the end of the line at `lineStart`.
    mutating func findLineEnd() {
        var end = lineStart
        while true {
            end =
                mayHaveReturns
                ? text.lineEnd(from: end, to: textEnd) : text.first(Byte.newline, from: end, to: textEnd)
            if commands.isEmpty { break }
            while nextCommand < commands.count, commands[nextCommand].upperBound <= end { nextCommand += 1 }
            guard nextCommand < commands.count, commands[nextCommand].lowerBound < end else { break }
            end = commands[nextCommand].upperBound
        }
        lineEnd = end
        nextLine = end
        if end < textEnd {
            nextLine = end + 1
            if text[end] == Byte.carriageReturn, nextLine < textEnd, text[nextLine] == Byte.newline {
                nextLine += 1
            }
        }
    }

    mutating func readLine() {
        opensItem = false
        readStructure()
        isPreviousEmpty = isBlank && !opensItem
        blankReach = markedReach
    }

    private mutating func readStructure() {
        findLineEnd()
        offset = lineStart
        column = 0
        isInsideTab = false
        marks.truncate(to: 0)
        areUnmatchedClosed = false
        findIndent()

        matchContainers()
        if matched == stack.count, leaf.kind != .none, leaf.kind != .paragraph, continueLeaf() {
            isPreviousBlank = isBlank && leaf.kind != .fence && leaf.kind != .math && leaf.kind != .comment
            return
        }
        let wasParagraph = leaf.kind == .paragraph
        if !isBlank, startBlocks(isLazy: wasParagraph) {
            isPreviousBlank = false
            return
        }
        addText(wasParagraph: wasParagraph)
    }

    /// Goes through the open containers as long as the line continues them.
    private mutating func matchContainers() {
        matched = 0
        markedReach = 0
        while matched < stack.count {
            switch stack.base[matched].kind {
            case .quote, .callout:
                guard indent <= 3, !isBlank, text[nonspace] == UInt8(ascii: ">") else { return }
                marks.append(nonspace)
                stack.base[matched].end = nonspace + 1
                markedReach = matched + 1
                skipQuoteMark()
            case .item, .footnoteDefinition:
                if indent >= stack.base[matched].width, !isBlank || stack.base[matched].hasChildren {
                    advance(columns: stack.base[matched].width)
                    findIndent()
                } else if isBlank, stack.base[matched].hasChildren {
                    advance(to: nonspace)
                } else {
                    return
                }
            case .table:
                if isBlank { return }
            default: break
            }
            matched += 1
        }
    }

    /// Takes the line as text, where no block starts in it.
    private mutating func addText(wasParagraph: Bool) {
        if !areUnmatchedClosed, leaf.kind == .paragraph, wasParagraph, !isBlank {
            // A continuation, or a lazy one.
            addMarks(depth: leaf.depth + 1)
            addParagraphLine()
            isPreviousBlank = false
            return
        }
        let opened = areUnmatchedClosed
        closeUnmatched()
        if isBlank {
            // The rest of a line that opened a container separates nothing, nor does `>` alone.
            let kind = stack.count > 0 ? stack.last.kind : .paragraph
            isPreviousBlank = !opened && kind != .quote && kind != .callout
            return
        }
        if stack.count > 0, stack.last.kind == .table {
            addRow()
        } else {
            openParagraph()
        }
        isPreviousBlank = false
    }

    // MARK: Moving along the line

    /// Finds the first byte at or after `offset` that is no space or tab, and its indentation.
    @inline(__always)
    mutating func findIndent() {
        var position = offset
        var columns = 0
        while position < lineEnd {
            let byte = text[position]
            if byte == Byte.space {
                columns += 1
            } else if byte == Byte.tab {
                columns += 4 - ((column + columns) & 3)
            } else {
                break
            }
            position += 1
        }
        nonspace = position
        indent = columns
        isBlank = position >= lineEnd
    }

    mutating func advance(to position: Int) {
        column += indent
        offset = position
        isInsideTab = false
        indent = 0
    }

    /// Moves over white space by `columns` columns, at most to its end.
    mutating func advance(columns: Int) {
        var left = columns
        while left > 0, offset < lineEnd {
            let byte = text[offset]
            if byte == Byte.space {
                offset += 1
                column += 1
                left -= 1
            } else if byte == Byte.tab {
                let width = 4 - (column & 3)
                if width <= left {
                    offset += 1
                    column += width
                    left -= width
                    isInsideTab = false
                } else {
                    column += left
                    isInsideTab = true
                    left = 0
                }
            } else {
                break
            }
        }
    }

    /// Moves over `>` at `nonspace`, and over one column of white space after it.
    mutating func skipQuoteMark() {
        advance(to: nonspace)
        offset += 1
        column += 1
        if offset < lineEnd, text[offset].isSpaceOrTab { advance(columns: 1) }
        findIndent()
    }
}

extension UnsafePointer<UInt8> {
    /// The first line feed or carriage return at or after `start`; `end` where there is none.
    @inlinable @inline(__always)
    package func lineEnd(from start: Int, to end: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let raw = UnsafeRawPointer(self)
        var index = start
        while end &- index >= 8 {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            // Some byte is below 0x0E exactly when this is not 0; most lines have no other such byte.
            if (word &- ones &* 0x0E) & ~word & tops != 0 {
                let feeds = word ^ (ones &* 0x0A)
                let returns = word ^ (ones &* 0x0D)
                let found = (((feeds &- ones) & ~feeds) | ((returns &- ones) & ~returns)) & tops
                if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            }
            index &+= 8
        }
        while index < end, !self[index].isLineEnd { index &+= 1 }
        return index
    }
}
