// SPDX-License-Identifier: MIT
// The parse beside other parsers, and the styles beside the parse.

internal import Glibc
internal import NoteKit

/// Parses and styles the same bytes as cmark and md4c, in turns, on one processor.
struct ParseSubject {
    let folder: String
    let vault: String

    /// The parse to a tree beside cmark's parse to a tree and md4c's rendering of HTML.
    func run(times: Int) throws(BenchError) {
        let peers = [
            try Peer("cmark, parse to a tree", source: "parse-cmark", flags: ["-lcmark"], in: folder),
            try Peer("md4c, render HTML", source: "render-md4c", flags: ["-lmd4c-html"], in: folder),
        ].compactMap { $0 }
        let small = try Corpus.vault(vault)
        for corpus in [small, try Corpus.bigNote(of: 50_000_000, from: small)] {
            let file = folder + "/corpus"
            try corpus.write(to: file)
            var ours = Samples()
            var theirs = peers.map { _ in Samples() }
            for round in 0...times {
                let seconds = corpus.seconds { MarkdownTree(parsing: $0).count }
                if round > 0 { ours.add(seconds) }
                for (index, peer) in peers.enumerated() where round > 0 {
                    theirs[index].add(try peer.seconds(over: file))
                }
            }
            unlink(file)
            let table = Table(
                "Parse of \(corpus.name), \(corpus.byteCount / 1_000_000) MB, one core, processor time",
                ["what", "median ms", "least–most", "MB/s", "times ours"])
            for (name, samples) in [("MarkdownTree", ours)] + zip(peers.map(\.name), theirs) {
                row(table, name, samples, corpus.byteCount, ours)
            }
        }
    }

    /// The styles beside the parse, and the memory of the trees.
    func runStyles(times: Int) throws(BenchError) {
        let corpus = try Corpus.vault(vault)
        var parse = Samples()
        var both = Samples()
        for round in 0...times {
            let tree = corpus.seconds { MarkdownTree(parsing: $0).count }
            let styles = corpus.seconds { bytes in
                MarkdownStyleScanner().styles(of: MarkdownTree(parsing: bytes), in: bytes).ranges.count
            }
            guard round > 0 else { continue }
            parse.add(tree)
            both.add(styles)
        }
        let table = Table(
            "Styles of \(corpus.name), \(corpus.byteCount / 1_000_000) MB, one core, processor time",
            ["what", "median ms", "least–most", "MB/s", "times the parse"])
        row(table, "parse", parse, corpus.byteCount, parse)
        row(table, "parse and styles", both, corpus.byteCount, parse)

        let before = Self.residentBytes
        let trees = corpus.notes.map { MarkdownTree(parsing: $0) }
        let bytes = withExtendedLifetime(trees) { Self.residentBytes - before }
        print(
            "\nTrees of all these notes take \((Double(bytes) / Double(corpus.byteCount)).short) bytes for each byte of a note."
        )
    }

    /// The memory that this process has; see `man 5 proc`, "statm".
    private static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        let pages = String(decoding: line.prefix(count), as: UTF8.self).split(separator: " ").dropFirst()
            .first
        return (pages.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    private func row(
        _ table: Table, _ name: String, _ samples: Samples, _ byteCount: Int, _ first: Samples
    ) {
        table.row([
            name, (samples.median * 1000).short,
            "\((samples.least * 1000).short)–\((samples.most * 1000).short)",
            (Double(byteCount) / 1e6 / samples.median).short, (samples.median / first.median).short,
        ])
    }
}
