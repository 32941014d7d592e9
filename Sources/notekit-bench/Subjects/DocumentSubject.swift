// SPDX-License-Identifier: MIT
// What a reader's document costs beside the parse, and what previews cost.

internal import NoteKit

#if !NOTEKIT_CORE
internal import NoteMarkdown
#endif

/// Makes documents and previews of the same bytes that are parsed.
struct DocumentSubject {
    let vault: String

    #if NOTEKIT_CORE
    func run(times: Int) throws(BenchError) { throw BenchError("this build reads no documents") }
    func runPreviews(times: Int) throws(BenchError) { throw BenchError("this build reads no documents") }
    #else
    /// The document of a parsed note beside its parse.
    func run(times: Int) throws(BenchError) {
        let small = try Corpus.vault(vault)
        for corpus in [small, try Corpus.bigNote(of: 50_000_000, from: small)] {
            var parse = Samples()
            var both = Samples()
            for round in 0...times {
                let tree = corpus.seconds { MarkdownTree(parsing: $0).count }
                let document = corpus.seconds {
                    MarkdownDocument(MarkdownTree(parsing: $0), of: $0).blocks.count
                }
                guard round > 0 else { continue }
                parse.add(tree)
                both.add(document)
            }
            let table = Table(
                "Document of \(corpus.name), \(corpus.byteCount / 1_000_000) MB, one core, processor time",
                ["what", "median ms", "least–most", "MB/s", "times the parse"])
            for (name, samples) in [("parse", parse), ("parse and document", both)] {
                table.row([
                    name, (samples.median * 1000).short,
                    "\((samples.least * 1000).short)–\((samples.most * 1000).short)",
                    (Double(corpus.byteCount) / 1e6 / samples.median).short,
                    (samples.median / parse.median).short,
                ])
            }
        }
    }

    /// The previews of all notes, and of one note of 100 MB.
    func runPreviews(times: Int) throws(BenchError) {
        let small = try Corpus.vault(vault)
        let table = Table(
            "Previews, one core, processor time", ["what", "median ms", "least–most", "µs a note"])
        for corpus in [small, try Corpus.bigNote(of: 100_000_000, from: small)] {
            var samples = Samples()
            for round in 0...times {
                let seconds = corpus.seconds { MarkdownPreview.plainPreview(of: $0).utf8.count }
                if round > 0 { samples.add(seconds) }
            }
            table.row([
                "\(corpus.name), \(corpus.byteCount / 1_000_000) MB", (samples.median * 1000).short,
                "\((samples.least * 1000).short)–\((samples.most * 1000).short)",
                (samples.median * 1e6 / Double(corpus.notes.count)).short,
            ])
        }
    }
    #endif
}
