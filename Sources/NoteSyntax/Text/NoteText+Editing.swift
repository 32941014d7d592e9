// SPDX-License-Identifier: MIT
// How a range of a note is replaced, by a caller who knows the text and by one who may not.

extension NoteText {
    /// Puts new text in place of a range of the shown text.
    ///
    /// Every byte of the file outside the range stays as it is. CRLF, CR and LF in the new text are
    /// one line break each. Each break is written with the ending of the removed break that it stands
    /// for, first for first; where there are more, with the ending of the line they are typed into
    /// (the line that holds the end of the range), in the last line with that of the line before, in a
    /// note without any with LF.
    ///
    /// What is shown afterwards, and what the file reads back as, is exactly what was asked for. Two
    /// things would spoil that, and are prevented with bytes that are part of the edit:
    /// - A carriage return that ends a line would come to stand before a line feed that ends another,
    ///   and both would read back as one CRLF. One carriage return is put between them: CR, CRLF.
    /// - U+FEFF would come to stand first in a file without a byte order mark, and would read back as
    ///   a mark. A mark is put before it. Undoing the edit takes the mark away again.
    ///
    /// - Parameters:
    ///   - range: Offsets of the shown text, on scalar boundaries.
    ///   - text: The new text; it may be empty.
    /// - Returns: The edit, for undoing.
    @discardableResult
    public mutating func replace(_ range: Range<Int>, with text: String) -> NoteEdit {
        replace(range, at: bodyRange(range), with: Array(text.utf8))
    }

    /// Puts new text in place of a range of the shown text, as `replace(_:with:)` for a string does.
    ///
    /// - Parameters:
    ///   - range: Offsets of the shown text, on scalar boundaries.
    ///   - utf8: The new text, which must be UTF-8.
    /// - Returns: The edit, for undoing.
    @discardableResult
    public mutating func replace(_ range: Range<Int>, with utf8: some Collection<UInt8>) -> NoteEdit {
        let bytes = Array(utf8)
        precondition(bytes.firstBadByte == nil, "the new text is not UTF-8")
        return replace(range, at: bodyRange(range), with: bytes)
    }

    /// Puts new text that a client sent in place of a range that it named.
    ///
    /// - Parameters:
    ///   - range: Offsets of the shown text.
    ///   - utf8: The new text.
    /// - Returns: The edit, for undoing.
    /// - Throws: `NoteTextError` with code `.outOfBounds`, `.insideCharacter` or `.notUTF8`; the note
    ///   is then unchanged.
    @discardableResult
    public mutating func replace(
        checking range: Range<Int>, with utf8: some Collection<UInt8>
    ) throws(NoteTextError) -> NoteEdit {
        guard let start = root.rawOffset(ofShown: range.lowerBound),
            let end = range.isEmpty ? start : root.rawOffset(ofShown: range.upperBound)
        else { throw misplaced(range) }
        return try replace(range, at: start..<end, with: Array(utf8).checkedUTF8())
    }

    /// Puts new text that a client sent in place of a range of bytes of the file.
    ///
    /// A byte order mark is never replaced: a range that starts at the front of the file starts at
    /// the front of the text.
    ///
    /// - Parameters:
    ///   - fileRange: Offsets into the file, the mark included.
    ///   - utf8: The new text.
    /// - Returns: The edit, for undoing.
    /// - Throws: `NoteTextError` with code `.outOfBounds`, `.insideMark`, `.insideCharacter`,
    ///   `.insideLineEnding` or `.notUTF8`; the note is then unchanged.
    @discardableResult
    public mutating func replace(
        inFile fileRange: Range<Int>, with utf8: some Collection<UInt8>
    ) throws(NoteTextError) -> NoteEdit {
        let range = try range(inFile: fileRange)
        return try replace(range, at: bodyRange(range), with: Array(utf8).checkedUTF8())
    }

    /// Replaces a range of the shown text, which is `body` of the raw bytes, by UTF-8.
    mutating func replace(_ range: Range<Int>, at body: Range<Int>, with text: [UInt8]) -> NoteEdit {
        let removed = root.bytes(in: body)
        let new = rawText(text, at: body, removed: removed)
        root.replace(body, with: new.bytes, shape)
        guard body.lowerBound == 0, !hasByteOrderMark, startsWithMarkCharacter else {
            return NoteEdit(
                range: range, insertedCount: new.shownCount, fileOffset: markCount + body.lowerBound,
                removed: removed, inserted: new.bytes)
        }
        hasByteOrderMark = true
        return NoteEdit(
            range: range, insertedCount: new.shownCount, fileOffset: 0, removed: removed,
            inserted: NoteText.mark + new.bytes)
    }

    /// Why a range that a client named is none of this text.
    private func misplaced(_ range: Range<Int>) -> NoteTextError {
        do throws(NoteTextError) {
            _ = try checkedPlace(range.lowerBound, in: .shown, "offset")
            _ = try checkedPlace(range.upperBound, in: .shown, "offset")
        } catch {
            return error
        }
        preconditionFailure("\(range) was found to be no range of a text that holds it")
    }

    /// The bytes that stand in the file for a new text.
    private func rawText(
        _ text: [UInt8], at body: Range<Int>, removed: [UInt8]
    ) -> (bytes: [UInt8], shownCount: Int) {
        var last = body.lowerBound > 0 ? root.byte(at: body.lowerBound - 1) : nil
        var raw = text
        var shownCount = text.count
        if text.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            var removedEndings = RemovedEndings(removed)
            var typed: LineEnding?
            raw = []
            raw.reserveCapacity(text.count + text.count / 8)
            shownCount = 0
            var index = 0
            while index < text.count {
                let byte = text[index]
                index += 1
                shownCount += 1
                guard byte == 0x0A || byte == 0x0D else {
                    raw.append(byte)
                    last = byte
                    continue
                }
                if byte == 0x0D, index < text.count, text[index] == 0x0A { index += 1 }
                let ending = removedEndings.next() ?? typed ?? typedEnding(at: body.upperBound)
                if removedEndings.isUsedUp { typed = ending }
                // The two would read back as one ending; the carriage return keeps them apart.
                if ending == .lf, last == 0x0D { raw.append(0x0D) }
                raw += ending.bytes
                last = raw.last
            }
        } else {
            last = text.last ?? last
        }
        if last == 0x0D, body.upperBound < root.summary.bytes, root.byte(at: body.upperBound) == 0x0A {
            raw.append(0x0D)
        }
        return (raw, shownCount)
    }
}
