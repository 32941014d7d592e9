// SPDX-License-Identifier: MIT
// Processes that are killed while they bring an index up to date.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Lets random things happen to a vault while one process or two keep its index, kills them after so many steps as
/// chance says, again and again: steps and not time, so that a busy machine kills as often as an idle one. After each kill a look must make the index equal to one that is made from nothing, and what it
/// finds equal to what is found without one.
struct IndexKills {
    private let folder: String
    private let steps: Int
    private let seed: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        steps = try arguments.number("steps", else: 100_000)
        seed = try arguments.number("seed", else: 1)
    }

    func run() throws(RigFailure) -> Bool {
        var chance = SeededRandom(seed: UInt64(seed))
        let vault = "\(folder)/vault"
        try OutsideFile.makeFolder(folder)
        try OutsideFile.makeFolder(vault)
        var (done, kills, differences) = (0, 0, 0)
        while done < steps {
            let count = try round(
                kills, steps: Int.random(in: 1...Self.mostSteps, using: &chance),
                pause: Int.random(in: 0...Self.longestPause, using: &chance))
            done += count
            kills += 1
            differences += try compare(vault)
        }
        say(
            "index-kills: \(done) steps, \(kills) kills, seed \(seed) on \(Place(folder)): \(differences) notes differ"
        )
        return differences == 0
    }

    /// How many steps the loops take at most before they are killed, and how many microseconds they go on then, so
    /// that any moment of a step may be the last.
    private static let (mostSteps, longestPause) = (600, 5_000)

    /// Lets loops take steps, kills them, and answers how many steps they took.
    private func round(_ round: Int, steps: Int, pause: Int) throws(RigFailure) -> Int {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw RigFailure("pipe: \(errno)") }
        // Else a loop would hold what tells that it is gone.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var loops: [pid_t] = []
        for number in 0..<(round % 3 == 0 ? 2 : 1) {
            let arguments: [String] = [
                "notekit-rig", "index-loop", "--folder", folder, "--seed",
                "\(seed &* 1_000_003 &+ round * 2 + number)",
            ]
            var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
            var process: pid_t = 0
            let result = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ)
            guard result == 0 else { throw RigFailure("posix_spawn: \(result)") }
            loops.append(process)
        }
        close(ends[1])
        var count = 0
        while count < steps, let more = Self.steps(told: ends[0]) { count += more }
        usleep(UInt32(pause))
        for process in loops {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
            guard status & 0x7F == SIGKILL else { throw RigFailure("a loop ended by itself: \(status)") }
        }
        while let more = Self.steps(told: ends[0]) { count += more }
        return count
    }

    /// How many steps the loops have told since; nil when all of them are gone.
    private static func steps(told file: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? count : nil
    }

    /// How many notes the index knows otherwise than one that is made from nothing.
    private func compare(_ vault: String) throws(RigFailure) -> Int {
        var state = SeededRandom(seed: UInt64(seed))
        do {
            let index = try Self.index(folder, "state")
            let report = try index.refresh()
            if let hindrance = report.hindrance { throw RigFailure("\(hindrance)") }
            let fresh = "fresh-\(state.next())"
            let other = try Self.index(folder, fresh)
            try other.refresh()
            let (one, two) = (try index.contents(), try other.contents())
            var differences = Set(one.keys).union(two.keys).filter { one[$0] != two[$0] }
            // Without a folder to remember in, every note is read.
            let without = try SearchIndex(of: NotePath(vault), stateFolder: NotePath("/proc/none"))
            for text in ["garden", "STRASSE", "cafe\u{301}", "\u{753B}", "n1", "an \u{8A08}", "t"] {
                let query = try SearchQuery(text)
                let (with, plain) = (try index.search(query).hits, try without.search(query).hits)
                for hit in Set(with).symmetricDifference(plain) { differences.insert(hit.path) }
            }
            for path in differences.sorted().prefix(5) { say("index-kills: \(path) differs") }
            try OutsideFile.removeTree("\(folder)/\(fresh)")
            return differences.count
        } catch let error as RigFailure {
            throw error
        } catch {
            throw RigFailure("\(error)")
        }
    }

    private static func index(_ folder: String, _ state: String) throws(FileError) -> SearchIndex {
        try SearchIndex(of: NotePath("\(folder)/vault"), stateFolder: NotePath("\(folder)/\(state)"))
    }

    /// The process that is killed: takes steps, and has the index follow by looks and by batches. Says a byte for
    /// each step.
    static func loop(_ arguments: Arguments) throws(RigFailure) {
        let folder = try arguments.text("folder")
        let seed = try arguments.number("seed")
        var chance = SeededRandom(seed: UInt64(bitPattern: Int64(seed)) &+ 7)
        var vault = IndexedVault("\(folder)/vault", seed: seed)
        do throws(FileError) {
            let index = try index(folder, "state")
            try index.refresh()
            while true {
                do throws(RigFailure) { try vault.step() } catch {
                    throw FileError(.list, index.vault, call: "step", answer: -1)
                }
                _ = write(STDOUT_FILENO, ".", 1)
                switch Int.random(in: 0..<40, using: &chance) {
                case 0...2: try index.refresh()
                case 3...9: try index.apply(vault.batch())
                default: break
                }
            }
        } catch {
            throw RigFailure("\(error)")
        }
    }
}
