// SPDX-License-Identifier: MIT
// On which threads the tasks of a process run that is to sleep for good while nothing happens.

internal import Dispatch
internal import NoteFiles

/// As many lanes as there are processors, for tasks.
///
/// Once a single task has run on one of the threads that Swift takes by default, a timer of libdispatch wakes the
/// process each second, as long as it lives, to see whether these threads are enough. Nobody looks after lanes.
/// So each task of the daemon is begun by `Task(executorPreference:)` with them; child tasks and actors follow.
/// `Task.sleep` and the clocks of Swift wake on the threads of the default all the same: see `LaneClock`.
package final class TaskLanes: TaskExecutor {
    /// The lanes of this process.
    package static let shared = TaskLanes()

    // With the haste that Swift gives to tasks of the main thread.
    private let lanes = DiskLanes(width: Workers.processors, haste: .userInitiated)

    private init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
        lanes.start { job.runSynchronously(on: executor) }
    }
}
