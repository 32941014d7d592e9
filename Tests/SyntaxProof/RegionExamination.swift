// SPDX-License-Identifier: MIT
// What has to hold of the regions of any text, asked without the code that makes them.

internal import NoteSyntax

/// Examines a division of a note's body by parsing every region alone, from outside.
///
/// A region is parsed as its own note: behind a paragraph of definitions, so that it knows the labels of the whole
/// note and can open no front matter. What has to come out is what the whole note has there.
package struct RegionExamination {
    private let bytes: [UInt8]
    private let whole: MarkdownTree
    private let body: Range<Int>
    /// What stands in front of each region that is parsed.
    private let prefix: [UInt8]
    private let blocks: [BlockFacts]

    /// An examination of divisions of one text.
    package init(of bytes: [UInt8]) {
        self.bytes = bytes
        let whole = MarkdownTree(parsing: bytes)
        self.whole = whole
        let start = whole.frontmatter?.range.upperBound ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        body = start..<bytes.count
        var prefix: [UInt8] = []
        for (index, node) in whole.enumerated() where node.kind == .linkLabel {
            guard let parent = whole.parent(of: index), whole[parent].kind == .linkDefinition else {
                continue
            }
            var label = Array(bytes[node.range])
            for mark in whole.children(of: index) {
                label[whole[mark].range.lowerBound - node.range.lowerBound] = 0x20
            }
            prefix += [0x5B] + label.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + Array("]: /u\n".utf8)
        }
        self.prefix = prefix + [0x0A]
        blocks = BlockFacts.all(of: whole, in: bytes, from: 0).filter { $0.kind != .frontmatter }
    }

    /// The first thing that is wrong with a division; `nil` for a right one.
    ///
    /// - Parameter isSmall: Whether every line is tried as a place for one more cut.
    package func fault(in regions: [Range<Int>], isSmall: Bool) -> String? {
        guard regions.first?.lowerBound == body.lowerBound, regions.last?.upperBound == body.upperBound else {
            return "the regions are not the body \(body)"
        }
        for (region, next) in zip(regions, regions.dropFirst()) where region.upperBound != next.lowerBound {
            return "\(region) is not followed by \(next)"
        }
        let places = Set(cuts)
        for region in regions {
            if region.isEmpty, !body.isEmpty { return "\(region) is empty" }
            if region.lowerBound != body.lowerBound, !places.contains(region.lowerBound) {
                return "\(region) starts where no cut is possible"
            }
            if !holds(region) { return "\(region) alone is something else" }
        }
        guard isSmall else { return nil }
        for region in regions {
            for place in cuts where region.lowerBound < place && place < region.upperBound {
                if holds(region.lowerBound..<place), holds(place..<region.upperBound) {
                    return "\(region) can be cut at \(place)"
                }
            }
        }
        return nil
    }

    /// Whether some lines, parsed alone, give the blocks that the note has there.
    package func holds(_ range: Range<Int>) -> Bool {
        // Blocks follow each other: only the one before can reach in, and the last one out.
        let first = firstBlock(from: range.lowerBound)
        let end = firstBlock(from: range.upperBound)
        let isCut =
            first > 0 && blocks[first - 1].end > range.lowerBound
            || first < end && blocks[end - 1].end > range.upperBound
        guard !isCut else { return false }
        let text = prefix + bytes[range]
        let found = BlockFacts.all(of: MarkdownTree(parsing: text), in: text, from: prefix.count)
            .map { $0.moved(by: range.lowerBound - prefix.count) }
        return found == Array(blocks[first..<end])
    }

    /// The first block that starts at or behind a place.
    private func firstBlock(from place: Int) -> Int {
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].start >= place { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether the whole body, parsed alone, gives its blocks: then a division is possible.
    package var isDivisible: Bool { holds(body) }

    /// Where the lines of the body start that are not blank, but for the first of them: blank lines belong to the
    /// lines above, and those that a body starts with to the lines below.
    private var cuts: [Int] {
        var cuts: [Int] = []
        var isFirst = true
        var position = body.lowerBound
        while position < body.upperBound {
            let start = position
            while position < body.upperBound, bytes[position] != 0x0A, bytes[position] != 0x0D {
                position += 1
            }
            let line = bytes[start..<position]
            if position < body.upperBound {
                let isPair = bytes[position...].starts(with: [0x0D, 0x0A])
                position += isPair ? 2 : 1
            }
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            if !isFirst { cuts.append(start) }
            isFirst = false
        }
        return cuts
    }
}
