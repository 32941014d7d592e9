// SPDX-License-Identifier: MIT
// Indexing and searching a vault beside SQLite's own full text and ripgrep.

internal import Glibc
internal import NoteKit

#if !NOTEKIT_CORE
internal import NoteStore
#endif

/// The first index, its size, queries of the command and of the library, and one changed note.
struct SearchSubject {
    let vault: String
    let notekit: String
    let bench: String
    /// Where the index and the tables beside it are written.
    let folder: String

    /// A word that few notes hold, and one that most hold, in the vaults of `scripts` and of this program.
    private var words: [(name: String, word: String)] {
        [("rare", "zanzibar-quokka-7731"), ("common", "meeting")]
    }

    #if NOTEKIT_CORE
    func run(times: Int) throws(BenchError) { throw BenchError("this build has no index") }
    static func importOnce(_ vault: String, _ database: String) throws(BenchError) {
        throw BenchError("this build has no index")
    }
    #else
    private var state: String { folder + "/search-state" }

    func run(times: Int) throws(BenchError) {
        setenv("XDG_STATE_HOME", state, 1)
        try first(times: min(times, 3))
        for (name, word) in words {
            var commands = [
                Command(
                    name: "notekit search --json", words: piped(notekit, "search", "--json", vault, word)),
                Command(name: "notekit search", words: piped(notekit, "search", vault, word)),
            ]
            if try Command(name: "rg", words: ["sh", "-c", "command -v rg"]).run().exitCode == 0 {
                let rg = piped("rg", "-uu", "-g", "*.md", "-g", "!.*", "-i", "-F", "-n", word, vault)
                commands.insert(Command(name: "rg -i -F -n", words: rg), at: 0)
            } else {
                print("\nripgrep is left out: it is not installed.")
            }
            try CommandComparison(title: "The \(name) word '\(word)' in \(vault)", commands: commands)
                .run(times: times)
        }
        try library(times: 300)
    }

    /// To a pipe: some programs stop at the first match when they see that nobody reads.
    private func piped(_ words: String...) -> [String] {
        let quoted = words.map { "'" + $0 + "'" }.joined(separator: " ")
        return ["sh", "-c", quoted + " | cat > /dev/null"]
    }

    private func first(times: Int) throws(BenchError) {
        let database = folder + "/fts.db"
        var (ours, theirs, memory) = (Samples(), Samples(), Samples())
        for _ in 0..<max(1, times) {
            _ = try Command(name: "rm", words: ["rm", "-rf", state, database]).run()
            let theirCost = try Command(name: "import", words: [bench, "import-once", vault, database]).run()
            guard theirCost.exitCode == 0 else { throw BenchError("SQLite's import failed") }
            theirs.add(theirCost.seconds)
            let cost = try Command(name: "index", words: [notekit, "search", vault, "zanzibar"]).run()
            guard cost.exitCode == 0 else { throw BenchError("the first index failed") }
            ours.add(cost.seconds)
            memory.add(cost.megabytes)
        }
        let table = Table(
            "The first index of \(vault)", ["what", "median s", "times the first", "MB", "memory MB"])
        table.row([
            "SQLite, trigrams, contentless, no detail", theirs.median.short, "1", try size(of: database), "",
        ])
        table.row([
            "notekit search, no index yet", ours.median.short, (ours.median / theirs.median).short,
            try size(of: state), memory.most.short,
        ])
        table.row(["the vault itself", "", "", try size(of: vault), ""])
        _ = try Command(name: "rm", words: ["rm", "-f", database]).run()
    }

    private func size(of path: String) throws(BenchError) -> String {
        let (_, text) = try Command(name: "du", words: ["du", "-sb", path]).output()
        guard let bytes = text.split(separator: "\t").first.flatMap({ Double($0) }) else { return "?" }
        return (bytes / 1e6).short
    }

    private func library(times: Int) throws(BenchError) {
        do {
            let start = Moment.now
            let index = try SearchIndex(of: NotePath(vault))
            let report = try index.refresh()
            let opened = Moment.now.seconds(since: start)
            let table = Table(
                "The library on \(vault), \(report.notes) notes, the first 50 of each answer",
                ["what", "median ms", "p99 ms", "hits"])
            table.row(["opened, and the whole vault looked at", (opened * 1000).short, "", ""])
            for (name, word) in words + [
                ("regular expression", "20[0-9]{2}-[01][0-9].*#project"), ("one of CJK", "会议"),
            ] {
                var samples = Samples()
                var hits = 0
                let options: SearchQuery.Options = name == "regular expression" ? .regularExpression : []
                let query = try SearchQuery(word, options: options, limit: 50)
                for _ in 0..<times {
                    let start = Moment.now
                    hits = try index.search(query).hits.count
                    samples.add(Moment.now.seconds(since: start))
                }
                table.row([
                    "\(name): \(word)", (samples.median * 1000).short, (samples.quantile(0.99) * 1000).short,
                    "\(hits)",
                ])
            }
            try changes(in: index, table)
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            print("\nMemory of this process: \((Double(usage.ru_maxrss) / 1024).short) MB")
        } catch let error as BenchError {
            throw error
        } catch {
            throw BenchError("\(error)")
        }
    }

    /// From the event of a change to an answer that shows it.
    private func changes(in index: SearchIndex, _ table: Table) throws {
        let name = "notekit-bench changed.md"
        var samples = Samples()
        for number in 0..<50 {
            let word = "xyzzy\(number)plugh"
            guard let file = fopen("\(vault)/\(name)", "w") else { throw BenchError("cannot write a note") }
            fputs("a note with \(word)\n", file)
            fclose(file)
            let start = Moment.now
            try index.apply(FolderBatch(changes: [.changed(NotePath(name))]))
            let found = try index.search(try SearchQuery(word, limit: 50)).hits.count
            samples.add(Moment.now.seconds(since: start))
            guard found == 1 else { throw BenchError("a changed note was not found") }
        }
        unlink("\(vault)/\(name)")
        try index.apply(FolderBatch(changes: [.removed(NotePath(name))]))
        table.row([
            "a changed note, from its event to its answer", (samples.median * 1000).short,
            (samples.quantile(0.99) * 1000).short, "1",
        ])
    }

    /// SQLite's own import of the notes of a vault, as fast as it can: no log, nothing synced.
    static func importOnce(_ vault: String, _ path: String) throws(BenchError) {
        do {
            var database = try Database(at: NotePath(path), as: .mirror)
            try database.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000")
            try database.execute(
                "CREATE VIRTUAL TABLE f USING fts5(body, content='', detail=none, tokenize='trigram'); BEGIN")
            var row: Int64 = 0
            try VaultReader(vault: NotePath(vault)).read { _, bytes in
                String(decoding: bytes, as: UTF8.self)
            } use: { text in
                row += 1
                try database.run("INSERT INTO f(rowid, body) VALUES(?, ?)", .integer(row), .text(text))
            }
            try database.execute("COMMIT")
        } catch {
            throw BenchError("\(error)")
        }
    }
    #endif
}
