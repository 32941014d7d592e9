// SPDX-License-Identifier: MIT
// How work on a thread of its own learns that nobody waits for it any more.

internal import NoteKit
internal import Synchronization

extension DiskLanes {
    /// Runs `work` on a lane and answers what it came to.
    ///
    /// - Parameter work: Asks now and then what it is handed: whether the task that waits for it was cancelled.
    func runCancellable<Result: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Result
    ) async -> Result {
        let flag = CancellationFlag()
        return await withTaskCancellationHandler {
            await run { work { flag.isSet.load(ordering: .relaxed) } }
        } onCancel: {
            flag.isSet.store(true, ordering: .relaxed)
        }
    }
}

private final class CancellationFlag: Sendable {
    let isSet = Atomic(false)
}
