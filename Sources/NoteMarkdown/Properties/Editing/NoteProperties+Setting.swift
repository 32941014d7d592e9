// SPDX-License-Identifier: MIT
// How a property gets a value.

extension NoteProperties {
    /// The edits that give a property a text, making the property, and the front matter, where there is none.
    ///
    /// The text reads back exactly as it is given. It is written in one line, plain where YAML and the present
    /// value's type allow it, in the present value's quotes where it has some, else in double quotes. What YAML
    /// would take for a number or a tick is put in quotes, except where the present value is one. A list is
    /// replaced as a whole, with the comments in it; every other comment stays. Mappings, and values with an
    /// anchor or a tag, are left alone.
    ///
    /// A new property becomes the last one, with the line ending of the opening fence. New front matter stands
    /// behind the byte order mark and has the line ending of the note's first line.
    ///
    /// - Returns: The smallest edits in the order in which to apply them; none where the note says that already.
    /// - Throws: `PropertyError` with code `.badName`, `.broken`, `.repeated`, `.unsupported` or `.unprovable`.
    public func edits(setting key: String, to text: String) throws(PropertyError) -> [NoteEdit] {
        let (name, bytes) = (Array(key.utf8), Array(text.utf8))
        guard let place = try place(of: key) else {
            let writing = ScalarWriting(place: .block, style: .plain, meaning: .text)
            return try edits(
                [adding(name, [[0x3A, 0x20] + writing.bytes(for: bytes)])],
                for: .value(at: pairs.count, key: name, text: bytes))
        }
        if case .scalar(let scalar) = place.pair.value, scalar.text == bytes, scalar.meaning != .null {
            return []
        }
        return try edits(
            setting(place, to: bytes), for: .value(at: place.index, key: name, text: bytes))
    }

    private func setting(_ place: Place, to text: [UInt8]) throws(PropertyError) -> [FileChange] {
        let pair = place.pair
        guard !pair.isMarked, !pair.hasAnchor else {
            throw unsupported(pair, "an anchor or a tag stands with its value")
        }
        let range = pair.value.range
        switch pair.value {
        case .mapping: throw unsupported(pair, "its value is a mapping")
        case .alias:
            return [FileChange(range: range, bytes: plain(text, over: .text))]
        case .list(_, let isFlow, _):
            let new = plain(text, over: .text)
            if isFlow { return [FileChange(range: range, bytes: new)] }
            return [
                FileChange(range: place.colonEnd..<place.colonEnd, bytes: [0x20] + new),
                FileChange(range: lineStart(range.lowerBound)..<lineEnd(range.upperBound), bytes: []),
            ]
        case .scalar(let scalar):
            let writing = ScalarWriting(place: .block, style: scalar.style, meaning: scalar.meaning)
            let new = writing.bytes(for: text)
            if range.isEmpty {
                return [FileChange(range: place.colonEnd..<place.colonEnd, bytes: [0x20] + new)]
            }
            guard scalar.style == .block else { return [FileChange(range: range, bytes: new)] }
            // The head gives way to the text, a comment behind it stays, and the lines go.
            let head = file[range.lowerBound...].prefix { !" \t\r\n".utf8.contains($0) }
            let lines = lineEnd(range.lowerBound)
            return [
                FileChange(range: head.startIndex..<head.endIndex, bytes: new),
                FileChange(range: lines..<max(lines, lineEnd(range.upperBound)), bytes: []),
            ].filter { !$0.range.isEmpty }
        }
    }

    private func plain(_ text: [UInt8], over meaning: PlainMeaning) -> [UInt8] {
        ScalarWriting(place: .block, style: .plain, meaning: meaning).bytes(for: text)
    }

    /// The change that writes a new property.
    ///
    /// - Parameter lines: What stands behind the name, and in the lines below it.
    func adding(_ key: [UInt8], _ lines: [[UInt8]]) -> FileChange {
        let name = ScalarWriting(place: .key, style: .plain, meaning: .text).bytes(for: key)
        let ending = newLineEnding
        var new: [UInt8] = []
        for (index, line) in lines.enumerated() { new += indent + (index == 0 ? name : []) + line + ending }
        if let frontmatter {
            return FileChange(range: frontmatter.text.upperBound..<frontmatter.text.upperBound, bytes: new)
        }
        let fence = Array("---".utf8) + ending
        return FileChange(range: mark..<mark, bytes: fence + new + fence)
    }

    /// The ending of the note's first line, which opens its front matter; LF where it has none, and where it is a
    /// carriage return, which would open none.
    private var newLineEnding: [UInt8] {
        let ending = lineEnding(mark)
        return ending == [0x0D, 0x0A] ? ending : [0x0A]
    }
}
