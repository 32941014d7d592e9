// SPDX-License-Identifier: MIT
// How a caller follows a check and ends it early.

internal import Synchronization

/// Counts what is done, tells the caller, and asks whether to go on.
// SAFETY: the two closures are called on the calling thread only; the rest is atomic.
final class CheckWatch: @unchecked Sendable {
    private let total: Int
    private let progress: ((VaultCheck.Progress) -> Void)?
    private let question: (() -> Bool)?
    private let done = Atomic<Int>(0)
    private let cancelled = Atomic<Bool>(false)

    init(total: Int, progress: ((VaultCheck.Progress) -> Void)?, isCancelled: (() -> Bool)?) {
        self.total = total
        self.progress = progress
        question = isCancelled
    }

    /// Whether the caller wants no more.
    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Counts notes that are done.
    ///
    /// - Parameter isCallingThread: Whether the caller can be told and asked here.
    func count(_ notes: Int, isCallingThread: Bool) {
        let sum = done.wrappingAdd(notes, ordering: .relaxed).newValue
        guard isCallingThread else { return }
        // The end is told once, by `finish()`.
        if sum < total { progress?(VaultCheck.Progress(done: sum, total: total)) }
        if question?() == true { cancelled.store(true, ordering: .relaxed) }
    }

    /// Tells that everything is done.
    func finish() { progress?(VaultCheck.Progress(done: total, total: total)) }
}
