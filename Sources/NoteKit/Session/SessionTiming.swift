// SPDX-License-Identifier: MIT
// When a session saves by itself, and how soon it tries again.

/// The times after which a session does something by itself.
public struct SessionTiming: Hashable, Sendable {
    /// Edits are saved when nothing was typed for this long.
    public var pause: Duration = .milliseconds(800)
    /// Edits are saved at the latest this long after the first of them.
    public var limit: Duration = .seconds(5)
    /// After a failure it is tried again this much later, then after twice the time, and so on.
    public var firstRetry: Duration = .seconds(1)
    /// But at least this often.
    public var lastRetry: Duration = .seconds(60)
    /// A note that is gone is looked for again after this time before it counts as deleted: some programs
    /// save by deleting first.
    public var absence: Duration = .milliseconds(100)
    /// The journal of unsaved edits is made durable at the latest this long after an edit.
    public var journalSync: Duration = .milliseconds(500)
    /// The journal is let go of when nothing was typed for this long and nothing is unsaved.
    public var rest: Duration = .seconds(10)

    /// The usual times.
    public init() {}
}
