// SPDX-License-Identifier: MIT
// What in the note a link can lead to, by one rule for all ways to write one.

internal import NoteMarkdown

/// The headings and blocks of a note by the names that links have for them.
struct LinkTargets {
    private struct Heading {
        let block: Int
        let level: Int
        let text: String
        let words: String
    }

    private let headings: [Heading]
    /// Numbers in `headings`, ascending.
    private var byText: [String: [Int]] = [:]
    private var byWords: [String: [Int]] = [:]
    /// Numbers in `headings` by the anchors that they have on GitHub.
    private var bySlug: [String: Int] = [:]
    private var blockIDs: [String: Int] = [:]
    /// Blocks that some link leads to, with the names of their destinations.
    private(set) var destinations: [Int: String] = [:]

    init(_ document: MarkdownDocument, blockIDs: [(name: String, place: Int)]) {
        var headings: [Heading] = []
        for block in document.blocks {
            guard case .heading(let level) = block.kind else { continue }
            let text = block.text
            headings.append(
                Heading(block: block.index, level: level, text: Self.text(text), words: Self.words(text)))
        }
        self.headings = headings
        var equals: [String: Int] = [:]
        for (number, heading) in headings.enumerated() {
            let slug = Self.slug(heading.text)
            let count = equals[slug, default: 0]
            equals[slug] = count + 1
            let anchor = count == 0 ? slug : "\(slug)-\(count)"
            if bySlug[anchor] == nil { bySlug[anchor] = number }
            byText[heading.text, default: []].append(number)
            byWords[heading.words, default: []].append(number)
        }
        var next = 0
        var last: Int?
        for id in blockIDs.sorted(by: { $0.place < $1.place }) {
            while next < document.blocks.count, document.blocks[next].range.lowerBound <= id.place {
                last = next
                next += 1
            }
            if let last, self.blockIDs[id.name.lowercased()] == nil {
                self.blockIDs[id.name.lowercased()] = last
            }
        }
    }

    /// The name of what a link leads to; nil where the note has no such thing.
    ///
    /// - Parameter subpath: What stands behind the first `#`, with percent signs resolved: a heading, headings
    ///   one below the other with `#` between them, or `^` and a block's id. Of equal headings the first is
    ///   meant.
    mutating func destination(of subpath: String) -> String? {
        guard let block = block(subpath) else { return nil }
        let name = "block-\(block)"
        destinations[block] = name
        return name
    }

    private func block(_ subpath: String) -> Int? {
        if subpath.hasPrefix("^") { return blockIDs[subpath.dropFirst().lowercased()] }
        if let number = heading(subpath, after: -1) { return headings[number].block }
        let parts = subpath.split(separator: "#").map(String.init)
        guard parts.count > 1 else { return nil }
        var last = -1
        for part in parts {
            guard let number = heading(part, after: last) else { return nil }
            last = number
        }
        return last < 0 ? nil : headings[last].block
    }

    private func heading(_ name: String, after number: Int) -> Int? {
        if let found = Self.first(of: byText[Self.text(name)], after: number) { return found }
        if let found = bySlug[name.lowercased()], found > number { return found }
        let words = Self.words(name)
        return words.isEmpty ? nil : Self.first(of: byWords[words], after: number)
    }

    /// By halves: a note may have one heading over and over, and links that name it as often.
    private static func first(of numbers: [Int]?, after number: Int) -> Int? {
        guard let numbers else { return nil }
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] > number { high = middle } else { low = middle + 1 }
        }
        return low < numbers.count ? numbers[low] : nil
    }

    private static func text(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The anchor that GitHub gives a heading: `whats-new` for `What's new?`.
    private static func slug(_ text: String) -> String {
        var slug = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            switch scalar {
            case " ": slug.append("-")
            case "-", "_": slug.append(scalar)
            default:
                let facts = scalar.properties
                switch facts.generalCategory {
                case .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
                    slug.append(scalar)
                default: if facts.isAlphabetic { slug.append(scalar) }
                }
            }
        }
        return String(slug)
    }

    /// Only the letters and digits, so that `How do I begin?` and `how-do-i-begin` are one.
    private static func words(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
