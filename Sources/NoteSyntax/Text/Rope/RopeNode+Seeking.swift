// SPDX-License-Identifier: MIT
// How a place counted in one unit is found in a tree, and with it the place in every other unit.

extension RopeNode {
    /// The summary of everything before a place.
    ///
    /// - Parameters:
    ///   - target: How far the place is from the start.
    ///   - metric: The unit it is counted in.
    /// - Returns: The first such place, or nil when `target` is out of bounds or lies inside a
    ///   scalar or a CRLF pair.
    package func place(of target: Int, in metric: TextMetric) -> TextSummary? {
        guard target >= 0, target <= summary[metric] else { return nil }
        return place(of: target, in: metric, after: TextSummary())
    }

    private func place(of target: Int, in metric: TextMetric, after start: TextSummary) -> TextSummary? {
        switch content {
        case .leaf(let bytes):
            return bytes.withUnsafeBufferPointer { buffer in
                buffer.place(of: target - start[metric], in: metric, summary).map { start + $0 }
            }
        case .branch(let children):
            var start = start
            for index in children.indices {
                if start[metric] + children[index].summary[metric] >= target {
                    return children[index].place(of: target, in: metric, after: start)
                }
                start += children[index].summary
            }
            return nil
        }
    }

    /// How many shown bytes lie before an offset into the raw bytes; nil where that is out of bounds or
    /// inside a scalar or a CRLF pair. Counts nothing in a leaf without pairs.
    func shownCount(before offset: Int) -> Int? {
        guard offset >= 0, offset <= summary.bytes else { return nil }
        switch content {
        case .leaf(let bytes):
            return bytes.withUnsafeBufferPointer { buffer in
                guard buffer.isBoundary(offset) else { return nil }
                if summary.pairs == 0 { return offset }
                return TextSummary(measuring: UnsafeBufferPointer(rebasing: buffer[..<offset])).shown
            }
        case .branch(let children):
            var start = TextSummary()
            for child in children {
                if start.bytes + child.summary.bytes >= offset {
                    return child.shownCount(before: offset - start.bytes).map { start.shown + $0 }
                }
                start += child.summary
            }
            return nil
        }
    }

    /// How many raw bytes lie before an offset of the shown text; nil where that is out of bounds or inside
    /// a scalar. Counts nothing in a leaf without pairs.
    func rawOffset(ofShown target: Int) -> Int? {
        guard target >= 0, target <= summary.shown else { return nil }
        switch content {
        case .leaf(let bytes):
            return bytes.withUnsafeBufferPointer { buffer in
                if summary.pairs == 0 { return buffer.isBoundary(target) ? target : nil }
                return buffer.place(of: target, in: .shown, summary)?.bytes
            }
        case .branch(let children):
            var start = TextSummary()
            for index in children.indices {
                if start.shown + children[index].summary.shown >= target {
                    return children[index].rawOffset(ofShown: target - start.shown).map { start.bytes + $0 }
                }
                start += children[index].summary
            }
            return nil
        }
    }

    /// The raw byte at an offset within bounds.
    func byte(at offset: Int) -> UInt8 {
        switch content {
        case .leaf(let bytes):
            return bytes[offset]
        case .branch(let children):
            var start = 0
            for index in children.indices {
                let end = start + children[index].summary.bytes
                if offset < end { return children[index].byte(at: offset - start) }
                start = end
            }
            preconditionFailure("offset \(offset) is outside a note of \(start) bytes")
        }
    }

    /// What the bytes of a range amount to.
    func measure(_ range: Range<Int>) -> TextSummary {
        if range.isEmpty { return TextSummary() }
        if range.lowerBound == 0, range.upperBound == summary.bytes { return summary }
        switch content {
        case .leaf(let bytes):
            return bytes.withUnsafeBufferPointer {
                TextSummary(measuring: UnsafeBufferPointer(rebasing: $0[range]))
            }
        case .branch(let children):
            var total = TextSummary()
            var start = 0
            for index in children.indices {
                let end = start + children[index].summary.bytes
                let part = range.clamped(to: start..<end)
                if !part.isEmpty {
                    total += children[index].measure(part.lowerBound - start..<part.upperBound - start)
                }
                start = end
                if start >= range.upperBound { break }
            }
            return total
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The summary of everything before a place in the bytes of one leaf.
    fileprivate func place(of target: Int, in metric: TextMetric, _ whole: TextSummary) -> TextSummary? {
        if target == 0 { return TextSummary() }
        if target == whole[metric], metric != .breaks { return whole }
        let isDirect =
            switch metric {
            case .bytes: true
            case .shown: whole.pairs == 0
            case .utf16, .scalars: whole.pairs == 0 && whole.continuations == 0
            case .breaks: false
            }
        if isDirect {
            guard isBoundary(target) else { return nil }
            return TextSummary(measuring: UnsafeBufferPointer(rebasing: self[..<target]))
        }
        // Whole blocks are counted and passed; only the block that holds the place is walked through.
        var before = TextSummary()
        while before.bytes < count {
            var end = Swift.min(before.bytes + 64, count)
            while !isBoundary(end) { end += 1 }
            let block = TextSummary(measuring: UnsafeBufferPointer(rebasing: self[before.bytes..<end]))
            if before[metric] + block[metric] >= target { break }
            before += block
        }
        while before[metric] < target, before.bytes < count { step(&before) }
        return before[metric] == target ? before : nil
    }

    /// Passes one shown character.
    private func step(_ place: inout TextSummary) {
        let byte = self[place.bytes]
        switch byte {
        case 0x0D:
            place.breaks += 1
            if place.bytes + 1 < count, self[place.bytes + 1] == 0x0A {
                place.pairs += 1
                place.bytes += 2
            } else {
                place.returns += 1
                place.bytes += 1
            }
        case 0x0A:
            place.breaks += 1
            place.bytes += 1
        default:
            let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            place.bytes += length
            place.continuations += length - 1
            place.quads += length / 4
        }
    }
}
