// SPDX-License-Identifier: MIT
// The titles of all notes as a few texts, so that many are searched at once.

internal import NoteFiles

/// The titles of a view's notes, those of a chunk of slots in one text.
struct TitleList: Sendable {
    private var chunks: [TitleText]

    init(_ entries: SharedArray<IndexEntry>) { chunks = entries.chunks.map { TitleText($0) } }

    /// Takes in that other notes have some slots now.
    ///
    /// - Parameter slots: Those whose title may be another one, in any order.
    mutating func follow(_ entries: SharedArray<IndexEntry>, at slots: [Int]) {
        let changed = Set(slots.map { $0 / SharedArray<IndexEntry>.chunkSize })
        for chunk in changed.sorted() {
            let text = TitleText(entries.chunks[chunk])
            if chunk < chunks.count { chunks[chunk] = text } else { chunks.append(text) }
        }
    }

    /// The slots whose title holds a match; also such that have no note any more.
    func matches(of pattern: SearchPattern) throws(SearchError) -> NoteSet {
        let finder = try pattern.finder()
        // A literal without a line end cannot match over two titles.
        let isOfOneLine =
            if case .literal(let literal) = pattern { !literal.scalars.contains(0x0A) } else { false }
        var found = NoteSet()
        for (number, chunk) in chunks.enumerated() {
            let first = number * SharedArray<IndexEntry>.chunkSize
            try chunk.forEachMatch(of: finder, isOfOneLine) { found.insert(first + $0) }
        }
        return found
    }
}

/// Titles of some notes, each in a line of its own.
private struct TitleText: Sendable {
    private var text: [UInt8] = []
    /// Where each title starts, and one more.
    private var starts: [Int32] = []

    init(_ entries: [IndexEntry]) {
        starts.reserveCapacity(entries.count + 1)
        for entry in entries {
            starts.append(Int32(text.count))
            let bytes = entry.path.bytes
            let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            text += bytes[name..<max(name, bytes.count - 3)]
            text.append(0x0A)
        }
        starts.append(Int32(text.count))
    }

    func forEachMatch(
        of finder: TextFinder, _ isOfOneLine: Bool, _ body: (Int) -> Void
    ) throws(SearchError) {
        if isOfOneLine {
            let found = try text.withUnsafeBufferPointer { (text) throws(SearchError) in
                try finder.matches(in: text)
            }
            for match in found { body(index(at: match.lowerBound)) }
            return
        }
        for index in 0..<starts.count - 1 {
            // Only what is UTF-8 may be shown to an expression.
            let title = Array(
                String(decoding: text[Int(starts[index])..<Int(starts[index + 1]) - 1], as: UTF8.self).utf8)
            let found = try title.withUnsafeBufferPointer { (title) throws(SearchError) in
                try finder.matches(in: title, firstAlone: true)
            }
            if !found.isEmpty { body(index) }
        }
    }

    private func index(at offset: Int) -> Int {
        var (low, high) = (0, starts.count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
