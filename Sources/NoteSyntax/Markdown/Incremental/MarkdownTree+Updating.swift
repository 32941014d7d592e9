// SPDX-License-Identifier: MIT
// Following an edit: parse again what it reaches, keep the rest, and end where a full parse would.

extension MarkdownTree {
    /// Follows an edit of the text.
    ///
    /// Afterwards the tree equals `MarkdownTree(parsing: bytes)`. Parsed again are the block before the
    /// edit, the blocks that it touches, and what follows up to a line that starts a block just as it did
    /// before. An opened fence or comment reaches to its end; a label that becomes defined, or is no longer,
    /// reaches everywhere.
    ///
    /// - Parameters:
    ///   - range: The bytes that were replaced, counted before the edit.
    ///   - newCount: How many bytes stand in their place.
    ///   - bytes: The whole text after the edit.
    /// - Returns: What has to be styled again.
    @discardableResult
    public mutating func update(
        replacing range: Range<Int>, withCount newCount: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> MarkdownChange {
        precondition(
            range.upperBound <= byteCount && bytes.count == byteCount - range.count + newCount,
            "replacing \(range) of \(byteCount) bytes by \(newCount) does not give \(bytes.count)")
        guard count > 0, let text = bytes.baseAddress,
            let change = follow(range, newCount, in: TextWindow(whole: bytes, text))
        else { return parseAgain(bytes) }
        return change
    }

    /// Follows an edit, as far as the window shows what it reaches.
    ///
    /// - Returns: `nil` where it reaches further, or everywhere; then nothing is changed.
    mutating func follow(_ range: Range<Int>, _ newCount: Int, in window: TextWindow) -> MarkdownChange? {
        let text = window.text
        let delta = newCount - range.count
        var dirty = range.lowerBound..<range.lowerBound + newCount
        var newFrontmatter = frontmatter
        var newCommands = commands
        if window.isWhole {
            newFrontmatter = Frontmatter(in: window.bytes)
            if newFrontmatter != frontmatter {
                let newEnd = Swift.max(dirty.upperBound, newFrontmatter?.range.upperBound ?? 0)
                let oldEnd = frontmatter.map { $0.range.upperBound + delta } ?? 0
                dirty = 0..<Swift.min(Swift.max(newEnd, oldEnd), window.end)
            }
            newCommands = commands.following(range, newCount, in: text, to: window.end)
            dirty = newCommands.difference(from: commands, range, delta: delta, dirty: dirty)
        } else {
            guard canFollowWithin(window, range, dirty) else { return nil }
        }

        var update = TreeUpdate(tree: self, window: window, delta: delta, dirty: dirty)
        guard update.findStart() else { return nil }
        // At the top the front matter is read too, with the commands in it.
        let readEnd = update.start == 0 ? newFrontmatter?.range.upperBound ?? 0 : 0
        var region = TreeRegion()
        region.begin(
            in: window, commands: newCommands, frontmatter: newFrontmatter, labels: labels,
            plainUntil: window.isWhole
                ? newCommands.firstStart(after: update.start, ifPast: Swift.max(dirty.upperBound, readEnd))
                : window.end - 1)
        update.parse(&region)
        if region.isBlocked {
            guard window.isWhole else { return nil }
            // Commands are in reach: they are masked, which takes a copy of the text.
            region.begin(
                in: window, commands: newCommands, frontmatter: newFrontmatter, labels: labels)
            update.parse(&region)
        }
        guard update.keepsLabels(region) else { return nil }

        if window.isWhole {
            mayOpenFrontmatter = newFrontmatter == nil && text.opensFrontmatter(to: window.end)
        }
        frontmatter = newFrontmatter
        commands = newCommands
        labels = update.labels
        byteCount = window.textEnd
        region.writeNodes()
        let patches = update.patches(for: region.writer.nodes, old: self)
        let oldNodes = update.oldNodes
        let reached = update.start..<update.end
        // It shares the chunks, which are changed in place now.
        _ = consume update
        for patch in patches { apply(patch) }
        splice(oldNodes, region.writer.nodes, delta: delta)
        return MarkdownChange(range: reached, parsedByteCount: reached.count, isWhole: false)
    }

    /// Whether neither front matter nor commands need more of the text than a window shows.
    private func canFollowWithin(_ window: TextWindow, _ range: Range<Int>, _ dirty: Range<Int>) -> Bool {
        guard commands == TemplaterCommands(), !mayOpenFrontmatter else { return false }
        // The longest first line that opens front matter: a mark, three dashes, CR and LF.
        guard range.lowerBound > (frontmatter?.range.upperBound ?? 8) else { return false }
        let from = Swift.max(window.start, dirty.lowerBound - 1)
        return window.text.find("<%", from: from, to: Swift.min(window.end, dirty.upperBound + 1)) == nil
    }

    /// Follows an edit of a note's shown text.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - bytes: The whole shown text after the edit.
    /// - Returns: What has to be styled again.
    @discardableResult
    public mutating func update(after edit: NoteEdit, in bytes: UnsafeBufferPointer<UInt8>) -> MarkdownChange
    {
        update(replacing: edit.range, withCount: edit.insertedCount, in: bytes)
    }

    /// Follows an edit of a note's shown text, reading no more of it than the edit reaches.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - note: The note after the edit.
    /// - Returns: What has to be styled again.
    @discardableResult
    public mutating func update(after edit: NoteEdit, in note: NoteText) -> MarkdownChange {
        precondition(
            note.count == byteCount - edit.range.count + edit.insertedCount,
            "the edit of \(edit.range) does not lead from \(byteCount) to \(note.count) bytes")
        var reach = 4_096
        while count > 0, reach * 4 < note.count {
            let part = note.wholeCharacters(
                edit.range.lowerBound - reach..<edit.range.lowerBound + edit.insertedCount + reach * 2)
            let change = note.utf8(in: part).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.flatMap {
                    follow(
                        edit.range, edit.insertedCount,
                        in: TextWindow(bytes, $0, from: part.lowerBound, of: note.count))
                }
            }
            if let change { return change }
            reach *= 16
        }
        return note.utf8.withUnsafeBufferPointer { update(after: edit, in: $0) }
    }

    private mutating func parseAgain(_ bytes: UnsafeBufferPointer<UInt8>) -> MarkdownChange {
        self = MarkdownTree(parsing: bytes)
        return MarkdownChange(range: 0..<bytes.count, parsedByteCount: bytes.count, isWhole: true)
    }
}

extension NoteText {
    /// The range, cut to the text, and with no character divided at its ends.
    package func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
        var start = max(0, range.lowerBound)
        while !isBoundary(start) { start -= 1 }
        var end = min(count, range.upperBound)
        while !isBoundary(end) { end += 1 }
        return start..<end
    }
}
