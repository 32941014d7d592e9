// SPDX-License-Identifier: MIT
// What happened in a vault since when: the clock that clients hold on to.

internal import NoteFiles

/// The last changes of a vault, each with a number.
///
/// A clock is the number of the last change and the name of this run of the daemon. Whoever comes with a clock
/// of another run, or one that is too old, is told so and looks at everything.
struct ChangeLog: Sendable {
    private let run: String
    private let limit: Int
    private var changes: [FolderScan.Change] = []
    /// The number of the last change.
    private(set) var count = 0
    /// In what the watcher is hindered.
    private(set) var degraded: [WatchDegradation] = []

    init(run: String, limit: Int) {
        self.run = run
        self.limit = limit
    }

    /// The clock of now.
    var clock: String { "\(run)-\(count)" }

    /// Takes what the watcher tells.
    mutating func add(_ batch: FolderBatch) {
        degraded = batch.degraded
        if !batch.isComplete {
            // Nobody knows what happened: whoever asks since before looks at everything.
            changes = []
            count += 1
        }
        changes += batch.changes
        count += batch.changes.count
        // In bulk, so that a change costs nothing.
        if changes.count > 2 * limit { changes.removeFirst(changes.count - limit) }
    }

    /// The changes since a number; nil where they are not all remembered.
    func changes(since number: Int) -> ArraySlice<FolderScan.Change>? {
        let missing = count - number
        guard missing >= 0, missing <= changes.count else { return nil }
        return changes.suffix(missing)
    }

    /// The number that a clock stands for; nil for one of another run, and for what is no clock.
    func number(of clock: String) -> Int? {
        guard clock.hasPrefix("\(run)-"), let number = Int(clock.dropFirst(run.count + 1)) else { return nil }
        return number
    }
}
