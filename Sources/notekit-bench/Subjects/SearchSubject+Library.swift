// SPDX-License-Identifier: MIT
// Searches of an index that a program holds open, one after the other in one process.

#if !NOTEKIT_CORE
internal import Glibc
internal import NoteKit
internal import NoteStore

extension SearchSubject {
    /// Wall and processor time of one thing, in milliseconds.
    private struct Times {
        var wall = Samples()
        var processor = Samples()

        mutating func time<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
            let (start, used) = (Moment.now, rusage.ofThisProcess.processorSeconds)
            let answer = try body()
            wall.add(Moment.now.seconds(since: start) * 1000)
            processor.add((rusage.ofThisProcess.processorSeconds - used) * 1000)
            return answer
        }

        var cells: [String] {
            [
                wall.median.short, wall.quantile(0.99).short, processor.median.short,
                processor.quantile(0.99).short,
            ]
        }
    }

    /// Looks at the whole vault, asks each query so often in turns, and changes notes.
    func library(times: Int, _ limits: inout SearchLimits) throws(BenchError) {
        do {
            var opening = Times()
            let index = try SearchIndex(of: NotePath(vault))
            _ = try opening.time { try index.refresh() }
            let table = Table(
                "The library on \(vault), the first 50 of each answer",
                ["what", "median ms", "p99 ms", "processor, median ms", "p99 ms", "hits"])
            for _ in 0..<6 {
                _ = try opening.time { try SearchIndex(of: NotePath(vault)).refresh() }
            }
            table.row(["opened, and the whole vault looked at"] + opening.cells + [""])
            limits.add("opening and a look, processor time, s", opening.processor.median / 1000, below: 1)
            limits.add("opening and a look, wall time, s", opening.wall.median / 1000, below: 1)
            let queries = try
                (words.map { ($0.name, $0.word, SearchQuery.Options()) }
                + [
                    ("regular expression", "20[0-9]{2}-[01][0-9].*#project", .regularExpression),
                    ("one of CJK", "会议", []),
                ])
                .map { (name: $0, text: $1, query: try SearchQuery($1, options: $2, limit: 50)) }
            var results = queries.map { _ in (times: Times(), hits: 0) }
            for _ in 0..<times {
                for (number, query) in queries.enumerated() {
                    results[number].hits = try results[number].times.time {
                        try index.search(query.query).hits.count
                    }
                }
            }
            for (query, result) in zip(queries, results) {
                table.row(["\(query.name): \(query.text)"] + result.times.cells + ["\(result.hits)"])
            }
            for (query, result) in zip(queries, results).prefix(words.count) {
                limits.add(
                    "\(query.name) word, first page, processor p99, ms",
                    result.times.processor.quantile(0.99),
                    below: 20)
                limits.add(
                    "\(query.name) word, first page, wall p99, ms", result.times.wall.quantile(0.99),
                    below: 20)
            }
            try changes(in: index, table, &limits)
            let memory = Double(rusage.ofThisProcess.ru_maxrss) / 1024
            limits.add("memory of this process, MB", memory, below: 200)
        } catch let error as BenchError {
            throw error
        } catch {
            throw BenchError("\(error)")
        }
    }

    /// From the event of a change to an answer that shows it.
    private func changes(in index: SearchIndex, _ table: Table, _ limits: inout SearchLimits) throws {
        let name = "notekit-bench changed.md"
        defer { unlink("\(vault)/\(name)") }
        var times = Times()
        for number in 0..<50 {
            let word = "xyzzy\(number)plugh"
            guard let file = fopen("\(vault)/\(name)", "w") else { throw BenchError("cannot write a note") }
            fputs("a note with \(word)\n", file)
            fclose(file)
            let found = try times.time {
                try index.apply(FolderBatch(changes: [.changed(NotePath(name))]))
                return try index.search(try SearchQuery(word, limit: 50)).hits.count
            }
            guard found == 1 else { throw BenchError("a changed note was not found") }
        }
        unlink("\(vault)/\(name)")
        try index.apply(FolderBatch(changes: [.removed(NotePath(name))]))
        table.row(["a changed note, from its event to its answer"] + times.cells + ["1"])
        limits.add("a changed note, wall p99, ms", times.wall.quantile(0.99), below: 100)
        limits.add("a changed note, processor p99, ms", times.processor.quantile(0.99), below: 100)
    }
}
#endif
