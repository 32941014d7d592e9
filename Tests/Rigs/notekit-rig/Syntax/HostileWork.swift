// SPDX-License-Identifier: MIT
// What is done with a hostile text: each thing that a program may ask of the library.

internal import NoteSyntax

#if !NOTEKIT_CORE
internal import NoteMarkdown
#endif

/// One use of the library, whose time is taken.
enum HostileWork: CaseIterable {
    case parse, styles, update, views, direction, merge, comparison
    #if !NOTEKIT_CORE
    case regions, typing
    #endif

    /// Does the work, and answers something that cannot be left out.
    func run(_ bytes: [UInt8]) -> Int {
        switch self {
        case .parse: return MarkdownTree(parsing: bytes).count
        case .styles:
            let tree = MarkdownTree(parsing: bytes)
            return MarkdownStyleScanner().styles(of: tree, in: bytes).ranges.count
        case .update:
            var (tree, text) = (MarkdownTree(parsing: bytes), bytes)
            // At the same place of a unit, whatever the size: 5040 is a multiple of most lengths of a unit.
            return (1...3).reduce(0) { sum, part in
                sum + Self.edit(&text, &tree, at: bytes.count * part / 4 / 5040 * 5040)
            }
        case .views:
            let tree = MarkdownTree(parsing: bytes)
            return bytes.withUnsafeBufferPointer {
                tree.outline(in: $0).count + tree.links(in: $0).count + tree.tags(in: $0).count
                    + tree.tasks(in: $0).count + tree.blockIDs(in: $0).count + tree.counts(in: $0).words
            }
        case .direction: return ParagraphDirection.directions(of: bytes).count
        case .merge:
            let (mine, theirs) = (Self.changed(bytes, every: 7), Self.changed(bytes, every: 5))
            return ThreeWayMerge(base: bytes, mine: mine, theirs: theirs).bytes.count
        case .comparison: return TextComparison(from: bytes, to: Self.changed(bytes, every: 5)).hunks.count
        #if !NOTEKIT_CORE
        case .regions: return MarkdownSourceMap(parsing: bytes).count
        case .typing:
            var (map, text) = (MarkdownSourceMap(parsing: bytes), bytes)
            return (1...3).reduce(0) { sum, part in
                let place = bytes.count * part / 4 / 5040 * 5040
                text.insert(UInt8(ascii: "x"), at: place)
                return text.withUnsafeBufferPointer {
                    sum + map.update(replacing: place..<place, withCount: 1, in: $0).regions.count
                }
            }
        #endif
        }
    }

    /// What is wrong with the ranges; nil for nothing, and for what has none.
    func fault(in bytes: [UInt8]) -> String? {
        guard self == .parse else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard UnreadableText(checking: buffer) == nil else { return nil }
            let tree = MarkdownTree(parsing: buffer)
            let styles = MarkdownStyleScanner().styles(of: tree, in: buffer)
            var proof = RangeProof()
            let fault =
                tree.firstFault(in: buffer, with: &proof) ?? styles.firstFault(in: buffer, with: &proof)
            return fault.map { "\($0.reason) at \($0.offset)" }
        }
    }

    /// A letter typed.
    private static func edit(_ text: inout [UInt8], _ tree: inout MarkdownTree, at place: Int) -> Int {
        text.insert(UInt8(ascii: "x"), at: place)
        return text.withUnsafeBufferPointer {
            tree.update(replacing: place..<place, withCount: 1, in: $0).parsedByteCount
        }
    }

    /// The text with a word put in and one taken out in as many places as one can count on two hands.
    private static func changed(_ bytes: [UInt8], every part: Int) -> [UInt8] {
        var changed: [UInt8] = []
        changed.reserveCapacity(bytes.count + 100)
        let step = bytes.count / (part * 2) + 1
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + step)
            changed += bytes[start..<max(start, end - 3)]
            changed += Array(" word\(part) ".utf8)
            start = end
        }
        return changed
    }
}
