// SPDX-License-Identifier: MIT
// When a session wants to be woken.

extension SessionMachine {
    /// When a `tick` will lead to something; nil while only other events can.
    var wakesAt: Duration? {
        guard work == nil, phase != .closed else { return nil }
        var times: [Duration] = []
        if let absenceAt { times.append(absenceAt) }
        if phase == .open, isDirty { times.append(dueAt) }
        if isReadingFailed, let retryAt { times.append(retryAt) }
        return times.min()
    }

    /// When unsaved edits are to be written; long ago where nothing speaks against doing so now.
    ///
    /// An edit after a failure is a new occasion and does not wait for the next try.
    var dueAt: Duration {
        let quiet = lastEdit.map { min($0 + timing.pause, (firstUnsaved ?? $0) + timing.limit) }
        return switch (quiet, retryAt) {
        case (let quiet?, let retryAt?): min(quiet, retryAt)
        case (let time?, nil), (nil, let time?): time
        case (nil, nil): .zero
        }
    }

    /// Whether the last thing that failed was a reading, and the file is to be looked at again.
    var isReadingFailed: Bool { failure?.operation == .read || failure?.operation == .find }

    func isRetryOfReadingDue(at now: Duration) -> Bool {
        guard isReadingFailed, let retryAt else { return false }
        return now >= retryAt || isClosing && isDirty && !hasGivenUp
    }

    mutating func lookAgainIfDue(at now: Duration) {
        if let absenceAt, now >= absenceAt { mustLook = true }
    }

    /// Remembers a failure, and when to try again.
    mutating func fail(_ error: FileError, at now: Duration) {
        failure = error
        failures += 1
        var wait = timing.firstRetry
        for _ in 1..<min(failures, 16) where failures > 1 { wait = min(wait * 2, timing.lastRetry) }
        retryAt = now + wait
        if isClosing { hasGivenUp = true }
    }

    mutating func succeed() {
        failure = nil
        failures = 0
        contests = 0
        retryAt = nil
    }
}
