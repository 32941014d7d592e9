// SPDX-License-Identifier: MIT
// How the parts of a YAML text become the names and values of a front matter.

/// Puts names and values together, and stops at what is none.
struct YAMLComposer: ~Copyable {
    /// How deep lists and mappings may lie in each other.
    static let deepest = 500

    private var events: YAMLEvents
    private let file: UnsafeBufferPointer<UInt8>
    private let cover: LineSignCover?
    private var event: YAMLEvent
    /// The names that aliases may refer to.
    private var anchors: Set<[UInt8]> = []
    private var anchorCount = 0
    /// The end of what was last read, without what only the indentation ends.
    private var lastEnd = 0

    private(set) var pairs: [YAMLPair] = []
    /// Whether the mapping stands in braces.
    private(set) var isFlow = false

    /// Reads a front matter.
    ///
    /// - Parameters:
    ///   - yaml: Its text as libyaml may see it, each byte at its place.
    ///   - range: Where it is in the file; its first line is the second.
    ///   - file: The bytes of the file.
    ///   - cover: What was covered in `yaml`.
    static func composed(
        from yaml: UnsafeBufferPointer<UInt8>, at range: Range<Int>, of file: UnsafeBufferPointer<UInt8>,
        cover: LineSignCover?
    ) throws(YAMLFailure) -> YAMLComposer {
        var events = try YAMLEvents(yaml, at: range.lowerBound, firstLine: 2)
        let first = try events.next()
        var composer = YAMLComposer(events: events, first: first, file: file, cover: cover)
        try composer.readDocument()
        return composer
    }

    private init(
        events: consuming YAMLEvents, first: YAMLEvent, file: UnsafeBufferPointer<UInt8>,
        cover: LineSignCover?
    ) {
        self.events = events
        event = first
        self.file = file
        self.cover = cover
    }

    private mutating func advance() throws(YAMLFailure) { event = try events.next() }

    private mutating func readDocument() throws(YAMLFailure) {
        while case .other = event.kind { try advance() }
        guard case .documentStart = event.kind else { return }
        try advance()
        guard case .mappingStart(let isFlow, _) = event.kind else {
            throw YAMLFailure(line: event.line, reason: "it holds no names with values")
        }
        self.isFlow = isFlow
        try note(event)
        try advance()
        while true {
            if case .end = event.kind { break }
            try readPair()
        }
        try advance()
        while case .other = event.kind { try advance() }
        guard case .streamEnd = event.kind else {
            throw YAMLFailure(line: event.line, reason: "a second document starts")
        }
    }

    private mutating func readPair() throws(YAMLFailure) {
        let line = event.line
        guard case .scalar(let text, let style, let marks) = event.kind else {
            throw YAMLFailure(line: line, reason: "a list or a mapping stands where a name belongs")
        }
        let hadAnchors = anchorCount
        try note(event)
        let key = scalar(text, style, marks)
        try advance()
        let isMarked =
            switch event.kind {
            case .scalar(_, _, let marks), .listStart(_, let marks), .mappingStart(_, let marks):
                !marks.isEmpty
            default: false
            }
        let value = try readValue()
        pairs.append(
            YAMLPair(
                key: key, line: line, value: value, isMarked: isMarked, hasAnchor: anchorCount > hadAnchors))
    }

    private mutating func readValue() throws(YAMLFailure) -> YAMLValue {
        let start = event.range.lowerBound
        switch event.kind {
        case .listStart(let isFlow, _):
            try note(event)
            try advance()
            var items: [YAMLItem] = []
            while true {
                if case .end = event.kind { break }
                items.append(try readItem())
            }
            let end = try finish(isFlow: isFlow)
            return .list(items, isFlow: isFlow, start..<end)
        case .scalar(let text, let style, let marks):
            try note(event)
            let scalar = scalar(text, style, marks)
            try advance()
            return .scalar(scalar)
        case .alias:
            let range = event.range
            try note(event)
            try advance()
            return .alias(range)
        default:
            return .mapping(try skip())
        }
    }

    private mutating func readItem() throws(YAMLFailure) -> YAMLItem {
        guard case .scalar(let text, let style, let marks) = event.kind else { return .other(try skip()) }
        try note(event)
        let scalar = scalar(text, style, marks)
        try advance()
        return .scalar(scalar)
    }

    /// Reads something whole, however much is in it, and answers where it was.
    private mutating func skip() throws(YAMLFailure) -> Range<Int> {
        let start = event.range.lowerBound
        var flows: [Bool] = []
        repeat {
            switch event.kind {
            case .listStart(let isFlow, _), .mappingStart(let isFlow, _):
                guard flows.count < Self.deepest else {
                    throw YAMLFailure(
                        line: event.line, reason: "more than \(Self.deepest) lists lie in each other")
                }
                try note(event)
                flows.append(isFlow)
                try advance()
            case .end:
                _ = try finish(isFlow: flows.removeLast())
            default:
                try note(event)
                if case .scalar(let text, let style, let marks) = event.kind {
                    lastEnd = scalar(text, style, marks).range.upperBound
                }
                try advance()
            }
        } while !flows.isEmpty
        return start..<lastEnd
    }

    /// Takes the end of a list or a mapping, and answers where what was in it ended.
    private mutating func finish(isFlow: Bool) throws(YAMLFailure) -> Int {
        if isFlow { lastEnd = event.range.upperBound }
        let end = lastEnd
        try advance()
        return end
    }

    /// Remembers the end and the name of a part, and checks the names that it refers to.
    private mutating func note(_ event: YAMLEvent) throws(YAMLFailure) {
        switch event.kind {
        case .scalar(_, _, let marks), .listStart(_, let marks), .mappingStart(_, let marks):
            lastEnd = event.range.upperBound
            guard let anchor = marks.anchor else { return }
            anchors.insert(anchor)
            anchorCount += 1
        case .alias(let name):
            lastEnd = event.range.upperBound
            guard anchors.contains(name) else {
                throw YAMLFailure(line: event.line, reason: "it refers to an anchor that is not there")
            }
        default: break
        }
    }

    private mutating func scalar(_ text: [UInt8], _ style: YAMLStyle, _ marks: YAMLMarks) -> YAMLScalar {
        var range = event.range
        if style == .block {
            range = range.lowerBound..<blockEnd(of: range)
            lastEnd = range.upperBound
        }
        return YAMLScalar(
            text: cover?.uncovered(text) ?? text, style: style, range: range, hasTag: marks.hasTag,
            hasAnchor: marks.anchor != nil)
    }

    /// The end of a block scalar's last line that counts, without its line ending. libyaml gives the start of
    /// the line that comes after all blank ones.
    private func blockEnd(of range: Range<Int>) -> Int {
        var head = range.lowerBound
        while head < range.upperBound, file[head] != 0x0A, file[head] != 0x0D { head += 1 }
        let keepsBlankLines = file[range.lowerBound..<head].prefix { $0 != 0x23 }.contains(0x2B)
        var end = range.upperBound
        while end > head {
            let line = file.lineEndBefore(end)
            guard !keepsBlankLines else { return max(line, head) }
            var first = line
            while first > head, file[first - 1] != 0x0A, file[first - 1] != 0x0D { first -= 1 }
            if file[first..<line].contains(where: { $0 != 0x20 && $0 != 0x09 }) { return max(line, head) }
            end = first
        }
        return head
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The place before the line ending that ends at `offset`; `offset` where there is none.
    func lineEndBefore(_ offset: Int) -> Int {
        guard offset > 0 else { return offset }
        switch self[offset - 1] {
        case 0x0A: return offset > 1 && self[offset - 2] == 0x0D ? offset - 2 : offset - 1
        case 0x0D: return offset - 1
        default: return offset
        }
    }
}
