// SPDX-License-Identifier: MIT
// Random steps outside, and after each barrier the watcher's list must be what a fresh scan finds.

internal import Glibc
internal import NoteFiles

/// A long row of random steps with barriers between them.
struct WatchSteps {
    let folder: String
    let steps: Int
    let seed: UInt64
    let settling: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        steps = try arguments.number("steps")
        seed = UInt64(try arguments.number("seed", else: 1))
        settling = try arguments.number("settling", else: 50)
    }

    func run() async throws(RigFailure) -> Bool {
        let (vault, outside) = (folder + "/vault", folder + "/outside")
        for path in [folder, vault, outside] { try OutsideFile.makeFolder(path) }
        let watcher = FolderWatcher(
            of: NotePath(vault), matching: WatchedVault.isNote, settling: .milliseconds(settling))
        let batches = watcher.batches(limit: 1_000_000)
        let task = Task { try await watcher.run() }
        defer { task.cancel() }
        var random = SeededRandom(seed: seed)
        var tree = RandomSteps(vault: vault, outside: outside, random: SeededRandom(seed: seed, round: 1))
        var (done, barriers, moves, wrong) = (0, 0, 0, 0)
        let start = Clock.now
        do {
            var list = ToldList(try await watcher.notes())
            _ = batches.take()
            var recent: [String] = []
            while done < steps, wrong == 0 {
                recent = []
                for _ in 0...Int.random(in: 0..<8, using: &random) {
                    recent.append(tree.step())
                    done += 1
                    // Another name that comes and goes between two looks changes a file of which inotify
                    // says nothing: that is a limit, not a fault.
                    if recent.last?.hasPrefix("hard link") == true { break }
                }
                let notes = try await watcher.notes()
                barriers += 1
                for batch in batches.take() {
                    moves += batch.changes.reduce(0) { count, change in
                        if case .moved = change { count + 1 } else { count }
                    }
                    if let fault = list.take(batch) {
                        wrong += 1
                        say(
                            "step \(done), seed \(seed): told wrongly: \(fault); after \(recent); \(batch.changes)"
                        )
                    }
                }
                if list.paths != Set(notes.map(\.path)) {
                    wrong += 1
                    say("step \(done), seed \(seed): what was told is not what is listed; after \(recent)")
                }
                if let difference = try WatchedVault.difference(notes, vault) {
                    wrong += 1
                    say("step \(done), seed \(seed): \(difference); after \(recent)")
                }
            }
            say(
                "\(done) random steps, seed \(seed), settling \(settling) ms: \(barriers) barriers, \(wrong) wrong; "
                    + "\(list.told) changes told, \(moves) of them moves; \((Clock.now - start) / 1_000_000) ms; "
                    + "\(Place(folder))")
        } catch {
            throw RigFailure("\(error)")
        }
        return wrong == 0
    }
}
