// SPDX-License-Identifier: MIT
// On which threads the tasks of a process run that is to sleep for good while nothing happens.

internal import Dispatch
internal import NoteFiles
internal import Synchronization

/// As many threads as there are processors, for tasks.
///
/// Once a single task has run on one of the threads that Swift takes by default, a timer of libdispatch wakes the
/// process each second, as long as it lives, to see whether these threads are enough. Nobody looks after these ones.
/// So each task of the daemon is begun by `Task(executorPreference:)` with them; child tasks and actors follow.
/// `Task.sleep` and the clocks of Swift wake on the threads of the default all the same: see `LaneClock`.
package final class TaskLanes: TaskExecutor {
    /// The threads of this process.
    package static let shared = TaskLanes(width: Workers.processors)

    private struct State {
        /// What is to be done, from `next` on.
        var jobs: [UnownedJob] = []
        var next = 0
        /// How many threads wait for the bell.
        var idle = 0

        mutating func takeNext() -> UnownedJob? {
            guard next < jobs.count else {
                jobs.removeAll(keepingCapacity: jobs.count < 1024)
                next = 0
                return nil
            }
            defer {
                next += 1
                // In bulk, so that a job costs nothing.
                if next >= 1024, next * 2 > jobs.count {
                    jobs.removeFirst(next)
                    next = 0
                }
            }
            return jobs[next]
        }
    }

    private let state = Mutex(State())
    /// Rung once for each thread that is to look for a job.
    private let bell = DispatchSemaphore(value: 0)

    private init(width: Int) {
        for _ in 0..<width where Workers.start(work) == nil {
            // There are too few threads at the moment; libdispatch tries until there is one.
            DispatchQueue(label: "notekit.tasks").async { self.work() }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustRing = state.withLock { state in
            state.jobs.append(job)
            guard state.idle > 0 else { return false }
            state.idle -= 1
            return true
        }
        if mustRing { bell.signal() }
    }

    @Sendable private func work() {
        while true {
            let job = state.withLock { state in
                let job = state.takeNext()
                if job == nil { state.idle += 1 }
                return job
            }
            if let job { job.runSynchronously(on: asUnownedTaskExecutor()) } else { bell.wait() }
        }
    }
}
