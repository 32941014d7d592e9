// SPDX-License-Identifier: MIT
// The second phase of a parse: the inline constructs of one paragraph, heading or cell at a time.

/// Finds the inline constructs of one run of inline text.
///
/// Goes through the text once. What it finds is kept as a linked list of items in document order: a
/// delimiter or bracket gets a placeholder when it is met, and the node that it opens takes that place
/// when it is closed. So no item is ever moved, and nothing is sorted.
struct InlineParser: ~Copyable {
    var text = UnsafePointer<UInt8>.nowhere
    var start = 0
    var end = 0
    var isInCell = false
    let classes = ByteClass.table
    /// The labels that references may name.
    var labels = LinkLabels()
    var hasLabels: Bool { !labels.isEmpty }

    /// The items; the first one of a run is no node. `count` is the next one, or `noItem`.
    var items = ScratchBuffer<PackedNode>()
    var tail = 0
    static var noItem: UInt32 { .max }

    var delimiters = ScratchBuffer<Delimiter>()
    var lastDelimiter = -1
    var brackets = ScratchBuffer<Bracket>()
    /// Brackets below cannot open a link: one was closed inside them.
    var inactiveBrackets = 0

    // What need not be looked for again in this run, or up to the place named.
    var lineEnd = -1
    var wikiClose = WikiClose()
    var noDollarBefore = -1
    var noDoubleDollarBefore = -1
    var noPercentBefore = -1
    /// No domain that starts between these places is valid.
    var badDomains = 0..<0
    var backticks = BacktickRuns()
    var missingHTML: HTMLEnds = []

    /// Where the text starts that belongs to no item yet.
    var plainStart = 0

    @inline(__always) func peek(_ position: Int) -> UInt8 { position < end ? text[position] : 0 }

    // MARK: Items

    @discardableResult
    @inline(__always)
    mutating func append(_ item: PackedNode) -> Int {
        let index = items.count
        var item = item
        item.count = Self.noItem
        items.append(item)
        items.base[tail].count = UInt32(truncatingIfNeeded: index)
        tail = index
        return index
    }

    @discardableResult
    mutating func insert(_ item: PackedNode, after place: Int) -> Int {
        let index = items.count
        var item = item
        item.count = items[place].count
        items.append(item)
        items.base[place].count = UInt32(truncatingIfNeeded: index)
        if tail == place { tail = index }
        return index
    }

    mutating func appendPlaceholder(at position: Int) -> Int {
        var item = PackedNode(.escape, position, position)
        item.flags = .placeholder
        return append(item)
    }

    // MARK: The run

    /// Finds what stands in `start..<end`.
    ///
    /// - Parameter first: The first special byte, or `end`.
    mutating func run(from start: Int, to end: Int, first: Int) {
        self.start = start
        self.end = end
        items.truncate(to: 0)
        delimiters.truncate(to: 0)
        brackets.truncate(to: 0)
        lastDelimiter = -1
        inactiveBrackets = 0
        lineEnd = -1
        wikiClose = WikiClose()
        noDollarBefore = -1
        noDoubleDollarBefore = -1
        noPercentBefore = -1
        badDomains = 0..<0
        backticks.reset()
        missingHTML = []
        plainStart = start

        var head = PackedNode(.escape, start, start)
        head.flags = .placeholder
        head.count = Self.noItem
        items.append(head)
        tail = 0

        var position = first
        while position < end {
            position = text.nextSpecial(from: readSpecial(at: position), to: end, classes)
        }
        processDelimiters(above: -1)
    }

    /// Reads what starts at a special byte.
    ///
    /// - Returns: Where to go on.
    @inline(__always)
    private mutating func readSpecial(at position: Int) -> Int {
        switch text[position] {
        case Byte.newline, Byte.carriageReturn: readLineEnd(at: position)
        case UInt8(ascii: "\\"): readBackslash(at: position)
        case UInt8(ascii: "`"): readBackticks(at: position)
        case UInt8(ascii: "*"), UInt8(ascii: "_"): readEmphasis(at: position)
        case UInt8(ascii: "~"), UInt8(ascii: "="): readPair(at: position)
        case UInt8(ascii: "["): readOpenBracket(at: position)
        case UInt8(ascii: "]"): readCloseBracket(at: position)
        case UInt8(ascii: "!"): readExclamation(at: position)
        case UInt8(ascii: "^"): readCaret(at: position)
        case UInt8(ascii: "<"): readAngle(at: position)
        case UInt8(ascii: "&"): readAmpersand(at: position)
        case UInt8(ascii: "$"): readDollar(at: position)
        case UInt8(ascii: "%"): readPercent(at: position)
        case UInt8(ascii: "#"): readHash(at: position)
        case UInt8(ascii: ":"): readColon(at: position)
        case UInt8(ascii: "."): readDot(at: position)
        default: readAt(at: position)
        }
    }

    private mutating func readLineEnd(at position: Int) -> Int {
        var blank = position
        while blank > plainStart, text[blank - 1] == Byte.space { blank -= 1 }
        if position - blank >= 2 { append(PackedNode(.hardBreak, blank, position)) }
        var next = position + 1
        while next < end, text[next].isBlankOrEnd { next += 1 }
        plainStart = next
        return next
    }

    private mutating func readBackslash(at position: Int) -> Int {
        guard position + 1 < end else { return position + 1 }
        let next = text[position + 1]
        if next.isLineEnd {
            append(PackedNode(.hardBreak, position, position + 1))
            return position + 1
        }
        guard next.isPunctuation else { return position + 1 }
        // A backslash does not keep a command from being one.
        if next == UInt8(ascii: "<"), peek(position + 2) == TemplaterCommands.mask { return position + 1 }
        append(PackedNode(.escape, position, position + 2, content: position + 1..<position + 2))
        return done(position + 2)
    }

    private mutating func readAmpersand(at position: Int) -> Int {
        guard let entityEnd = text.entityEnd(at: position, to: end) else { return position + 1 }
        append(PackedNode(.entity, position, entityEnd))
        return done(entityEnd)
    }

    /// The end of the line that `position` is in.
    mutating func endOfLine(at position: Int) -> Int {
        if position > lineEnd { lineEnd = text.lineEnd(from: position, to: end) }
        return lineEnd
    }

    /// Notes that the text before `position` belongs to items.
    @inline(__always)
    mutating func done(_ position: Int) -> Int {
        plainStart = position
        return position
    }
}
