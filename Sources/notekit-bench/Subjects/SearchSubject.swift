// SPDX-License-Identifier: MIT
// Indexing and searching a vault beside SQLite's own full text and ripgrep, against the limits that are kept.

internal import Glibc
internal import NoteKit

#if !NOTEKIT_CORE
internal import NoteStore
#endif

/// The first index, its size, queries of the command and of the library, one changed note, and memory. What stands
/// side by side is run in turns. Where others use the machine, processor time and the ratios tell; wall time is
/// theirs too.
struct SearchSubject {
    let vault: String
    let notekit: String
    let bench: String
    /// Where the index and the tables beside it are written.
    let folder: String

    /// A word that few notes hold, and one that most hold, in the vaults of `scripts` and of this program.
    var words: [(name: String, word: String)] {
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
        var limits = try first(times: min(times, 3))
        let hasPeer = try Command(name: "rg", words: ["sh", "-c", "command -v rg"]).run().exitCode == 0
        if !hasPeer { print("\nripgrep is left out: it is not installed.") }
        for (name, word) in words {
            var commands = [
                Command(name: "notekit search", words: piped(notekit, "search", vault, word)),
                Command(
                    name: "notekit search --json", words: piped(notekit, "search", "--json", vault, word)),
            ]
            if hasPeer {
                let rg = piped("rg", "-uu", "-g", "*.md", "-g", "!.*", "-i", "-F", "-n", word, vault)
                commands.insert(Command(name: "rg -i -F -n", words: rg), at: 0)
            }
            let outcomes = try CommandComparison(
                title: "The \(name) word '\(word)' in \(vault)", commands: commands
            ).run(times: times)
            guard hasPeer else { continue }
            limits.add(
                "\(name) word, processor time, times ripgrep's",
                outcomes[1].processorSeconds.median / outcomes[0].processorSeconds.median, below: 1)
            limits.add(
                "\(name) word, wall time, times ripgrep's",
                outcomes[1].seconds.median / outcomes[0].seconds.median, below: 1)
        }
        try library(times: 300, &limits)
        limits.show()
    }

    /// To a pipe: some programs stop at the first match when they see that nobody reads.
    private func piped(_ words: String...) -> [String] {
        let quoted = words.map { "'" + $0 + "'" }.joined(separator: " ")
        return ["sh", "-c", quoted + " | cat > /dev/null"]
    }

    private func first(times: Int) throws(BenchError) -> SearchLimits {
        let database = folder + "/fts.db"
        var (ours, theirs, memory) = (Samples(), Samples(), Samples())
        var (oursProcessor, theirsProcessor) = (Samples(), Samples())
        for _ in 0..<max(1, times) {
            _ = try Command(name: "rm", words: ["rm", "-rf", state, database]).run()
            let theirCost = try Command(name: "import", words: [bench, "import-once", vault, database]).run()
            guard theirCost.exitCode == 0 else { throw BenchError("SQLite's import failed") }
            theirs.add(theirCost.seconds)
            theirsProcessor.add(theirCost.processorSeconds)
            let cost = try Command(name: "index", words: [notekit, "search", vault, "zanzibar"]).run()
            guard cost.exitCode == 0 else { throw BenchError("the first index failed") }
            ours.add(cost.seconds)
            oursProcessor.add(cost.processorSeconds)
            memory.add(cost.megabytes)
        }
        let table = Table(
            "The first index of \(vault)",
            ["what", "median s", "times the first", "processor s", "times the first", "MB", "memory MB"])
        table.row([
            "SQLite, trigrams, contentless, no detail", theirs.median.short, "1",
            theirsProcessor.median.short, "1", try size(of: database).short, "",
        ])
        let (index, notes) = (try size(of: state), try sizeOfNotes())
        table.row([
            "notekit search, no index yet", ours.median.short, (ours.median / theirs.median).short,
            oursProcessor.median.short, (oursProcessor.median / theirsProcessor.median).short, index.short,
            memory.most.short,
        ])
        table.row(["the notes themselves", "", "", "", "", notes.short, ""])
        _ = try Command(name: "rm", words: ["rm", "-f", database]).run()
        var limits = SearchLimits()
        limits.add(
            "first index, processor time, times SQLite's import",
            oursProcessor.median / theirsProcessor.median, below: 1.5)
        limits.add("first index, wall time, times SQLite's import", ours.median / theirs.median, below: 1.5)
        limits.add("size of the index, times the notes'", index / notes, below: 0.5)
        limits.add("memory of the first index, MB", memory.most, below: 200)
        return limits
    }

    private func size(of path: String) throws(BenchError) -> Double {
        let (_, text) = try Command(name: "du", words: ["du", "-sb", path]).output()
        guard let bytes = text.split(separator: "\t").first.flatMap({ Double($0) }) else {
            throw BenchError("du does not tell the size of \(path)")
        }
        return bytes / 1e6
    }

    private func sizeOfNotes() throws(BenchError) -> Double {
        do throws(FileError) {
            let scan = try FolderScan(
                of: NotePath(vault), matching: { $0.suffix(3).elementsEqual(".md".utf8) })
            return Double(scan.reduce(0) { $0 + $1.facts.size }) / 1e6
        } catch {
            throw BenchError(error.description)
        }
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
