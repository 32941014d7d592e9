// SPDX-License-Identifier: MIT
// What a keystroke costs until the note is parsed and styled again.

internal import NoteKit

/// A letter typed into the middle of a note of 1 MB, and taken away again: text, tree and styles.
struct EditSubject {
    let vault: String

    func run(times: Int) throws(BenchError) {
        let table = Table(
            "A keystroke in the middle of 1 MB, parsed and styled again, microseconds",
            ["where", "median", "p99", "most", "bytes parsed again, median"])
        for (name, note, place) in try notes() {
            try measure(name, note, place, times, table)
        }
    }

    private func measure(
        _ name: String, _ bytes: [UInt8], _ place: Int, _ times: Int, _ table: Table
    ) throws(BenchError) {
        var note: NoteText
        do throws(UnreadableText) {
            note = try NoteText(bytes: bytes)
        } catch {
            throw BenchError("the made note is unreadable: \(error)")
        }
        var tree = MarkdownTree(parsing: note.utf8)
        let scanner = MarkdownStyleScanner()
        var samples = Samples()
        var parsed = Samples()
        var styled = 0
        for round in 0..<times {
            let isTyped = round.isMultiple(of: 2)
            let start = Moment.now
            let edit = note.replace(place..<(isTyped ? place : place + 1), with: isTyped ? "x" : "")
            let change = tree.update(after: edit, in: note)
            styled += scanner.styles(of: tree, in: note, within: change.range).ranges.count
            samples.add(Moment.now.seconds(since: start) * 1e6)
            parsed.add(Double(change.parsedByteCount))
        }
        guard styled > 0, tree.count == MarkdownTree(parsing: note.utf8).count else {
            throw BenchError("the tree no longer is that of the note")
        }
        table.row([
            name, samples.median.short, samples.quantile(0.99).short, samples.most.short,
            String(Int(parsed.median)),
        ])
    }

    /// Notes of 1 MB with the offset at which somebody types.
    private func notes() throws(BenchError) -> [(String, [UInt8], Int)] {
        let ordinary = try Corpus.bigNote(of: 1_000_000, from: try Corpus.vault(vault)).notes[0].filter {
            $0 != 0x0D
        }
        let filler = Array("A paragraph with **some** emphasis and a [[link]] in it.\n\n".utf8)
        let list = (0..<5_000).flatMap { Array("- item \($0) with *emphasis* and #tag\n".utf8) }
        let rows = (0..<1_000).flatMap { Array("| row \($0) | **b** | [[c]] | 1 |\n".utf8) }
        let head = Array("| a | b | c | d |\n| - | - | - | - |\n".utf8)
        return [
            ("an ordinary note", ordinary, middle(of: ordinary)),
            inside("a list of 5,000 items", list, filler),
            inside("a table of 1,000 rows", head + rows, filler),
        ]
    }

    private func inside(_ name: String, _ block: [UInt8], _ filler: [UInt8]) -> (String, [UInt8], Int) {
        let half = Array(repeatElement(filler, count: (1_000_000 - block.count) / 2 / filler.count).joined())
        let note = half + block + [0x0A] + half
        return (name, note, middle(of: note))
    }

    /// Behind the first letter of a word in the middle.
    private func middle(of note: [UInt8]) -> Int {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return (note.count / 2..<note.count).first { letters.contains(note[$0]) }.map { $0 + 1 } ?? note.count
    }
}
