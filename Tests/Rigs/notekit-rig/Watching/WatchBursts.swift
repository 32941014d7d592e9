// SPDX-License-Identifier: MIT
// More at once than the kernel's queue keeps: the list must be right soon after it is quiet.

internal import Glibc
internal import NoteFiles

/// Bursts of writes, saves and deletions against a queue of a few events.
struct WatchBursts {
    let folder: String
    let runs: Int
    let files: Int
    let queue: Int
    let arm: String
    /// How long after the end of a burst the list must be right, in nanoseconds.
    private let limit: UInt64 = 2_000_000_000

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        runs = try arguments.number("runs")
        files = try arguments.number("files", else: 20_000)
        queue = try arguments.number("queue", else: 16)
        arm = try arguments.text("arm", else: "watcher")
    }

    /// The watcher must be right after every burst, one that does not hear of lost events must not.
    func run() async throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(folder)
        let folders = 200
        for number in 0..<folders { try OutsideFile.makeFolder(folder + "/f\(number)") }
        let calls = HookedWatchCalls.shortQueue(queue, isSilent: arm != "watcher")
        let watcher = FolderWatcher(
            of: NotePath(folder), matching: WatchedVault.isNote, hub: WatchHub(calls: calls))
        let batches = watcher.batches(limit: 1_000_000)
        let task = Task { try await watcher.run() }
        defer { task.cancel() }
        var (right, overflows, slowest): (Int, Int, UInt64) = (0, 0, 0)
        do {
            var list = ToldList(try await watcher.notes())
            for run in 0..<runs {
                var expected: Set<NotePath> = []
                for number in 0..<files {
                    // Half of the notes are there in every run, the others in every second.
                    let name = "f\(number % folders)/n\(number).md"
                    if number % 2 == 1, run % 2 == 1 {
                        unlink(folder + "/" + name)
                        continue
                    }
                    let path = folder + "/" + name
                    _ =
                        number % 4 == 0
                        ? OutsideTree.save("\(run)", to: path, through: path + ".tmp")
                        : OutsideTree.write("\(run)", to: path)
                    expected.insert(NotePath(name))
                }
                let end = Clock.now
                var (isRight, wasOverflowed) = (false, false)
                var touched: Set<NotePath> = []
                while !isRight, Clock.now - end < limit {
                    for batch in batches.take() {
                        if batch.degraded.contains(where: { $0.reason == .queueOverflow }) {
                            wasOverflowed = true
                        }
                        if let fault = list.take(batch) { throw RigFailure(fault) }
                        for change in batch.changes {
                            switch change {
                            case .created(let path), .changed(let path): touched.insert(path)
                            default: break
                            }
                        }
                    }
                    isRight = list.paths == expected && touched.isSuperset(of: expected)
                    if !isRight { usleep(1000) }
                }
                if isRight { right += 1 }
                if wasOverflowed { overflows += 1 }
                slowest = max(slowest, Clock.now - end)
            }
        } catch {
            throw RigFailure("\(error)")
        }
        say(
            "\(runs) bursts of \(files) files, a queue of \(queue), \(arm): right within 2 s in \(right), "
                + "overflowed in \(overflows), slowest after \(slowest / 1_000_000) ms; \(Place(folder))")
        return arm == "watcher" ? right == runs && overflows == runs : right < runs
    }
}
