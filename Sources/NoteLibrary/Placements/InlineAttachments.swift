// SPDX-License-Identifier: MIT
// Which files are placed in a note, and where.

public import NoteSyntax

/// The files placed in the writing of a note, and what may be done to a placement.
///
/// A placement is a line that is only a marker, see `InlineAttachmentMarker`, and that the parse of the whole note
/// proves to be a block of its own; so one in code, in a paragraph or in a comment is text. Every operation
/// answers edits of the file and touches nothing else: it is proved by parsing the edited note that each other
/// block says what it said before.
///
/// A value that holds the bytes it was made from. Offsets are bytes of the file, UTF-8, byte order mark and
/// front matter counted.
public struct InlineAttachments: Sendable {
    /// The placements in the order of the note.
    public let placements: [InlineAttachment]
    let note: PlacedLines

    /// Finds the placements of a note; parses it once.
    ///
    /// - Parameter file: The bytes of the file.
    public init(of file: [UInt8]) {
        let note = PlacedLines(file)
        placements = note.document.blocks.compactMap { block in
            guard case .attachment(let name) = block.kind else { return nil }
            // A record is told from a file by its own brackets.
            let isRecord = file[block.range.lowerBound] == UInt8(ascii: "{")
            return InlineAttachment(
                marker: isRecord ? .record(name) : .file(name), range: block.range,
                isInside: block.parent != nil)
        }
        self.note = note
    }

    /// The placement of a file.
    ///
    /// - Parameters:
    ///   - identity: The name as the note spells it or the last part of it, or the UUID.
    ///   - offset: An offset in the line of the placement that is meant; nil for the first of the name.
    /// - Throws: `PlacementError` with code `.missing`.
    public func placement(of identity: String, at offset: Int? = nil) throws(PlacementError)
        -> InlineAttachment
    {
        let same = placements.filter { $0.marker.means(identity) }
        let found = offset.map { offset in
            same.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
        }
        guard let placement = found ?? same.first, offset == nil || found != nil else {
            throw PlacementError(.missing, "No placement of that name stands there.")
        }
        return placement
    }

    /// The edits that place a file at an editing position, as a block of its own.
    ///
    /// No block is split. The line stands below the outermost block that holds the offset, above it where the
    /// offset is at its very start, or in the blank line that the offset is in; as far from its neighbours as
    /// the parse wants it. It has the line ending of the line above.
    ///
    /// - Parameters:
    ///   - marker: What to place.
    ///   - offset: An offset into the file; one in the front matter means the top of the body.
    /// - Returns: The edits in the order in which to apply them.
    /// - Throws: `PlacementError` with code `.badOffset`, or `.noBlock` where nothing can stand, as in code that
    ///   has no end.
    public func edits(
        placing marker: InlineAttachmentMarker, at offset: Int
    ) throws(PlacementError) -> [NoteEdit] {
        guard offset >= 0, offset <= note.file.count else {
            throw PlacementError(
                .badOffset, "Offset \(offset) is outside of a file of \(note.file.count) bytes.")
        }
        guard offset == note.file.count || note.file[offset] & 0xC0 != 0x80 else {
            throw PlacementError(.badOffset, "Offset \(offset) is inside a character.")
        }
        for place in note.places(at: offset) {
            if let change = note.placing(marker.bytes, at: place) { return change.edits(of: note) }
        }
        throw PlacementError(.noBlock, "A file cannot stand there as a block of its own.")
    }

    /// The edits that take a placement out.
    ///
    /// What `edits(placing:at:)` added goes again, to the byte. Of two blank lines around any other placement
    /// one goes with it.
    ///
    /// - Parameter placement: One of `placements`.
    /// - Throws: `PlacementError` with code `.missing`, `.inside` or `.noBlock`, where what is left would mean
    ///   something else.
    public func edits(lifting placement: InlineAttachment) throws(PlacementError) -> [NoteEdit] {
        let block = try block(of: placement)
        guard let change = note.lifting(block) else { throw Self.noBlock }
        return change.edits(of: note)
    }

    /// The edits that move a placement past the block above it. A list is one block.
    ///
    /// Blank lines stay where they are, unless the placement could not stand so.
    ///
    /// - Parameter placement: One of `placements`.
    /// - Throws: `PlacementError` with code `.missing`, `.inside`, `.first` or `.noBlock`.
    public func edits(movingUp placement: InlineAttachment) throws(PlacementError) -> [NoteEdit] {
        try edits(moving: placement, .up)
    }

    /// The same past the block below it.
    ///
    /// - Throws: `PlacementError` with code `.missing`, `.inside`, `.last` or `.noBlock`.
    public func edits(movingDown placement: InlineAttachment) throws(PlacementError) -> [NoteEdit] {
        try edits(moving: placement, .down)
    }

    private func edits(
        moving placement: InlineAttachment, _ direction: PlacedLines.Direction
    ) throws(PlacementError) -> [NoteEdit] {
        let block = try block(of: placement)
        guard !note.neighbours(of: block, direction).isEmpty else {
            throw direction == .up
                ? PlacementError(.first, "No block stands above it.")
                : PlacementError(.last, "No block stands below it.")
        }
        guard let change = note.moving(block, direction) else { throw Self.noBlock }
        return change.edits(of: note)
    }

    /// The outermost block that a placement is.
    private func block(of placement: InlineAttachment) throws(PlacementError) -> Int {
        guard placements.contains(placement) else {
            throw PlacementError(.missing, "The note has no such placement.")
        }
        guard !placement.isInside else {
            throw PlacementError(.inside, "It lies in a list, a quote or a footnote, and is left there.")
        }
        guard let block = note.block(ofPlacementAt: placement.range.lowerBound) else { throw Self.noBlock }
        return block
    }

    private static var noBlock: PlacementError {
        PlacementError(.noBlock, "A block beside it would become something else, so nothing is changed.")
    }
}

extension InlineAttachmentMarker {
    /// Whether somebody means this marker who names it so.
    func means(_ identity: String) -> Bool {
        if Self.isSame(self, identity) { return true }
        guard case .file(let name) = self, let last = name.split(separator: "/").last else { return false }
        // Strings that differ in the form of an accent are equal.
        return String(last) == identity || name == identity
    }
}
