// SPDX-License-Identifier: MIT
// How a place in a note is carried from one unit to another.

extension NoteText {
    /// Whether an offset is within the text and not inside a scalar.
    public func isBoundary(_ offset: Int) -> Bool { root.place(of: offset, in: .shown) != nil }

    // MARK: From an offset of the shown text

    /// The UTF-16 code units before an offset, which must be on a scalar boundary.
    public func utf16Offset(at offset: Int) -> Int { shownPlace(offset).utf16 }

    /// The Unicode scalars before an offset, which must be on a scalar boundary.
    public func scalarOffset(at offset: Int) -> Int { shownPlace(offset).scalars }

    /// The bytes of the file before an offset, the mark included; the offset must be on a scalar
    /// boundary.
    public func fileOffset(at offset: Int) -> Int { markCount + shownPlace(offset).bytes }

    /// The line that holds an offset, counted from 0. The `\n` belongs to the line that it ends.
    public func lineIndex(at offset: Int) -> Int { shownPlace(offset).breaks }

    /// The line and column of an offset, both counted from 0.
    ///
    /// - Parameters:
    ///   - offset: An offset of the shown text, on a scalar boundary.
    ///   - unit: What columns are counted in.
    public func position(at offset: Int, columnsIn unit: TextUnit = .utf8) -> TextPosition {
        let place = shownPlace(offset)
        return TextPosition(
            line: place.breaks, column: place[unit.metric] - lineStart(place.breaks)[unit.metric])
    }

    // MARK: To an offset of the shown text

    /// The offset that lies behind a number of UTF-16 code units.
    ///
    /// - Throws: `NoteTextError` with code `.outOfBounds`, or `.insideCharacter` between the halves of
    ///   a surrogate pair.
    public func offset(utf16 units: Int) throws(NoteTextError) -> Int {
        try checkedPlace(units, in: .utf16, "UTF-16 unit").shown
    }

    /// The offset that lies behind a number of Unicode scalars.
    ///
    /// - Throws: `NoteTextError` with code `.outOfBounds`.
    public func offset(scalars: Int) throws(NoteTextError) -> Int {
        try checkedPlace(scalars, in: .scalars, "scalar").shown
    }

    /// The offset of a line and column, both counted from 0.
    ///
    /// The end of a line's content is its last column; its ending has none.
    ///
    /// - Parameters:
    ///   - position: The line and column.
    ///   - unit: What the column is counted in.
    /// - Throws: `NoteTextError` with code `.outOfBounds` for a line or column that does not exist, or
    ///   `.insideCharacter`.
    public func offset(of position: TextPosition, columnsIn unit: TextUnit = .utf8) throws(NoteTextError)
        -> Int
    {
        guard position.line >= 0, position.line < lineCount else {
            throw NoteTextError(
                .outOfBounds, at: position.line,
                "There is no line \(position.line) in a note of \(lineCount) lines, counted from 0.")
        }
        let metric = unit.metric
        let start = lineStart(position.line)[metric]
        // In every unit an ending is one, and the last line has none.
        let end =
            position.line + 1 < lineCount
            ? lineStart(position.line + 1)[metric] - 1 : root.summary[metric]
        guard position.column >= 0, position.column <= end - start else {
            throw NoteTextError(
                .outOfBounds, at: position.column,
                "There is no column \(position.column) in a line of \(end - start), counted from 0.")
        }
        return try checkedPlace(start + position.column, in: metric, "column").shown
    }

    /// The offset that lies behind a number of bytes of the file.
    ///
    /// The front of the file is the start of the text: a byte order mark stays in front of it.
    ///
    /// - Throws: `NoteTextError` with code `.outOfBounds`, `.insideMark`, `.insideCharacter` or
    ///   `.insideLineEnding`.
    public func offset(inFile fileOffset: Int) throws(NoteTextError) -> Int {
        guard fileOffset >= 0, fileOffset <= fileByteCount else {
            throw NoteTextError(
                .outOfBounds, at: fileOffset,
                "Offset \(fileOffset) is outside a file of \(fileByteCount) bytes.")
        }
        if fileOffset == 0 { return 0 }
        guard fileOffset >= markCount else {
            throw NoteTextError(
                .insideMark, at: fileOffset, "Offset \(fileOffset) lies inside the byte order mark.")
        }
        let body = fileOffset - markCount
        if let place = root.place(of: body, in: .bytes) { return place.shown }
        if root.byte(at: body) == 0x0A {
            throw NoteTextError(
                .insideLineEnding, at: fileOffset,
                "Offset \(fileOffset) lies between the two bytes of a CRLF line ending.")
        }
        throw NoteTextError(
            .insideCharacter, at: fileOffset, "Offset \(fileOffset) lies inside a character.")
    }

    /// The range of the shown text behind a range of bytes of the file.
    ///
    /// - Throws: As `offset(inFile:)`, for either end.
    public func range(inFile fileRange: Range<Int>) throws(NoteTextError) -> Range<Int> {
        let start = try offset(inFile: fileRange.lowerBound)
        return try start..<offset(inFile: fileRange.upperBound)
    }

    // MARK: Places

    /// Everything before an offset of the shown text, which the caller vouches for.
    func shownPlace(_ offset: Int) -> TextSummary {
        guard let place = root.place(of: offset, in: .shown) else { misplaced(offset) }
        return place
    }

    /// How many raw bytes lie before an offset of the shown text, which the caller vouches for.
    func rawOffset(ofShown offset: Int) -> Int {
        guard let raw = root.rawOffset(ofShown: offset) else { misplaced(offset) }
        return raw
    }

    private func misplaced(_ offset: Int) -> Never {
        preconditionFailure("offset \(offset) is outside a text of \(count) bytes or inside a character")
    }

    /// Everything before a line that exists.
    func lineStart(_ line: Int) -> TextSummary {
        guard let place = root.place(of: line, in: .breaks) else {
            preconditionFailure("line \(line) is outside a text of \(lineCount) lines")
        }
        return place
    }

    /// Everything before a place that a client sent.
    func checkedPlace(_ target: Int, in metric: TextMetric, _ unit: String) throws(NoteTextError)
        -> TextSummary
    {
        guard target >= 0, target <= root.summary[metric] else {
            throw NoteTextError(
                .outOfBounds, at: target,
                "There is no \(unit) \(target) in a text of \(root.summary[metric]).")
        }
        guard let place = root.place(of: target, in: metric) else {
            throw NoteTextError(
                .insideCharacter, at: target, "The \(unit) \(target) lies inside a character.")
        }
        return place
    }
}
