// SPDX-License-Identifier: MIT
// How a task tells the main thread that it is done.

internal import Synchronization

/// The exit code of a run, once it is over.
final class Ending: Sendable {
    private let answer = Mutex<Int32?>(nil)

    /// The exit code; nil while the run goes on.
    var code: Int32? { answer.withLock { $0 } }

    func tell(_ code: Int32) { answer.withLock { $0 = code } }
}
