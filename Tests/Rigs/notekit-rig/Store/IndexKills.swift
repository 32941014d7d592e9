// SPDX-License-Identifier: MIT
// Processes that are killed while they bring an index up to date.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Lets random things happen to a vault while one process or two keep its index, kills them at a moment of chance,
/// again and again. After each kill a look must make the index equal to one that is made from nothing, and what it
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
            let count = try round(kills, pause: Int.random(in: 5_000...400_000, using: &chance))
            done += count
            kills += 1
            differences += try compare(vault)
        }
        say(
            "index-kills: \(done) steps, \(kills) kills, seed \(seed) on \(Place(folder)): \(differences) notes differ"
        )
        return differences == 0
    }

    /// Lets loops go on for a while, kills them, and answers how many steps they took.
    private func round(_ round: Int, pause: Int) throws(RigFailure) -> Int {
        var loops: [pid_t] = []
        let logs = (0..<(round % 3 == 0 ? 2 : 1)).map { "\(folder)/steps-\($0)" }
        for (number, log) in logs.enumerated() {
            unlink(log)
            let arguments: [String] = [
                "notekit-rig", "index-loop", "--folder", folder, "--seed",
                "\(seed &* 1_000_003 &+ round * 2 + number)",
            ]
            var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(
                &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            var process: pid_t = 0
            let result = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ)
            guard result == 0 else { throw RigFailure("posix_spawn: \(result)") }
            loops.append(process)
        }
        usleep(UInt32(pause))
        for process in loops {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
            guard status & 0x7F == SIGKILL else { throw RigFailure("a loop ended by itself: \(status)") }
        }
        var count = 0
        for log in logs { count += try OutsideFile.bytes(at: log)?.count ?? 0 }
        return count
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
