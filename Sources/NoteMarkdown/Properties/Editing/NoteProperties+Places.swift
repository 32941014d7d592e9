// SPDX-License-Identifier: MIT
// Where in a front matter a property may be edited, and where it is left alone.

extension NoteProperties {
    /// Where the parts of a property that stands in lines of its own are.
    struct Place {
        var index: Int
        var pair: YAMLPair
        /// The start of the line that the name stands in.
        var start: Int
        /// How far the name is from that.
        var indent: Int
        /// Right behind the colon.
        var colonEnd: Int
    }

    /// The place of a property; `nil` where there is none of that name.
    ///
    /// - Throws: `PropertyError` with code `.badName`, `.broken`, `.repeated` or `.unsupported`.
    func place(of key: String) throws(PropertyError) -> Place? {
        guard !key.isEmpty else { throw PropertyError(.badName, "A property needs a name.") }
        guard isYAML else {
            let line = problems.first?.line ?? 1
            let reason = problems.first?.message ?? "The front matter cannot be read."
            throw PropertyError(.broken, lines: [line], "\(reason) (Line \(line).)")
        }
        guard !isFlow else {
            throw PropertyError(.unsupported, "The front matter stands in braces, and is left as it is.")
        }
        let found = pairs.indices.filter { pairs[$0].key.text.elementsEqual(key.utf8) }
        guard let index = found.first else { return nil }
        let lines = found.map { pairs[$0].line }
        guard found.count == 1 else {
            let names = lines.map(String.init).joined(separator: ", ")
            throw PropertyError(.repeated, lines: lines, "The name stands more than once, in lines \(names).")
        }
        return try place(at: index)
    }

    private func place(at index: Int) throws(PropertyError) -> Place {
        let pair = pairs[index]
        let range = pair.key.range
        let start = lineStart(range.lowerBound)
        let colon = file[range.upperBound...].firstIndex { $0 != 0x20 && $0 != 0x09 }
        guard let colon, file[colon] == UInt8(ascii: ":"),
            file[start..<range.lowerBound].allSatisfy({ $0 == 0x20 }), !pair.key.hasTag, !pair.key.hasAnchor
        else { throw unsupported(pair, "its name is written in an unusual way") }
        return Place(
            index: index, pair: pair, start: start, indent: range.lowerBound - start, colonEnd: colon + 1)
    }

    /// That a property is left alone, and why.
    func unsupported(_ pair: YAMLPair, _ reason: String) -> PropertyError {
        PropertyError(
            .unsupported, lines: [pair.line],
            "The property in line \(pair.line) is left as it is: \(reason).")
    }

    /// How far the names stand from the start of their lines.
    var indent: [UInt8] {
        guard let first = pairs.first?.key.range.lowerBound else { return [] }
        return Array(repeating: 0x20, count: first - lineStart(first))
    }

    /// The start of the line that a byte of the front matter is in.
    func lineStart(_ offset: Int) -> Int {
        let before = file[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }
        return before.map { $0 + 1 } ?? 0
    }

    /// What follows the line that a byte of the front matter is in.
    func lineEnd(_ offset: Int) -> Int {
        guard let end = file[offset...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
            return file.count
        }
        return end + ending(at: end).count
    }

    /// The ending of the line that a byte is in; that of the first line where the line has none.
    func lineEnding(_ offset: Int) -> [UInt8] {
        let after = lineEnd(offset)
        return after > 0 && after <= file.count
            ? ending(at: file.withUnsafeBufferPointer { $0.lineEndBefore(after) }) : []
    }

    private func ending(at offset: Int) -> [UInt8] {
        guard offset < file.count else { return [] }
        let isPair = file[offset] == 0x0D && offset + 1 < file.count && file[offset + 1] == 0x0A
        return isPair ? [0x0D, 0x0A] : [file[offset]]
    }

    /// How many bytes are the byte order mark.
    var mark: Int { file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
