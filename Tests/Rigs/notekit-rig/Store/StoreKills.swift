// SPDX-License-Identifier: MIT
// Processes that are killed while they keep versions.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Kills a writer at a moment of chance, again and again. What it had acknowledged must be there, and the
/// database be sound without being mended.
struct StoreKills {
    private let folder: String
    private let kills: Int
    private let seed: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        kills = try arguments.number("kills", else: 100)
        seed = try arguments.number("seed", else: 1)
    }

    func run() throws(RigFailure) -> Bool {
        var chance = SeededRandom(seed: UInt64(seed))
        let notices = NoticeCount()
        var first = 0
        _ = try StoreStage.store(folder)
        for _ in 0..<kills {
            let acknowledged = try round(from: first, pause: Int.random(in: 0...150_000, using: &chance))
            first = max(first, acknowledged)
        }
        let store = try StoreStage.store(folder) { _ in notices.add() }
        let lost = Set(0..<first).subtracting(try StoreText.present(1, in: store)).count
        do throws(StoreError) { try store.check() } catch { throw RigFailure("\(error)") }
        say(
            "store-kills: \(kills) kills, seed \(seed), \(first) acknowledged on \(Place(folder)): \(lost) lost, \(notices.count) mended"
        )
        return lost == 0 && notices.count == 0 && first > kills
    }

    /// Lets a writer go on from a number, kills it, and answers the number behind the last it acknowledged.
    private func round(from first: Int, pause: Int) throws(RigFailure) -> Int {
        let log = "\(folder)/acknowledged"
        unlink(log)
        let arguments: [String] = ["notekit-rig", "store-loop", "--folder", folder, "--first", "\(first)"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var process: pid_t = 0
        let result = posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ)
        guard result == 0 else { throw RigFailure("posix_spawn: \(result)") }
        usleep(UInt32(pause))
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status & 0x7F == SIGKILL else { throw RigFailure("the writer ended by itself: \(status)") }
        let lines = String(decoding: try OutsideFile.bytes(at: log) ?? [], as: UTF8.self)
            .split(separator: "\n")
        return lines.last.flatMap { Int($0) }.map { $0 + 1 } ?? first
    }

    /// The process that is killed: keeps version after version, and says each number once it is kept.
    static func loop(_ arguments: Arguments) throws(RigFailure) {
        let store = try StoreStage.store(try arguments.text("folder"))
        var number = try arguments.number("first")
        while true {
            do throws(StoreError) {
                try StoreText.keep(1, number, in: store)
            } catch {
                throw RigFailure("\(error)")
            }
            say("\(number)")
            number += 1
        }
    }
}
