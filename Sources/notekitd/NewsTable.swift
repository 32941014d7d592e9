// SPDX-License-Identifier: MIT
// What happens in the vaults, as lines for a person who looks on.

internal import Dispatch
internal import NoteKit
internal import NoteProgram
internal import NoteService
internal import Synchronization

/// Prints a line for each thing that happens, with the vault's name in front where there are several.
///
/// Nothing waits for whoever reads the lines, not even the end of the program.
final class NewsTable: Sendable {
    private struct State {
        var degraded: [NotePath: [WatchDegradation]] = [:]
        /// Notes in conflict: a side that changes once more is no news for a person.
        var conflicts: Set<NotePath> = []
        /// How many things are not printed yet, and how many never will be.
        var (waiting, lost) = (0, 0)
    }

    private static let limit = 10_000

    private let namesVaults: Bool
    private let state = Mutex(State())
    private let printer = DispatchQueue(label: "notekitd.news")

    /// - Parameter vaults: Those that are opened at the start.
    init(vaults: [NotePath]) { namesVaults = vaults.count != 1 }

    /// Takes one thing, from any thread, and prints it a moment later.
    @Sendable func take(_ news: VaultNews) {
        let isTaken = state.withLock { state in
            guard state.waiting < Self.limit else {
                state.lost += 1
                return false
            }
            state.waiting += 1
            return true
        }
        if isTaken { printer.async { self.show(news) } }
    }

    private func show(_ news: VaultNews) {
        let lost = state.withLock { state in
            defer { state.lost = 0 }
            state.waiting -= 1
            return state.lost
        }
        if case .changed(let vault, let batch) = news { tell(batch.degraded, of: vault) }
        // Where nobody reads any more the notes are no worse for it.
        _ = StandardOutput.write(lines(of: news))
        if lost > 0 { _ = StandardOutput.write(Array("(\(Count.of(lost, "line")) left out)\n".utf8)) }
    }

    private func tell(_ degraded: [WatchDegradation], of vault: NotePath) {
        let isNew = state.withLock { state in
            defer { state.degraded[vault] = degraded }
            return state.degraded[vault, default: []] != degraded
        }
        if isNew { DaemonProgram.complain(WatchTable.sentence(for: degraded, by: "'\(vault)'")) }
    }

    private func lines(of news: VaultNews) -> [UInt8] {
        switch news {
        case .opened(let vault, let notes): Array("serving \(Count.of(notes, "note")) of '\(vault)'\n".utf8)
        case .changed(let vault, let batch):
            WatchTable().batch(batch).split(separator: UInt8(ascii: "\n")).flatMap { line in
                prefix(vault) + line + [UInt8(ascii: "\n")]
            }
        case .conflict(let vault, let note, let isOver):
            isNew(conflict: vault.appending(note), isOver)
                ? prefix(vault) + Array("\(isOver ? "settled  " : "conflict ")\(note)\n".utf8) : []
        }
    }

    private func isNew(conflict note: NotePath, _ isOver: Bool) -> Bool {
        state.withLock { state in
            isOver ? state.conflicts.remove(note) != nil : state.conflicts.insert(note).inserted
        }
    }

    private func prefix(_ vault: NotePath) -> [UInt8] { namesVaults ? Array("\(vault)  ".utf8) : [] }
}
