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
        let newCommands = followCommands(range, newCount, in: bytes, dirty: &dirty)

        var update = TreeUpdate(tree: self, text: text, end: bytes.count, delta: delta, dirty: dirty)
        update.findStart()
        var region = TreeRegion(
            in: bytes, commands: newCommands.commands, frontmatter: newFrontmatter, labels: labels)
        guard update.parse(&region), update.keepsLabels(region) else { return parseAgain(bytes) }

        frontmatter = newFrontmatter
        (commands, hasOpening) = newCommands
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

    /// The Templater commands after the edit; `dirty` grows over those that are new, gone or changed.
    private func followCommands(
        _ range: Range<Int>, _ newCount: Int, in bytes: UnsafeBufferPointer<UInt8>, dirty: inout Range<Int>
    ) -> (commands: [Range<Int>], hasOpening: Bool) {
        guard let text = bytes.baseAddress else { return ([], false) }
        if commands.isEmpty, !hasOpening {
            // A first command can only start where the edit is.
            let from = Swift.max(range.lowerBound - 1, 0)
            let to = Swift.min(range.lowerBound + newCount + 1, bytes.count)
            if text.find("<%", from: from, to: to) == nil { return ([], false) }
        }
        let found = TemplaterCommands.find(in: text, from: 0, to: bytes.count)
        let delta = newCount - range.count
        var front = 0
        while front < Swift.min(commands.count, found.commands.count),
            commands[front] == found.commands[front],
            commands[front].upperBound <= range.lowerBound
        {
            front += 1
        }
        var back = 0
        while back < Swift.min(commands.count, found.commands.count) - front {
            let old = commands[commands.count - 1 - back]
            let new = found.commands[found.commands.count - 1 - back]
            guard old.lowerBound >= range.upperBound, old.lowerBound + delta == new.lowerBound,
                old.upperBound + delta == new.upperBound
            else { break }
            back += 1
        }
        for old in commands[front..<commands.count - back] {
            let start = old.lowerBound < range.lowerBound ? old.lowerBound : dirty.lowerBound
            let end = old.upperBound > range.upperBound ? old.upperBound + delta : dirty.upperBound
            dirty = Swift.min(dirty.lowerBound, start)..<Swift.max(dirty.upperBound, end)
        }
        for new in found.commands[front..<found.commands.count - back] {
            dirty = Swift.min(dirty.lowerBound, new.lowerBound)..<Swift.max(dirty.upperBound, new.upperBound)
        }
        return found
    }
}
