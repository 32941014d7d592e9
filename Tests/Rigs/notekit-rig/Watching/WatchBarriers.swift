// SPDX-License-Identifier: MIT
// A write, and a question at once: the answer must know of the write.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import Synchronization

/// Writes of all kinds, each followed by a question that must not have a stale answer.
struct WatchBarriers {
    let folder: String
    let count: Int
    let seed: UInt64
    let arm: String

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        count = try arguments.number("count")
        seed = UInt64(try arguments.number("seed", else: 1))
        arm = try arguments.text("arm", else: "watcher")
    }

    /// The watcher must answer stale never, one that does not empty the queue must sometimes.
    func run() async throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(folder)
        for number in 0..<8 { try OutsideFile.makeFolder(folder + "/d\(number)") }
        var calls = HookedWatchCalls()
        if arm != "watcher" {
            // Every second time the queue is taken for empty.
            let turn = Turn()
            calls.looksEmpty = { turn.next() }
        }
        let watcher = FolderWatcher(
            of: NotePath(folder), matching: WatchedVault.isNote, hub: WatchHub(calls: calls))
        let task = Task { try await watcher.run() }
        defer { task.cancel() }
        var random = SeededRandom(seed: seed)
        var stale = 0
        let start = Clock.now
        do {
            try await watcher.barrier()
            for number in 0..<count {
                let name =
                    "d\(Int.random(in: 0..<8, using: &random))/n\(Int.random(in: 0..<20, using: &random)).md"
                let path = folder + "/" + name
                switch Int.random(in: 0..<8, using: &random) {
                case 0: unlink(path)
                case 1: _ = OutsideTree.save("\(number)", to: path, through: path + "~")
                case 2: _ = OutsideTree.write("\(number) ", to: path, O_CREAT | O_APPEND)
                case 3: _ = OutsideTree.writeSecretly("x", to: path)
                case 4: _ = rename(path, folder + "/d0/n0.md")
                default: _ = OutsideTree.write("\(number)", to: path)
                }
                let answer = try await watcher.note(at: NotePath(name))
                if try !isTrue(answer, path) { stale += 1 }
            }
        } catch {
            throw RigFailure("\(error)")
        }
        let time = (Clock.now - start) / 1000 / UInt64(max(1, count))
        say("\(count) questions, \(arm): \(stale) stale, \(time) us each; seed \(seed), \(Place(folder))")
        return (stale == 0) == (arm == "watcher")
    }

    private func isTrue(_ answer: WatchedNote?, _ path: String) throws(RigFailure) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return answer == nil }
        guard let answer else { return false }
        return answer.identity.inode == facts.st_ino && answer.size == facts.st_size
            && answer.modified.nanoseconds == UInt32(facts.st_mtim.tv_nsec)
            && answer.changed.nanoseconds == UInt32(facts.st_ctim.tv_nsec)
            && answer.changed.seconds == Int64(facts.st_ctim.tv_sec)
    }

    private final class Turn: Sendable {
        private let count = Atomic(0)
        func next() -> Bool { count.wrappingAdd(1, ordering: .relaxed).newValue.isMultiple(of: 2) }
    }
}
