// SPDX-License-Identifier: MIT
// Following an edit: divide again what it touched, and keep every other region as it is.

extension MarkdownSourceMap {
    /// Follows an edit of the text.
    ///
    /// Divided again are the lines that the edit reaches by the tree, with the region above them; what comes out
    /// is put in place of what was there. The other regions keep their names, and so does a region in whose text
    /// the edit lies. The regions are then those that the whole note would be divided into, as far as is known
    /// without proving all: blocks of more than 16 KB are not proved for a keystroke, nor is what the edit does
    /// not reach. So `isProved` is false until `prove(in:)`.
    ///
    /// - Parameters:
    ///   - range: The bytes that were replaced, counted before the edit.
    ///   - newCount: How many bytes stand in their place.
    ///   - bytes: The whole text after the edit.
    /// - Returns: Which regions were replaced by which.
    @discardableResult
    public mutating func update(
        replacing range: Range<Int>, withCount newCount: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> MarkdownRegionChange {
        let change = tree.update(replacing: range, withCount: newCount, in: bytes)
        return follow(range, newCount, change, tree.body(in: bytes)) { _, work in
            guard let text = bytes.baseAddress else { return }
            work(TextWindow(whole: bytes, text))
        }
    }

    /// Follows an edit of a note's shown text, as `update(replacing:withCount:in:)` does, reading no more of it
    /// than the edit reaches.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - note: The note after the edit.
    /// - Returns: Which regions were replaced by which.
    @discardableResult
    public mutating func update(after edit: NoteEdit, in note: NoteText) -> MarkdownRegionChange {
        let change = tree.update(after: edit, in: note)
        let front = note.utf8(in: note.wholeCharacters(0..<Swift.min(3, note.count)))
        let start = tree.frontmatter?.range.upperBound ?? (front.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        return follow(edit.range, edit.insertedCount, change, start..<note.count) { part, work in
            let part = note.wholeCharacters(part)
            note.utf8(in: part).withUnsafeBufferPointer { bytes in
                guard let text = bytes.baseAddress else { return }
                work(TextWindow(bytes, text, from: part.lowerBound, of: note.count))
            }
        }
    }

    /// Proves every region, and divides again what is not as it should be.
    ///
    /// Afterwards the regions are those of `MarkdownSourceMap(tree, of: bytes)`, and one that starts and ends
    /// where it did keeps its name. Costs as much as that; nothing where `isProved` is true already.
    ///
    /// - Parameter bytes: The whole text.
    public mutating func prove(in bytes: UnsafeBufferPointer<UInt8>) {
        guard !isProved else { return }
        let division = bytes.baseAddress.map {
            Self.division(of: tree, body, in: TextWindow(whole: bytes, $0))
        }
        take(division ?? RegionDivision(starts: [body.lowerBound]), 0..<0, 0)
    }

    /// Divides again what an edit touched, after the tree followed it.
    ///
    /// - Parameters:
    ///   - range: The bytes that were replaced, counted before the edit.
    ///   - newCount: How many bytes stand in their place.
    ///   - change: What the tree did.
    ///   - newBody: The body after the edit.
    ///   - read: Gives the bytes of a range of the text, or more than those.
    private mutating func follow(
        _ range: Range<Int>, _ newCount: Int, _ change: MarkdownChange, _ newBody: Range<Int>,
        read: (Range<Int>, (TextWindow) -> Void) -> Void
    ) -> MarkdownRegionChange {
        var repair = RegionRepair(of: starts, isWide: isWide, range, newCount, change, newBody)
        repair.run(on: tree, read: read)
        body = newBody
        guard let newStarts = repair.newStarts else {
            let old = starts.indices
            var division = RegionDivision(starts: [newBody.lowerBound])
            read(0..<newBody.upperBound) { division = Self.division(of: tree, newBody, in: $0) }
            take(division, range, newCount)
            return MarkdownRegionChange(replaced: old, regions: indices, tree: change)
        }
        let replaced = repair.replaced
        splice(replaced, newStarts, range, newCount)
        isProved = false
        let regions = replaced.lowerBound..<replaced.lowerBound + newStarts.count
        // The region above was only looked at, in most cases.
        let isSame =
            regions.count > 1 && replaced.count > 1 && starts[regions.lowerBound + 1] == repair.secondStart
        let skipped = isSame && starts[regions.lowerBound + 1] <= change.range.lowerBound ? 1 : 0
        return MarkdownRegionChange(
            replaced: replaced.dropFirst(skipped), regions: regions.dropFirst(skipped), tree: change)
    }

    /// Takes the division of the whole body in place of what there was.
    private mutating func take(_ division: RegionDivision, _ range: Range<Int>, _ newCount: Int) {
        splice(starts.indices, division.starts, range, newCount)
        isProved = division.isProved
        isWide = division.isWide
    }

    /// Puts new regions in the place of old ones, and moves those that follow.
    ///
    /// A region that starts where an old one did, before the edit or behind it, has its name.
    private mutating func splice(
        _ old: Range<Int>, _ newStarts: [Int], _ range: Range<Int>, _ newCount: Int
    ) {
        let delta = newCount - range.count
        var names = [Int?](repeating: nil, count: newStarts.count)
        var last = old.upperBound - 1
        for (place, start) in newStarts.enumerated().reversed() {
            guard start >= range.lowerBound + newCount else { break }
            while last >= old.lowerBound, starts[last] + delta > start { last -= 1 }
            guard last >= old.lowerBound, starts[last] >= range.upperBound else { break }
            if starts[last] + delta == start {
                names[place] = ids[last]
                last -= 1
            }
        }
        var first = old.lowerBound
        for (place, start) in newStarts.enumerated() {
            guard start <= range.lowerBound, names[place] == nil else { break }
            while first <= last, starts[first] < start { first += 1 }
            guard first <= last else { break }
            if starts[first] == start {
                names[place] = ids[first]
                first += 1
            }
        }
        let newIDs = names.map { name in
            if let name { return name }
            nextID += 1
            return nextID - 1
        }
        if delta != 0 { for place in old.upperBound..<starts.count { starts[place] += delta } }
        starts.replaceSubrange(old, with: newStarts)
        ids.replaceSubrange(old, with: newIDs)
    }
}
