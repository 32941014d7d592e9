// SPDX-License-Identifier: MIT
// The server of watchman, for a vault of the benchmark.

internal import Glibc

/// A server of its own, with its socket and state in the benchmark's folder.
final class Watchman {
    private let vault: String
    private let options: [String]
    private let server: LiveProcess

    /// Starts the server; nil, and a word, where watchman is not installed.
    init?(vault: String, folder: String) throws(BenchError) {
        self.vault = vault
        let place = folder + "/watchman"
        _ = mkdir(place, 0o700)
        options = ["--sockname=\(place)/socket", "--statefile=\(place)/state"]
        do throws(BenchError) {
            server = try LiveProcess(
                ["watchman"] + options
                    + ["--foreground", "--logfile=/dev/stdout", "--pidfile=\(place)/pid"])
        } catch {
            print("\nwatchman is left out: \(error) (scripts/bootstrap installs it)")
            return nil
        }
        var tries = 0
        while try ask(["version"], isPatient: true) == false {
            tries += 1
            guard tries < 100 else { throw BenchError("the server of watchman does not answer") }
            usleep(50_000)
        }
    }

    /// The seconds until it knows everything in the vault.
    func crawl() throws(BenchError) -> Double {
        _ = try ask(["watch-del", vault], isPatient: true)
        let start = Moment.now
        _ = try ask(["watch", vault])
        _ = try ask(["clock", vault])
        return Moment.now.seconds(since: start)
    }

    /// Its resident megabytes now.
    var megabytes: Double { server.megabytes }

    func signal(_ number: Int32) { server.signal(number) }

    func stop() { server.end() }

    /// A client that prints what changes from now on.
    func subscribe() throws(BenchError) -> LiveProcess {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError("no pipe") }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let client = try LiveProcess(
            ["watchman"] + options + ["--no-spawn", "--json-command", "--persistent"], input: ends[0])
        close(ends[0])
        let words = #"["subscribe","\#(vault)","bench",{"fields":["name"],"defer_vcs":false}]"# + "\n"
        _ = Glibc.write(ends[1], words, words.utf8.count)
        // The pipe stays open: with its end the client would end.
        guard client.read(until: "\"subscribe\"") || client.read(until: "bench") else {
            throw BenchError("watchman does not subscribe")
        }
        // First it tells of everything that is there.
        while let count = client.more(seconds: 0.5), count > 0 { _ = client.take() }
        return client
    }

    private func ask(_ words: [String], isPatient: Bool = false) throws(BenchError) -> Bool {
        let command = Command(name: "watchman", words: ["watchman"] + options + ["--no-spawn"] + words)
        let cost = try command.run()
        guard cost.exitCode == 0 || isPatient else {
            throw BenchError("watchman \(words) ended with \(cost.exitCode)")
        }
        return cost.exitCode == 0
    }
}
