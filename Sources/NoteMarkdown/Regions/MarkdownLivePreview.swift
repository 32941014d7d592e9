// SPDX-License-Identifier: MIT
// Which region of a note is open as source while the others are rendered, and how it grows while somebody types.

/// What Live Preview shows of a note: every region rendered, but for the one that the caret is in.
///
/// The region that is open holds what is typed into it, be it several blocks, until it is left; the others stay
/// as they are meanwhile. Leaving it divides the note by what stands there then.
public struct MarkdownLivePreview: Sendable {
    /// The regions of the note, in step with every edit.
    public private(set) var map: MarkdownSourceMap
    /// The bytes of the region that is open; `nil` while none is.
    public private(set) var openRange: Range<Int>?

    /// The regions as they were when the open one was entered.
    private var shown: MarkdownSourceMap
    private var openIndex = 0
    /// By how much the open region grew.
    private var growth = 0

    /// Shows a note.
    ///
    /// - Parameters:
    ///   - map: The regions of the note, used as they are.
    ///   - caret: Where the caret is, in bytes, whose region is open; `nil` for none, which opens no region.
    public init(_ map: MarkdownSourceMap, caret: Int? = nil) {
        self.map = map
        shown = map
        if let caret { open(at: caret) }
    }

    /// What is on the screen, from the top to the bottom.
    public var pieces: [MarkdownPiece] {
        guard let openRange else { return map.map { .rendered($0) } }
        return shown.indices.map { index in
            let region = shown[index]
            if index == openIndex { return .source(openRange) }
            guard index > openIndex else { return .rendered(region) }
            let range = region.range.lowerBound + growth..<region.range.upperBound + growth
            return .rendered(MarkdownRegion(id: region.id, range: range))
        }
    }

    /// Opens the region that holds a position, and renders the one that was open.
    ///
    /// A division that is proved is used as it is; one that an edit repaired is proved first.
    ///
    /// - Parameters:
    ///   - position: Where the caret goes, in bytes. Nothing changes where it stays in the region that is open.
    ///   - bytes: The text of the note.
    public mutating func enter(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let (start, end) = (map.body.lowerBound, map.body.upperBound)
        let place = Swift.min(Swift.max(position, start), end)
        // The caret behind the last letter of the note is in the last region.
        if let openRange, openRange.contains(place) || place == end && openRange.upperBound == end { return }
        leave(in: bytes)
        open(at: position)
    }

    /// Renders the region that is open.
    ///
    /// - Parameter bytes: The text of the note.
    public mutating func leave(in bytes: UnsafeBufferPointer<UInt8>) {
        map.prove(in: bytes)
        shown = map
        openRange = nil
    }

    /// Follows an edit of the note's text.
    ///
    /// One within the open region lets it grow or shrink. One that reaches out of it, as another program may
    /// make it, shows the note as it is then, with the region open in which the old one started, or in which
    /// that stands which took the place of its start.
    ///
    /// - Parameters:
    ///   - range: The bytes that were replaced, counted before the edit.
    ///   - newCount: How many bytes stand in their place.
    ///   - bytes: The whole text after the edit.
    /// - Returns: What the edit did to the regions of the note.
    @discardableResult
    public mutating func update(
        replacing range: Range<Int>, withCount newCount: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> MarkdownRegionChange {
        let change = map.update(replacing: range, withCount: newCount, in: bytes)
        follow(range, newCount)
        return change
    }

    /// Follows an edit of a note's shown text, reading no more of it than the edit reaches.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - note: The note after the edit.
    /// - Returns: What the edit did to the regions of the note.
    @discardableResult
    public mutating func update(after edit: NoteEdit, in note: NoteText) -> MarkdownRegionChange {
        let change = map.update(after: edit, in: note)
        follow(edit.range, edit.insertedCount)
        return change
    }

    private mutating func follow(_ range: Range<Int>, _ newCount: Int) {
        guard let open = openRange else { return }
        let delta = newCount - range.count
        if range.lowerBound >= open.lowerBound, range.upperBound <= open.upperBound {
            growth += delta
            openRange = open.lowerBound..<open.upperBound + delta
            return
        }
        let isBelow = open.lowerBound >= range.upperBound
        self.open(
            at: isBelow ? open.lowerBound + delta : Swift.min(open.lowerBound, range.lowerBound + newCount))
    }

    private mutating func open(at position: Int) {
        shown = map
        openIndex = map.index(at: Swift.min(position, map.body.upperBound))
        openRange = map[openIndex].range
        growth = 0
    }
}
