// SPDX-License-Identifier: MIT
// Watching a vault beside what people would use instead.

internal import Glibc

/// Set-up, memory, latency and bursts of a watch.
struct WatchSubject {
    /// A program that watches and prints.
    private struct Watcher {
        let name: String
        let words: [String]
        /// What it prints when it watches everything.
        let ready: String
    }

    let vault: String
    let notekit: String
    /// Where the server of watchman keeps what it keeps.
    let folder: String

    func run(times: Int) throws(BenchError) {
        let ours = Watcher(name: "notekit watch", words: [notekit, "watch", vault], ready: "watching ")
        let atOnce = Watcher(
            name: "notekit watch --settle 0", words: [notekit, "watch", "--settle", "0", vault],
            ready: "watching ")
        let theirs = Watcher(
            name: "inotifywait -m -r", words: ["inotifywait", "-m", "-r", vault], ready: "Watches established"
        )
        let watchman = try Watchman(vault: vault, folder: folder)
        try setUp([theirs, ours], watchman, times: times)
        try latency([theirs, atOnce, ours], watchman, changes: 500, times: min(times, 5))
        try bursts([theirs, ours], watchman, files: 20_000)
        watchman?.stop()
    }

    private func setUp(_ watchers: [Watcher], _ watchman: Watchman?, times: Int) throws(BenchError) {
        var seconds = watchers.map { _ in Samples() }
        var megabytes = watchers.map { _ in Samples() }
        var (crawl, server) = (Samples(), Samples())
        for round in 0...times {
            for (index, watcher) in watchers.enumerated() {
                let start = Moment.now
                let process = try LiveProcess(watcher.words)
                guard process.read(until: watcher.ready) else {
                    throw BenchError("\(watcher.name) is not ready")
                }
                let time = Moment.now.seconds(since: start)
                // The first round warms the cache.
                if round > 0 {
                    seconds[index].add(time)
                    megabytes[index].add(process.megabytes)
                }
                process.end()
            }
            if let watchman {
                let time = try watchman.crawl()
                if round > 0 {
                    crawl.add(time)
                    server.add(watchman.megabytes)
                }
            }
        }
        let table = Table(
            "Watching \(vault), until everything is watched",
            ["what", "median ms", "least–most", "memory MB"])
        func row(_ name: String, _ time: Samples, _ memory: Samples) {
            table.row([
                name, (time.median * 1000).short, "\((time.least * 1000).short)–\((time.most * 1000).short)",
                memory.most.short,
            ])
        }
        for (index, watcher) in watchers.enumerated() { row(watcher.name, seconds[index], megabytes[index]) }
        if watchman != nil { row("watchman, watch and clock", crawl, server) }
    }

    private func latency(
        _ watchers: [Watcher], _ watchman: Watchman?, changes: Int, times: Int
    ) throws(BenchError) {
        var samples = watchers.map { _ in Samples() }
        var subscribed = Samples()
        for round in 0..<times {
            for (index, watcher) in watchers.enumerated() {
                let process = try LiveProcess(watcher.words)
                guard process.read(until: watcher.ready) else {
                    throw BenchError("\(watcher.name) is not ready")
                }
                try measure(process, changes, round, &samples[index])
                process.end()
            }
            if let watchman {
                let process = try watchman.subscribe()
                try measure(process, changes, round, &subscribed)
                process.end()
            }
        }
        let table = Table(
            "From the rename of a save to its name in the output, microseconds", ["what", "median", "p99"])
        for (index, watcher) in watchers.enumerated() {
            table.row([watcher.name, samples[index].median.short, samples[index].quantile(0.99).short])
        }
        if watchman != nil {
            table.row(["watchman, subscription", subscribed.median.short, subscribed.quantile(0.99).short])
        }
    }

    private func measure(
        _ process: LiveProcess, _ changes: Int, _ round: Int, _ samples: inout Samples
    ) throws(BenchError) {
        for number in 0..<changes {
            let name = "late \(round) \(number).md"
            try write(".late", "text")
            let start = Moment.now
            guard rename("\(vault)/.late", "\(vault)/\(name)") == 0 else { throw BenchError("cannot rename") }
            guard process.read(until: name, seconds: 10) else { throw BenchError("\(name) was not told") }
            samples.add(Moment.now.seconds(since: start) * 1e6)
            unlink("\(vault)/\(name)")
            // What it says of the end of the note must not lie in the way of the next one.
            usleep(2000)
        }
    }

    private func bursts(_ watchers: [Watcher], _ watchman: Watchman?, files: Int) throws(BenchError) {
        let table = Table(
            "A burst of \(files) saves", ["what", "stopped meanwhile", "told", "the last after its end, ms"])
        for isStopped in [false, true] {
            for watcher in watchers {
                let process = try LiveProcess(watcher.words)
                guard process.read(until: watcher.ready) else {
                    throw BenchError("\(watcher.name) is not ready")
                }
                if isStopped { process.signal(SIGSTOP) }
                try burst(files, process, watcher.name, isStopped, table) { process.signal(SIGCONT) }
                process.end()
            }
            if let watchman {
                let process = try watchman.subscribe()
                if isStopped { watchman.signal(SIGSTOP) }
                try burst(files, process, "watchman, subscription", isStopped, table) {
                    watchman.signal(SIGCONT)
                }
                process.end()
            }
        }
    }

    private func burst(
        _ files: Int, _ process: LiveProcess, _ name: String, _ isStopped: Bool, _ table: Table,
        go: () -> Void
    ) throws(BenchError) {
        let places = try folders()
        let mark = "burst \(isStopped ? "s" : "r") "
        for number in 0..<files {
            let place = places[number % places.count]
            try write("\(place)/.burst", "text")
            let path = "\(vault)/\(place)/\(mark)\(number)!.md"
            guard rename("\(vault)/\(place)/.burst", path) == 0 else { throw BenchError("cannot rename") }
            // So that a full pipe stops nobody.
            if !isStopped, number % 64 == 0 { _ = process.more(seconds: 0) }
        }
        let end = Moment.now
        go()
        var (told, last, rest): (Set<Int>, Double, [UInt8]) = ([], 0, [])
        while told.count < files, Moment.now.seconds(since: end) - last < 6 {
            guard process.more(seconds: 0.2) != nil else { break }
            rest += process.take()
            let before = told.count
            rest = Self.numbers(in: rest, behind: Array(mark.utf8), &told)
            if told.count > before { last = Moment.now.seconds(since: end) }
        }
        table.row([name, isStopped ? "yes" : "no", "\(told.count)", (last * 1000).short])
        for number in 0..<files { unlink("\(vault)/\(places[number % places.count])/\(mark)\(number)!.md") }
    }

    /// Reads the numbers behind a mark, and answers what may be the beginning of more.
    private static func numbers(in text: [UInt8], behind mark: [UInt8], _ told: inout Set<Int>) -> [UInt8] {
        var start = 0
        while start + mark.count < text.count {
            guard text[start] == mark[0], text[start..<start + mark.count].elementsEqual(mark) else {
                start += 1
                continue
            }
            var (number, next) = (0, start + mark.count)
            while next < text.count, text[next] >= 0x30, text[next] <= 0x39 {
                number = number * 10 + Int(text[next] & 15)
                next += 1
            }
            if next == text.count { break }
            told.insert(number)
            start = next
        }
        return Array(text[min(start, text.count)...])
    }

    private func folders() throws(BenchError) -> [String] {
        let (_, text) = try Command(name: "find", words: ["find", vault, "-mindepth", "1", "-type", "d"])
            .output()
        let all = text.split(separator: "\n").map { String($0.dropFirst(vault.utf8.count + 1)) }
            .filter { !$0.hasPrefix(".") && !$0.contains("/.") }
        // The output is cut at some length; hundreds of folders are enough.
        return all.count > 1 ? Array(all.dropLast()) : ["."]
    }

    private func write(_ name: String, _ text: String) throws(BenchError) {
        let bytes = Array(text.utf8)
        let file = creat("\(vault)/\(name)", 0o644)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw BenchError("cannot write \(vault)/\(name): \(String(cString: strerror(errno)))")
        }
    }
}
