// SPDX-License-Identifier: MIT
// How front matter is merged by key.

extension Merging {
    /// Merges the front matter, if both sides changed it and it can be merged by key.
    ///
    /// Each key is merged by itself: set, changed or removed by one side, or by both alike. The order is
    /// that of the side that reordered, and a new key stands behind the one that it was put behind.
    ///
    /// - Parameter whole: All lines.
    /// - Returns: The lines behind the front matter; nil when all have to be merged by line.
    mutating func mergeFields(in whole: MergeExtent) -> MergeExtent? {
        var numbering = LineNumbering()
        guard let old = FlatFields(of: base, numbering: &numbering),
            let my = FlatFields(of: mine, numbering: &numbering),
            let their = FlatFields(of: theirs, numbering: &numbering)
        else { return nil }
        let block = MergeExtent(base: 0..<old.fence + 1, mine: 0..<my.fence + 1, theirs: 0..<their.fence + 1)
        let (was, says, otherSays) = (
            base.numbers(block.base), mine.numbers(block.mine), theirs.numbers(block.theirs)
        )
        guard says != was, otherSays != was, says != otherSays,
            !isBlockMoved(old, to: my, of: mine), !isBlockMoved(old, to: their, of: theirs),
            let keys = keyOrder(old, my, their)
        else { return nil }
        mergeLine(0, 0, 0)
        for key in keys { mergeField(key, old, my, their) }
        flush()
        mergeLine(old.fence, my.fence, their.fence, byWord: false)
        flush()
        wordMerged = []
        if output.conflicts.isEmpty {
            output.refinements.append(span(output.markLength, block))
        }
        return MergeExtent(
            base: block.base.upperBound..<whole.base.upperBound,
            mine: block.mine.upperBound..<whole.mine.upperBound,
            theirs: block.theirs.upperBound..<whole.theirs.upperBound)
    }

    /// Whether a side has fields in its body that the base has in front, or the other way round: a fence
    /// was put in or taken out, and what is in front is not the same block any more.
    private func isBlockMoved(_ old: FlatFields, to new: FlatFields, of side: MergeVersion) -> Bool {
        let (wasFields, wasBody) = (
            Set(base.numbers(1..<old.fence)), base.numbers(old.fence..<base.lines.count)
        )
        let (fields, body) = (Set(side.numbers(1..<new.fence)), side.numbers(new.fence..<side.lines.count))
        return !wasFields.subtracting(wasBody).isDisjoint(with: body)
            || !fields.subtracting(body).isDisjoint(with: wasBody)
    }

    private mutating func mergeField(_ key: Int, _ old: FlatFields, _ my: FlatFields, _ their: FlatFields) {
        flush()
        let lines = (old.lines[key], my.lines[key], their.lines[key])
        let extent = MergeExtent(
            base: Merging.range(lines.0, or: old.fence), mine: Merging.range(lines.1, or: my.fence),
            theirs: Merging.range(lines.2, or: their.fence))
        let was = base.numbers(extent.base)
        let (says, otherSays) = (mine.numbers(extent.mine), theirs.numbers(extent.theirs))
        if let old = lines.0, let my = lines.1, let their = lines.2 {
            mergeLine(old, my, their, byWord: false)
        } else if says == otherSays {
            agree(extent)
        } else if otherSays == was {
            take(extent.mine, of: .mine)
        } else if says == was {
            take(extent.theirs, of: .theirs)
        } else {
            conflict(extent)
        }
    }

    private static func range(_ line: Int?, or fence: Int) -> Range<Int> {
        line.map { $0..<$0 + 1 } ?? fence..<fence
    }

    /// All keys in the order of the result; nil when the sides put them into different orders.
    private func keyOrder(_ old: FlatFields, _ my: FlatFields, _ their: FlatFields) -> [Int]? {
        func common(_ fields: FlatFields, _ others: FlatFields...) -> [Int] {
            fields.keys.filter { key in others.allSatisfy { $0.lines[key] != nil } }
        }
        let iReordered = common(my, old) != common(old, my)
        let theyReordered = common(their, old) != common(old, their)
        var order: [Int]
        switch (iReordered, theyReordered) {
        case (false, false): order = old.keys
        case (true, false): order = my.keys
        case (false, true): order = their.keys
        case (true, true):
            order = common(my, old, their)
            guard order == common(their, old, my) else { return nil }
        }
        let known = Set(order)
        let added = (additions(of: my, to: known), additions(of: their, to: known))
        var result = combined(added.0[nil] ?? [], added.1[nil] ?? [], my, their)
        for key in order {
            result.append(key)
            result += combined(added.0[key] ?? [], added.1[key] ?? [], my, their)
        }
        // A key that both sides added stands at the first of its places.
        var seen: Set<Int> = []
        return result.filter { seen.insert($0).inserted }
    }

    /// The keys that an order lacks, by the key that they stand behind.
    private func additions(of fields: FlatFields, to known: Set<Int>) -> [Int?: [Int]] {
        var additions: [Int?: [Int]] = [:]
        var last: Int?
        for key in fields.keys {
            if known.contains(key) { last = key } else { additions[last, default: []].append(key) }
        }
        return additions
    }

    /// The additions of both sides at one place, in an order that does not depend on which is mine.
    private func combined(_ my: [Int], _ their: [Int], _ mine: FlatFields, _ theirs: FlatFields) -> [Int] {
        for (key, other) in zip(my, their) where key != other {
            guard let line = mine.lines[key], let otherLine = theirs.lines[other] else { break }
            let isMineFirst = self.mine.content(line)
                .lexicographicallyPrecedes(self.theirs.content(otherLine))
            return isMineFirst ? my + their : their + my
        }
        return my.count < their.count ? my + their : their + my
    }
}
