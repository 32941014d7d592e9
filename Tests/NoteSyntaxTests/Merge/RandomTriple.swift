// SPDX-License-Identifier: MIT
// Random pairs of changes of one note, of the kinds that people and programs make.

import SyntaxProof

/// A note and two changed versions of it.
struct RandomTriple {
    /// What changes lines and words leave alone: needed where only the text is to be compared.
    enum Scope { case text, everything }

    let base: [UInt8]
    let mine: [UInt8]
    let theirs: [UInt8]

    init(of note: [UInt8], scope: Scope, using random: inout SeededGenerator) {
        let lines = RandomTriple.lines(of: note)
        base = note
        mine = RandomTriple.changed(lines, scope, &random)
        theirs = RandomTriple.changed(lines, scope, &random)
    }

    /// The lines of a file with their endings, the mark with the first.
    static func lines(of file: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        for (index, byte) in file.enumerated() {
            lines[lines.count - 1].append(byte)
            let isInside = byte == 0x0D && index + 1 < file.count && file[index + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D, !isInside { lines.append([]) }
        }
        if lines.last == [] { lines.removeLast() }
        return lines
    }

    private static func changed(
        _ lines: [[UInt8]], _ scope: Scope, _ random: inout SeededGenerator
    ) -> [UInt8] {
        var lines = lines
        // The mark stays in front of whatever comes first: nobody types before it.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let isMarked = lines.first?.starts(with: mark) ?? false
        if isMarked { lines[0].removeFirst(mark.count) }
        for _ in 0..<random.below(random.oneIn(4) ? 9 : 4) { change(&lines, &random) }
        if isMarked {
            if lines.isEmpty { lines = [[]] }
            lines[0].insert(contentsOf: mark, at: 0)
        }
        if scope == .everything { changeForm(&lines, &random) }
        return lines.flatMap(\.self)
    }

    private static func change(_ lines: inout [[UInt8]], _ random: inout SeededGenerator) {
        let start = random.below(lines.count + 1)
        let end = min(lines.count, start + 1 + (random.oneIn(5) ? random.below(12) : random.below(2)))
        let usual: [UInt8] = lines.first?.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [0x0A]
        switch random.below(12) {
        case 0, 1:
            lines.insert(
                contentsOf: (0...random.below(3)).map { _ in newLine(&random) + usual }, at: start)
        case 2:
            lines.removeSubrange(start..<end)
        case 3:
            lines.replaceSubrange(
                start..<end, with: (0...random.below(3)).map { _ in newLine(&random) + usual })
        case 4:
            let moved = Array(lines[start..<end])
            lines.removeSubrange(start..<end)
            lines.insert(contentsOf: moved, at: random.below(lines.count + 1))
        case 5:
            lines.insert(contentsOf: Array(lines[start..<end]), at: random.below(lines.count + 1))
        case 6:
            lines.insert(usual, at: start)
        case 7:
            // Both sides come to this one now and then.
            lines.insert(Array("- [ ] same on both sides".utf8) + usual, at: lines.count / 2)
        default:
            guard start < lines.count else { return }
            changeWords(&lines[start], &random)
        }
        // No line may run into the next.
        for index in lines.indices.dropLast() where lines[index].last != 0x0A && lines[index].last != 0x0D {
            lines[index] += usual
        }
    }

    private static func changeWords(_ line: inout [UInt8], _ random: inout SeededGenerator) {
        let ending = line.suffix(while: { $0 == 0x0A || $0 == 0x0D })
        var words = line.dropLast(ending.count).split(separator: 0x20, omittingEmptySubsequences: false)
        let place = random.below(words.count)
        switch random.below(5) {
        case 0: words.insert(newWord(&random)[...], at: place)
        case 1: words.append(newWord(&random)[...])
        case 2: words.remove(at: place)
        default: words[place] = newWord(&random)[...]
        }
        line = Array(words.joined(separator: [0x20])) + ending
    }

    /// Endings, the last ending and the mark.
    private static func changeForm(_ lines: inout [[UInt8]], _ random: inout SeededGenerator) {
        func ending(_ bytes: [UInt8]) -> (inout [UInt8]) -> Void {
            { line in
                let size = line.suffix(while: { $0 == 0x0A || $0 == 0x0D }).count
                if size > 0 { line = line.dropLast(size) + bytes }
            }
        }
        switch random.below(8) {
        case 0: for index in lines.indices { ending([0x0D, 0x0A])(&lines[index]) }
        case 1: for index in lines.indices { ending([0x0A])(&lines[index]) }
        case 2: if !lines.isEmpty { ending([0x0D, 0x0A])(&lines[random.below(lines.count)]) }
        case 3: if !lines.isEmpty { ending([])(&lines[lines.count - 1]) }
        case 4:
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            guard let first = lines.first else { return }
            lines[0] = first.starts(with: mark) ? Array(first.dropFirst(3)) : mark + first
        default: break
        }
    }

    private static func newWord(_ random: inout SeededGenerator) -> [UInt8] {
        Array("w\(random.below(100_000))".utf8)
    }

    private static func newLine(_ random: inout SeededGenerator) -> [UInt8] {
        let start = ["- ", "", "# ", "- [ ] ", "> "][random.below(5)]
        return Array(start.utf8)
            + (0...random.below(5)).map { _ in newWord(&random) }.joined(separator: [0x20])
    }
}

extension Collection where Self: BidirectionalCollection {
    func suffix(while holds: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
