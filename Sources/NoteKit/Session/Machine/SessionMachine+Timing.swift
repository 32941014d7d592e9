// SPDX-License-Identifier: MIT
// When a session does something by itself.

extension SessionMachine {
    /// When a `tick` will lead to something; nil while only other events can.
    var wakesAt: Duration? {
        guard work == nil, phase != .closed else { return nil }
        // Until then nothing is written either.
        if let absenceAt { return absenceAt }
        let writing = phase == .open && isDirty ? dueAt : nil
        return [writing, readTrouble?.retryAt, canRest ? restsAt : nil].compactMap(\.self).min()
    }

    /// Whether nothing stands against letting go of what only a note needs that is being typed in.
    private var canRest: Bool { phase == .open && !isDirty }

    func isRestDue(at now: Duration) -> Bool { canRest && restsAt.map { now >= $0 } ?? false }

    /// Lets go of what only a note needs that is being typed in: the journal with its open file, and each keystroke
    /// of what was typed in one go.
    mutating func rest() {
        restsAt = nil
        journal(.discard)
        log.join(keeping: Set(views.values.map(\.latest)))
    }

    /// When unsaved edits are to be written; long ago where nothing speaks against doing so now.
    ///
    /// An edit after a failure is a new occasion and does not wait for the next try.
    private var dueAt: Duration {
        let quiet = typing.map {
            isJournalled ? min($0.last + timing.pause, $0.first + timing.limit) : $0.first
        }
        return switch (quiet, writeTrouble?.retryAt) {
        case (let quiet?, let retryAt?): min(quiet, retryAt)
        case (let time?, nil), (nil, let time?): time
        case (nil, nil): .zero
        }
    }

    func isWriteDue(at now: Duration) -> Bool {
        guard phase == .open, isDirty, absenceAt == nil, closing != .givenUp else { return false }
        return wanted != nil || isClosing || now >= dueAt
    }

    /// Whether it is time to look again at a file that could not be read. One that is being closed is not
    /// waited for.
    func isReadingDue(at now: Duration) -> Bool {
        guard let readTrouble, !isClosing else { return false }
        return now >= readTrouble.retryAt
    }

    /// Whether it is time to look again for a file that was gone.
    func isAbsenceDue(at now: Duration) -> Bool { absenceAt.map { now >= $0 } ?? false }
}
