// SPDX-License-Identifier: MIT
// Everything that the syntax library does with a text, and what may not happen to any text.

internal import NoteSyntax

/// Puts one text after another, any bytes, through all of the library.
///
/// What does not come back, comes back wrong, or traps is a fault of the library.
package struct SyntaxExamination<Random: RandomNumberGenerator> {
    private var random: Random

    /// An examination whose edits come from this chance.
    package init(using random: Random) { self.random = random }

    /// The first thing that is wrong with what the library says of a text, and of the text after some edits.
    package mutating func fault(in bytes: [UInt8], edits: Int) -> String? {
        var tree = MarkdownTree(parsing: bytes)
        if let fault = Self.fault(of: tree, in: bytes) ?? Self.faultOfViews(of: tree, in: bytes) {
            return fault
        }
        if let fault = Self.faultOfDirections(of: bytes) { return fault }
        var versions = [bytes]
        for _ in 0..<edits {
            let old = versions[versions.count - 1]
            let edit = RandomEdit(of: old, using: &random)
            let new = edit.applied(to: old)
            if let fault = Self.faultOfFollowing(edit, from: old, to: new, &tree) {
                return "\(fault), after \(edit.bytes) for \(edit.range) of \(old)"
            }
            versions.append(new)
        }
        guard versions.count > 2 else { return nil }
        let (base, mine) = (versions[versions.count / 2], versions[versions.count - 1])
        return Self.faultOfMerging(base, mine, bytes) ?? Self.faultOfNote(bytes, edits: 3, &random)
    }

    /// Trees and styles: sound where the text is UTF-8, in order and inside of it in any case.
    private static func fault(of tree: MarkdownTree, in bytes: [UInt8]) -> String? {
        if let disorder = tree.firstDisorder() { return disorder }
        var proof = RangeProof()
        return bytes.withUnsafeBufferPointer { buffer in
            for limit in [nil, 40] {
                let styles = MarkdownStyleScanner(longestLine: limit).styles(of: tree, in: buffer)
                if let style = styles.ranges.first(where: { $0.end > buffer.count || $0.start > $0.end }) {
                    return "a style \(style.kind) is no range of the text: \(style.range)"
                }
                guard UnreadableText(checking: buffer) == nil else { continue }
                if let fault = tree.firstFault(in: buffer, with: &proof)
                    ?? styles.firstFault(in: buffer, with: &proof)
                {
                    return "\(fault.reason) at \(fault.offset)"
                }
            }
            return nil
        }
    }

    private static func faultOfViews(of tree: MarkdownTree, in bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { buffer in
            let whole = 0..<buffer.count
            let tasks = tree.tasks(in: buffer)
            let ranges =
                tree.outline(in: buffer).map(\.range) + tree.links(in: buffer).map(\.range)
                + tree.links(in: buffer).map(\.targetRange) + tree.tags(in: buffer).map(\.range)
                + tree.blockIDs(in: buffer).map(\.range)
                + tasks.flatMap { [$0.range, $0.statusRange, $0.text] }
            if let range = ranges.first(where: { $0.clamped(to: whole) != $0 }) {
                return "a view names \(range) of \(whole.count) bytes"
            }
            let counts = tree.counts(in: buffer)
            if counts.words > max(1, bytes.count) { return "\(counts.words) words in \(bytes.count) bytes" }
            return tree.plainText(in: buffer).utf8.count > bytes.count * 3 + 3
                ? "plain text out of nothing" : nil
        }
    }

    private static func faultOfDirections(of bytes: [UInt8]) -> String? {
        var breaks = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            if byte == 0x0A || index + 1 == bytes.count || bytes[index + 1] != 0x0A { breaks += 1 }
        }
        let found = ParagraphDirection.directions(of: bytes).count
        return found == breaks + 1 ? nil : "\(found) directions for \(breaks) line breaks"
    }

    /// Following an edit: the tree of a full parse, and styles that are the old ones outside of the change.
    private static func faultOfFollowing(
        _ edit: RandomEdit, from old: [UInt8], to new: [UInt8], _ tree: inout MarkdownTree
    ) -> String? {
        let scanner = MarkdownStyleScanner()
        let before = scanner.styles(of: tree, in: old).ranges.map { Placed($0) }
        let change = new.withUnsafeBufferPointer {
            tree.update(replacing: edit.range, withCount: edit.bytes.count, in: $0)
        }
        if let difference = tree.firstVisibleDifference(from: MarkdownTree(parsing: new)) {
            return difference
        }
        if let fault = fault(of: tree, in: new) { return fault }
        if change.range.clamped(to: 0..<new.count) != change.range { return "a change outside of the text" }
        let after = scanner.styles(of: tree, in: new).ranges.map { Placed($0) }
        let oldEnd = change.range.upperBound - new.count + old.count
        let shift = new.count - old.count
        let head = change.range.lowerBound
        if before.filter({ $0.end < head }) != after.filter({ $0.end < head }) {
            return "styles before the change \(change.range) are others"
        }
        let tail = before.filter { $0.start > oldEnd }.map { $0.moved(by: shift) }
        if tail != after.filter({ $0.start > change.range.upperBound }) {
            return "styles after the change \(change.range) are others"
        }
        return nil
    }

    private static func faultOfMerging(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> String? {
        let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
        let other = ThreeWayMerge(base: base, mine: theirs, theirs: mine)
        if merge.isClean != other.isClean || merge.isClean && merge.bytes != other.bytes {
            return "a merge that depends on the order of the sides, of \(base), \(mine) and \(theirs)"
        }
        for span in merge.conflicts + merge.refinements
        where span.merged.upperBound > merge.bytes.count || span.base.upperBound > base.count
            || span.mine.upperBound > mine.count || span.theirs.upperBound > theirs.count
        {
            return "a merge names a span outside of its texts"
        }
        // What the hunks leave out must be the same in both.
        var (old, new) = (0, 0)
        for hunk in TextComparison(from: mine, to: theirs).hunks {
            let bytes = hunk.bytes
            guard old <= bytes.old.lowerBound, new <= bytes.new.lowerBound,
                bytes.old.upperBound <= mine.count,
                bytes.new.upperBound <= theirs.count
            else { return "hunks of a comparison out of order" }
            old = bytes.old.upperBound
            new = bytes.new.upperBound
        }
        return nil
    }

    /// The same through a note, whose tree reads no more than the edit reaches.
    private static func faultOfNote(_ bytes: [UInt8], edits: Int, _ random: inout Random) -> String? {
        do {
            var note = try NoteText(bytes: bytes)
            var tree = MarkdownTree(parsing: note.utf8)
            for _ in 0..<edits {
                let edit = RandomEdit(of: note.utf8, using: &random)
                let made = try note.replace(checking: edit.range, with: edit.bytes)
                tree.update(after: made, in: note)
                if let difference = tree.firstVisibleDifference(from: MarkdownTree(parsing: note.utf8)) {
                    return "\(difference), in a note after \(edit.bytes) for \(edit.range)"
                }
            }
        } catch {
            // Not UTF-8, or an edit inside a character: refused, as it should be.
            return nil
        }
        return nil
    }

    /// A styled range whose place can be moved.
    private struct Placed: Equatable {
        let kind: MarkdownStyle.Kind
        let start: Int
        let end: Int

        init(_ style: MarkdownStyle) { (kind, start, end) = (style.kind, Int(style.start), Int(style.end)) }

        private init(_ kind: MarkdownStyle.Kind, _ start: Int, _ end: Int) {
            (self.kind, self.start, self.end) = (kind, start, end)
        }

        func moved(by distance: Int) -> Placed { Placed(kind, start + distance, end + distance) }
    }
}
