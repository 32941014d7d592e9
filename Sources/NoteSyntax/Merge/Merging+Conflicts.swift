// SPDX-License-Identifier: MIT
// What the proposed text holds where both sides contradict each other.

extension Merging {
    /// Notes a conflict, which may go on with the next.
    mutating func conflict(_ extent: MergeExtent) {
        if pending == nil { pending = extent } else { pending?.formUnion(extent) }
    }

    /// Writes the conflict that was noted.
    ///
    /// What both sides wrote alike stands once and outside of the spans, unless it is a line or two
    /// without any letter between two contradictions.
    mutating func flush() {
        guard let extent = pending else { return }
        pending = nil
        var (my, their) = (Array(extent.mine), Array(extent.theirs))
        if markers == nil {
            my.removeAll { deleted.mine.contains($0) }
            their.removeAll { deleted.theirs.contains($0) }
        }
        deleted = ([], [])
        let hunks = contradictions(my, their)
        var done = 0
        for hunk in hunks {
            for index in done..<hunk.old.lowerBound { append(my[index], of: .mine) }
            done = hunk.old.upperBound
            let start = output.nextStart
            writeBoth(my[hunk.old], their[hunk.new])
            let part = MergeExtent(
                base: extent.base, mine: my.lines(of: hunk.old, in: extent.mine),
                theirs: their.lines(of: hunk.new, in: extent.theirs))
            output.conflicts.append(span(start, part))
        }
        let start = output.nextStart
        for line in my[done...] { append(line, of: .mine) }
        // Both added the same, but amid deletions that are not the same.
        if hunks.isEmpty { output.conflicts.append(span(start, extent)) }
    }

    /// Both sides whole, mine first.
    private mutating func writeBoth(_ my: ArraySlice<Int>, _ their: ArraySlice<Int>) {
        if let markers { output.appendMarker("<<<<<<< \(markers.mine)") }
        for line in my { append(line, of: .mine) }
        if markers != nil { output.appendMarker("=======") }
        for line in their { append(line, of: .theirs) }
        if let markers { output.appendMarker(">>>>>>> \(markers.theirs)") }
    }

    /// The places where two runs of lines differ; those that only a few bare lines part are one.
    private mutating func contradictions(_ my: [Int], _ their: [Int]) -> [DifferenceHunk] {
        let hunks = LineDifference.hunks(
            from: my.map { mine.lines.numbers[$0] }, to: their.map { theirs.lines.numbers[$0] },
            spending: &budget)
        var result: [DifferenceHunk] = []
        for hunk in hunks {
            if let last = result.last, hunk.old.lowerBound - last.old.upperBound <= 3,
                !my[last.old.upperBound..<hunk.old.lowerBound].contains(where: { mine.hasLetter($0) })
            {
                result.removeLast()
                result.append(
                    DifferenceHunk(
                        old: last.old.lowerBound..<hunk.old.upperBound,
                        new: last.new.lowerBound..<hunk.new.upperBound))
            } else {
                result.append(hunk)
            }
        }
        return result
    }
}

extension [Int] {
    /// The lines from the first to the last of a run; an empty run stands in front of the next line.
    fileprivate func lines(of run: Range<Int>, in extent: Range<Int>) -> Range<Int> {
        let start = run.lowerBound < count ? self[run.lowerBound] : extent.upperBound
        return run.isEmpty ? start..<start : start..<self[run.upperBound - 1] + 1
    }
}

extension MergeVersion {
    /// Whether a line has a letter or a digit, of any script.
    fileprivate func hasLetter(_ line: Int) -> Bool {
        content(line).contains { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
            default: false
            }
        }
    }
}
