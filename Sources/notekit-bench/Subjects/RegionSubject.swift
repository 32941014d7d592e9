// SPDX-License-Identifier: MIT
// What it costs to divide a note into regions, and to follow a keystroke.

internal import NoteKit

#if !NOTEKIT_CORE
internal import NoteMarkdown
#endif

/// Divides notes of 1 MB, and types into each.
struct RegionSubject {
    let vault: String

    #if NOTEKIT_CORE
    func run(times: Int) throws(BenchError) { throw BenchError("this build divides no notes") }
    #else
    func run(times: Int) throws(BenchError) {
        let division = Table(
            "Regions of a note of 1 MB, one core, processor time",
            ["note", "regions", "parse, ms", "parse and regions, ms", "times the parse"])
        var rows: [[String]] = []
        for (name, note) in try notes() {
            let corpus = Corpus(name: name, notes: [note])
            var parse = Samples()
            var both = Samples()
            for round in 0...times {
                let tree = corpus.seconds { MarkdownTree(parsing: $0).count }
                let map = corpus.seconds { MarkdownSourceMap(MarkdownTree(parsing: $0), of: $0).count }
                guard round > 0 else { continue }
                parse.add(tree)
                both.add(map)
            }
            division.row([
                name, String(MarkdownSourceMap(parsing: note).count), (parse.median * 1000).short,
                (both.median * 1000).short, (both.median / parse.median).short,
            ])
            rows.append([name] + (try type(into: note, times: times * 500)))
        }
        let keystroke = Table(
            "A letter typed anywhere in it, text, tree and regions, microseconds",
            ["note", "median", "p99", "most", "proving again, ms"])
        for row in rows { keystroke.row(row) }
    }

    /// Types letters at random places.
    private func type(into bytes: [UInt8], times: Int) throws(BenchError) -> [String] {
        var note: NoteText
        do throws(UnreadableText) {
            note = try NoteText(bytes: bytes)
        } catch {
            throw BenchError("the made note is unreadable: \(error)")
        }
        var map = MarkdownSourceMap(parsing: note.utf8)
        var random = SplitMix(seed: 1)
        var samples = Samples()
        for _ in 0..<times {
            var place = Int(random.next() % UInt64(note.count))
            while !note.isBoundary(place) { place += 1 }
            let start = Moment.now
            map.update(after: note.replace(place..<place, with: "x"), in: note)
            samples.add(Moment.now.seconds(since: start) * 1e6)
        }
        let text = note.utf8
        let start = Moment.now
        text.withUnsafeBufferPointer { map.prove(in: $0) }
        let proving = Moment.now.seconds(since: start) * 1000
        guard map.map(\.range) == MarkdownSourceMap(parsing: text).map(\.range) else {
            throw BenchError("the regions no longer are those of the note")
        }
        return [samples.median.short, samples.quantile(0.99).short, samples.most.short, proving.short]
    }

    private func notes() throws(BenchError) -> [(String, [UInt8])] {
        let ordinary = try Corpus.bigNote(of: 1_000_000, from: try Corpus.vault(vault)).notes[0]
        func repeated(_ line: (Int) -> String, _ count: Int) -> [UInt8] {
            (0..<count).flatMap { Array(line($0).utf8) }
        }
        return [
            ("notes of a vault", ordinary),
            (
                "paragraphs",
                repeated({ "Paragraph \($0) with **some** emphasis and a [[link]] in it.\n\n" }, 17_000)
            ),
            ("one list", repeated({ "- item \($0) with *emphasis* and #tag\n" }, 25_000)),
            ("one ordered list", repeated({ "\($0 + 1). an item with *emphasis* and #tag\n" }, 22_000)),
            (
                "one ordered list that cannot be cut",
                repeated({ _ in "1. an item with *emphasis*\n" }, 37_000)
            ),
            ("one fence", Array("```\n".utf8) + repeated({ "let line = \($0)\n" }, 60_000)),
        ]
    }
    #endif
}
