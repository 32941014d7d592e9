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
        // A number of a client may be anything, and a difference of two such would not fit.
        guard 0...count ~= number, count - number <= changes.count else { return nil }
        return changes.suffix(count - number)
    }

    /// The number that a clock stands for; nil for one of another run, and for what this log never gave out.
    func number(of clock: String) -> Int? {
        guard let number = clock.split(separator: "-").last.flatMap({ Int($0) }), 0...count ~= number,
            clock == "\(run)-\(number)"
        else { return nil }
        return number
    }
}
