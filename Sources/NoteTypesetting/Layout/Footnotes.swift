// SPDX-License-Identifier: MIT
// Which footnotes a note has, in the order in which they are referred to.

internal import NoteMarkdown

/// The footnotes of a note.
struct Footnotes {
    enum Note {
        /// Defined by a block with this number.
        case block(Int)
        /// Written in the text.
        case runs([MarkdownRun])
    }

    /// Numbers of blocks by label, in lower case; of equal ones the first.
    private var blocks: [String: Int] = [:]
    private var definitions: [Int] = []
    private var numbers: [Int: Int] = [:]
    /// In the order of their numbers, which count from 1.
    private(set) var notes: [Note] = []

    init(_ document: MarkdownDocument) {
        for block in document.blocks {
            guard case .footnote(let label) = block.kind else { continue }
            definitions.append(block.index)
            if blocks[label.lowercased()] == nil { blocks[label.lowercased()] = block.index }
        }
    }

    /// The number of the note with a label; nil where none is defined.
    mutating func number(of label: String) -> Int? {
        guard let block = blocks[label.lowercased()] else { return nil }
        return number(ofBlock: block)
    }

    /// The number of a note that is written where it is referred to.
    mutating func number(of runs: [MarkdownRun]) -> Int {
        notes.append(.runs(runs))
        return notes.count
    }

    /// Gives numbers to those that nothing refers to: they are text of the note as well.
    mutating func takeRest() { for block in definitions { _ = number(ofBlock: block) } }

    private mutating func number(ofBlock block: Int) -> Int {
        if let known = numbers[block] { return known }
        notes.append(.block(block))
        numbers[block] = notes.count
        return notes.count
    }

    static func noteName(_ number: Int) -> String { "note-\(number)" }
    static func referenceName(_ number: Int) -> String { "reference-\(number)" }
}
