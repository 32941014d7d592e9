// SPDX-License-Identifier: MIT
// How workers share a row of numbered tasks.

internal import Synchronization

/// A row of tasks from which several threads take shares until it is used up.
package final class WorkQueue: Sendable {
    private let tasks: Range<Int>
    private let share: Int
    private let next: Atomic<Int>

    /// - Parameters:
    ///   - tasks: The numbers of the tasks.
    ///   - share: How many a worker takes at once.
    package init(_ tasks: Range<Int>, share: Int) {
        self.tasks = tasks
        self.share = share
        next = Atomic(tasks.lowerBound)
    }

    /// How many workers can be of use, out of `jobs`.
    package func workers(atMost jobs: Int) -> Int { min(jobs, (tasks.count + share - 1) / share) }

    /// The next share; nil when all are taken.
    package func take() -> Range<Int>? {
        let start = next.wrappingAdd(share, ordering: .relaxed).oldValue
        guard start < tasks.upperBound else { return nil }
        return start..<min(start + share, tasks.upperBound)
    }
}
