// SPDX-License-Identifier: MIT
// The titles of all notes in one text, so that all of them are searched at once.

internal import NoteFiles

/// The title of each note in a line of its own.
struct TitleList: Sendable {
    private var text: [UInt8] = []
    /// Where each title starts, and one more.
    private var starts: [Int] = []

    init(_ entries: [IndexEntry]) {
        starts.reserveCapacity(entries.count + 1)
        for entry in entries {
            starts.append(text.count)
            let bytes = entry.path.bytes
            let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            text += bytes[name..<max(name, bytes.count - 3)]
            text.append(0x0A)
        }
        starts.append(text.count)
    }

    /// The indices of the notes whose title holds a match, in order.
    func matches(of pattern: SearchPattern) throws(SearchError) -> [Int] {
        let finder = try pattern.finder()
        // A literal without a line end cannot match over two titles.
        if case .literal(let literal) = pattern, !literal.scalars.contains(0x0A) {
            let found = try text.withUnsafeBufferPointer { (text) throws(SearchError) in
                try finder.matches(in: text)
            }
            var indices: [Int] = []
            for match in found {
                let index = index(at: match.lowerBound)
                if indices.last != index { indices.append(index) }
            }
            return indices
        }
        var indices: [Int] = []
        for index in 0..<starts.count - 1 {
            // Only what is UTF-8 may be shown to an expression.
            let title = Array(
                String(decoding: text[starts[index]..<starts[index + 1] - 1], as: UTF8.self).utf8)
            let found = try title.withUnsafeBufferPointer { (title) throws(SearchError) in
                try finder.matches(in: title, firstAlone: true)
            }
            if !found.isEmpty { indices.append(index) }
        }
        return indices
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
