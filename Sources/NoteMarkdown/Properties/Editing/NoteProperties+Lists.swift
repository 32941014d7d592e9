// SPDX-License-Identifier: MIT
// How a list gets one more entry.

extension NoteProperties {
    /// The edits that put a text behind the last entry of a property, making the property where there is none.
    ///
    /// The entry is written in the style of the list and with the quotes of its last entry. An empty property, and
    /// a new one, becomes a list with a line for each entry; so does a single value of `tags`, `aliases` or
    /// `cssclasses`, which is a list of one.
    ///
    /// - Returns: As `edits(setting:to:)`.
    /// - Throws: `PropertyError` with code `.noList` where the value is no list, or as `edits(setting:to:)`.
    public func edits(appending text: String, to key: String) throws(PropertyError) -> [NoteEdit] {
        try edits(appending: text, to: key, isList: NoteProperty.listNames.contains(key.lowercased()))
    }

    /// The same.
    ///
    /// - Parameter isList: Whether a single value is a list of one.
    package func edits(
        appending text: String, to key: String, isList: Bool
    ) throws(PropertyError) -> [NoteEdit] {
        let (name, bytes) = (Array(key.utf8), Array(text.utf8))
        guard let place = try place(of: key) else {
            return try edits(
                [adding(name, [[0x3A], entry(bytes, after: nil, at: 2)])],
                for: .entry(at: pairs.count, key: name, text: bytes))
        }
        return try edits(
            appending(bytes, to: place, isList: isList), for: .entry(at: place.index, key: name, text: bytes))
    }

    private func appending(
        _ text: [UInt8], to place: Place, isList: Bool
    ) throws(PropertyError) -> [FileChange] {
        let pair = place.pair
        let range = pair.value.range
        guard !pair.isMarked else { throw unsupported(pair, "an anchor or a tag stands with its value") }
        switch pair.value {
        case .list(let items, isFlow: true, _):
            let end = items.last?.range.upperBound
            let new = entry(text, in: .flow, after: items.last)
            guard let end else {
                let open = range.lowerBound + file[range].prefix { $0 != 0x5B }.count + 1
                return [FileChange(range: open..<open, bytes: new)]
            }
            return [FileChange(range: end..<end, bytes: [0x2C, 0x20] + new)]
        case .list(let items, isFlow: false, _):
            // A list without brackets starts with its first dash.
            let column = range.lowerBound - lineStart(range.lowerBound)
            let new = entry(text, after: items.last, at: column)
            return [line(new, after: range.upperBound)]
        case .scalar(let scalar):
            let column = place.indent + 2
            if scalar.meaning == .null {
                let gone = FileChange(range: place.colonEnd..<range.upperBound, bytes: [])
                let added = line(entry(text, after: nil, at: column), after: range.upperBound)
                return gone.range.isEmpty || range.isEmpty ? [added] : [gone, added]
            }
            guard isList else { break }
            let dash = lineEnding(pair.key.range.lowerBound) + spaces(column) + [0x2D, 0x20]
            return [
                FileChange(range: place.colonEnd..<range.lowerBound, bytes: dash),
                line(entry(text, after: .scalar(scalar), at: column), after: range.upperBound),
            ]
        case .mapping, .alias: break
        }
        throw PropertyError(
            .noList, lines: [pair.line], "The property in line \(pair.line) is no list.")
    }

    /// A line put below the one that a byte is in.
    private func line(_ text: [UInt8], after offset: Int) -> FileChange {
        let end = lineEnd(offset)
        return FileChange(range: end..<end, bytes: text + lineEnding(offset))
    }

    private func entry(_ text: [UInt8], after last: YAMLItem?, at column: Int) -> [UInt8] {
        spaces(column) + [0x2D, 0x20] + entry(text, in: .block, after: last)
    }

    private func entry(_ text: [UInt8], in place: ScalarWriting.Place, after last: YAMLItem?) -> [UInt8] {
        var writing = ScalarWriting(place: place, style: .plain, meaning: .text)
        if case .scalar(let scalar)? = last {
            writing = ScalarWriting(place: place, style: scalar.style, meaning: scalar.meaning)
        }
        return writing.bytes(for: text)
    }

    private func spaces(_ count: Int) -> [UInt8] { Array(repeating: 0x20, count: count) }
}
