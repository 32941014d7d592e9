// SPDX-License-Identifier: MIT
// What must hold of any merge, told from the texts alone.

@testable import NoteSyntax

/// One merge of three texts, checked.
struct MergeProperty {
    struct Violation: Error, CustomStringConvertible {
        var description: String
    }

    let base: [UInt8]
    let mine: [UInt8]
    let theirs: [UInt8]
    let merge: ThreeWayMerge

    init(base: [UInt8], mine: [UInt8], theirs: [UInt8], merge: ThreeWayMerge? = nil) {
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.merge = merge ?? ThreeWayMerge(base: base, mine: mine, theirs: theirs)
    }

    func check() throws {
        try checkSides()
        try checkSpans()
        try checkSwapped()
        try checkMark()
    }

    // MARK: Lines

    /// What a line says, without ending and mark.
    private static func lines(_ file: some Sequence<UInt8>) -> [[UInt8]] {
        var file = Array(file)
        if file.starts(with: TextLines.mark) { file.removeFirst(3) }
        return RandomTriple.lines(of: file).map { $0.filter { $0 != 0x0A && $0 != 0x0D } }
    }

    private static func contents(_ file: some Sequence<UInt8>) -> [[UInt8]: Int] {
        lines(file).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// No line that one side added is missing, none that one side deleted is back.
    func checkSides() throws {
        let was = MergeProperty.contents(base)
        let says = MergeProperty.contents(mine)
        let otherSays = MergeProperty.contents(theirs)
        let result = MergeProperty.contents(merge.bytes)
        for line in Set(was.keys).union(says.keys).union(otherSays.keys) {
            let counts = (was[line] ?? 0, says[line] ?? 0, otherSays[line] ?? 0)
            let found = result[line] ?? 0
            let name = String(decoding: line, as: UTF8.self)
            switch counts {
            case (0, let added, 0) where found < added:
                try require(isMergedByWord(line, \.mine, mine), "a line of mine is missing: \(name)")
            case (0, 0, let added) where found < added:
                try require(isMergedByWord(line, \.theirs, theirs), "a line of theirs is missing: \(name)")
            case (0, 1..., 1...):
                try require(found > 0, "a line that both sides added is missing: \(name)")
            case (let kept, 0, let left) where kept > 0 && kept == left:
                try require(
                    found == 0 || !isSurelyLeftAlone(line, theirs), "a line that I deleted is back: \(name)")
            case (let kept, let left, 0) where kept > 0 && kept == left:
                try require(
                    found == 0 || !isSurelyLeftAlone(line, mine), "a line that they deleted is back: \(name)")
            case (1, 1, 1):
                try require(found > 0, "a line that nobody deleted is missing: \(name)")
            default:
                break
            }
        }
    }

    /// Whether every shortest difference leaves all of these lines alone: none of them was moved.
    private func isSurelyLeftAlone(_ line: [UInt8], _ side: [UInt8]) -> Bool {
        let was = MergeProperty.lines(base)
        let says = MergeProperty.lines(side)
        let longest = MergeProperty.commonLength(was, says)
        return was.indices.filter { was[$0] == line }.allSatisfy { index in
            var without = was
            without.remove(at: index)
            return MergeProperty.commonLength(without, says) < longest
        }
    }

    /// The length of the longest common subsequence.
    private static func commonLength(_ old: [[UInt8]], _ new: [[UInt8]]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for line in old {
            var diagonal = 0
            for (index, other) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }

    /// Whether a line was merged by word, with every word that its side brought.
    private func isMergedByWord(
        _ line: [UInt8], _ side: KeyPath<MergeSpan, Range<Int>>, _ text: [UInt8]
    ) -> Bool {
        merge.refinements.contains { span in
            guard MergeProperty.contents(text[span[keyPath: side]])[line] != nil else { return false }
            func words(_ bytes: some Sequence<UInt8>) -> Set<String> {
                let text = String(decoding: Array(bytes), as: UTF8.self)
                // Scripts without blanks between words are looked at by character.
                let characters = text.filter { ($0.unicodeScalars.first?.value ?? 0) >= 0x2E80 }
                let others = text.split { $0.isWhitespace || ($0.unicodeScalars.first?.value ?? 0) >= 0x2E80 }
                return Set(others.map(String.init) + characters.map(String.init))
            }
            let brought = words(line).subtracting(words(base[span.base]))
            let merged = merge.bytes[span.merged]
            return brought.allSatisfy { merged.contains(run: Array($0.utf8)) }
        }
    }

    // MARK: The value

    private func checkSpans() throws {
        for spans in [merge.conflicts, merge.refinements] {
            var last = 0
            for span in spans {
                try require(last <= span.merged.lowerBound, "spans are out of order")
                last = span.merged.upperBound
                try require(
                    last <= merge.bytes.count && span.base.upperBound <= base.count
                        && span.mine.upperBound <= mine.count && span.theirs.upperBound <= theirs.count,
                    "a span goes beyond its text")
            }
        }
        try require(!merge.isCoarse, "an ordinary note was merged coarsely")
    }

    private func checkSwapped() throws {
        let swapped = ThreeWayMerge(base: base, mine: theirs, theirs: mine)
        try require(swapped.isClean == merge.isClean, "swapped sides differ in being clean")
        if merge.isClean {
            try require(
                swapped.bytes == merge.bytes,
                "swapped sides merge to another text:\n\(swapped.shown)\nnot\n\(merge.shown)")
        }
    }

    private func checkMark() throws {
        let marks = [base, mine, theirs].map { $0.starts(with: TextLines.mark) }
        let wanted = marks[1] == marks[0] ? marks[2] : marks[1]
        try require(merge.bytes.starts(with: TextLines.mark) == wanted, "the mark is not merged")
    }

    private func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
        if !holds { throw Violation(description: what()) }
    }
}

extension ThreeWayMerge {
    var shown: String { String(decoding: bytes, as: UTF8.self) }
}

extension Collection<UInt8> where SubSequence: Sequence {
    func contains(run: [UInt8]) -> Bool {
        let bytes = Array(self)
        guard run.count <= bytes.count else { return false }
        return (0...bytes.count - run.count).contains { bytes[$0..<$0 + run.count].elementsEqual(run) }
    }
}
