// SPDX-License-Identifier: MIT
// What it costs to rename a note that many link to.

internal import Glibc
internal import NoteKit

#if !NOTEKIT_CORE
internal import NoteLibrary
#endif

/// Renames a note with 1,000 backlinks in a vault, durably, and takes it back.
struct RenameSubject {
    let folder: String
    let notes: Int
    let notekit: String

    #if NOTEKIT_CORE
    func run(times: Int) throws(BenchError) { throw BenchError("this build renames no notes") }
    #else
    private static let backlinks = 1000

    func run(times: Int) throws(BenchError) {
        let vault = NotePath("\(folder)/rename-\(notes)")
        try GeneratedVault(folder: vault.description, notes: notes).make()
        do {
            try link(in: vault)
            let state = NotePath("\(folder)/rename-state/notekit")
            let runner = try OperationRunner(
                of: vault, stateFolder: state, keeper: StoreVersionKeeper(stateFolder: state))
            let index = try SearchIndex(of: vault, stateFolder: state)
            try index.refresh()
            let table = Table(
                "A note with \(Self.backlinks) backlinks in a vault of \(notes) notes, seconds",
                ["what", "median", "most"])
            for (name, renaming) in [
                ("every note read", NoteRenaming(runner)),
                ("by the index", NoteRenaming(runner, index: index)),
            ] {
                var (plan, rename, undo) = (Samples(), Samples(), Samples())
                for _ in 0..<times {
                    plan.add(try seconds { _ = try renaming.plan(from: Self.hub, to: Self.centre) })
                    rename.add(
                        try seconds { try check(try renaming.rename(Self.hub, to: Self.centre)) })
                    undo.add(try seconds { try check(try renaming.undoLast()) })
                }
                for (step, samples) in [
                    ("planned", plan), ("renamed, durable", rename), ("taken back", undo),
                ] {
                    table.row(["\(step), \(name)", samples.median.short, samples.most.short])
                }
            }
            var (command, memory) = (Samples(), Samples())
            for _ in 0..<times {
                let cost = try renamed(in: vault, state)
                command.add(cost.seconds)
                memory.add(cost.megabytes)
                try check(try NoteRenaming(runner).undoLast())
            }
            table.row([
                "notekit rename, durable; \(memory.most.short) MB", command.median.short, command.most.short,
            ])
            for threads in [1, 2, 32] {
                var samples = Samples()
                for _ in 0..<times { samples.add(try save(in: vault, state, on: threads)) }
                table.row([
                    "beside: the saves alone, one version each time, \(threads) at once",
                    samples.median.short,
                    samples.most.short,
                ])
            }
        } catch {
            throw BenchError("\(error)")
        }
    }

    private static let hub = NotePath("The hub of it.md")
    private static let centre = NotePath("The centre of it.md")

    /// The program as a whole, with the index that is there.
    private func renamed(in vault: NotePath, _ state: NotePath) throws(BenchError) -> Command.Cost {
        setenv("XDG_STATE_HOME", state.folder.description, 1)
        let cost = try Command(
            name: "notekit rename",
            words: [notekit, "rename", vault.appending(Self.hub).description, "The centre of it"]
        ).run()
        guard cost.exitCode == 0 else { throw BenchError("notekit rename ended with \(cost.exitCode)") }
        return cost
    }

    private func check(_ outcome: RenameOutcome) throws {
        guard outcome.isComplete, outcome.edited.count == Self.backlinks else {
            throw BenchError("\(outcome.edited.count) notes followed: \(outcome.refusals)")
        }
    }

    private func seconds(_ work: () throws -> Void) throws -> Double {
        let start = Moment.now
        try work()
        return Moment.now.seconds(since: start)
    }

    /// The first notes of the vault, which link to the hub.
    private func linking(in vault: NotePath) throws -> [NotePath] {
        Array(
            try FolderScan(of: vault, matching: { $0.suffix(3).elementsEqual(".md".utf8) })
                .lazy.map(\.path).filter { $0 != Self.hub && $0 != Self.centre }.prefix(Self.backlinks))
    }

    private func link(in vault: NotePath) throws {
        let disk = NoteDisk(stateFolder: NotePath("\(folder)/rename-state/notekit"))
        for name in [Self.hub, Self.centre] { _ = vault.appending(name).withCString { unlink($0) } }
        _ = try disk.create(vault.appending(Self.hub), with: Array("# Hub\n".utf8))
        let links = Array("\nSee [[The hub of it|hub]], [x](/The%20hub%20of%20it.md#h).\n".utf8)
        for path in try linking(in: vault) {
            let text = try disk.read(vault.appending(path)).bytes
            if text.suffix(links.count).elementsEqual(links) { continue }
            _ = try disk.replace(vault.appending(path), with: text + links, base: text)
        }
    }

    /// The floor: so many durable saves, and nothing kept.
    private func save(in vault: NotePath, _ state: NotePath, on threads: Int) throws -> Double {
        let disk = NoteDisk(stateFolder: state)
        let texts = try linking(in: vault).map {
            (vault.appending($0), try disk.read(vault.appending($0)).bytes)
        }
        let queue = WorkQueue(texts.indices, share: 1)
        let time = try seconds {
            Workers.run(threads) { _ in
                while let share = queue.take() {
                    for (path, text) in texts[share] {
                        do throws(FileError) {
                            _ = try disk.replace(path, with: text + [0x0A], base: text)
                        } catch {
                            print("\(error)")
                        }
                    }
                }
            }
        }
        for (path, text) in texts { _ = try disk.replace(path, with: text, base: text + [0x0A]) }
        return time
    }
    #endif
}
