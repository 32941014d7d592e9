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
        guard count > 0, let text = bytes.baseAddress else { return parseAgain(bytes) }
        let delta = newCount - range.count
        var dirty = range.lowerBound..<range.lowerBound + newCount

        let newFrontmatter = Frontmatter(in: bytes)
        if newFrontmatter != frontmatter {
            let ends = [dirty.upperBound, newFrontmatter?.range.upperBound ?? 0]
            let oldEnd = frontmatter.map { Swift.max($0.range.upperBound + delta, 0) } ?? 0
            dirty = 0..<Swift.min(Swift.max(ends.max() ?? 0, oldEnd), bytes.count)
        }
        let newCommands = commands.following(range, newCount, in: text, to: bytes.count)
        dirty = newCommands.difference(from: commands, range, delta: delta, dirty: dirty)

        var update = TreeUpdate(tree: self, text: text, end: bytes.count, delta: delta, dirty: dirty)
        update.findStart()
        var region = TreeRegion(
            in: bytes, commands: newCommands, frontmatter: newFrontmatter, labels: labels,
            plainUntil: newCommands.firstStart(after: update.start, ifPast: dirty.upperBound))
        update.parse(&region)
        if region.isBlocked {
            // Commands are in reach: they are masked, which takes a copy of the text.
            region = TreeRegion(in: bytes, commands: newCommands, frontmatter: newFrontmatter, labels: labels)
            update.parse(&region)
        }
        guard update.keepsLabels(region) else { return parseAgain(bytes) }

        frontmatter = newFrontmatter
        commands = newCommands
        labels = update.labels
        byteCount = bytes.count
        let nodes = region.writeNodes()
        let patches = update.patches(for: nodes, old: self)
        let oldNodes = update.oldNodes
        let reached = update.start..<update.end
        // It shares the chunks, which are changed in place now.
        _ = consume update
        for patch in patches { apply(patch) }
        splice(oldNodes, nodes, delta: delta)
        return MarkdownChange(range: reached, parsedByteCount: reached.count, isWhole: false)
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

    private mutating func parseAgain(_ bytes: UnsafeBufferPointer<UInt8>) -> MarkdownChange {
        self = MarkdownTree(parsing: bytes)
        return MarkdownChange(range: 0..<bytes.count, parsedByteCount: bytes.count, isWhole: true)
    }
}
