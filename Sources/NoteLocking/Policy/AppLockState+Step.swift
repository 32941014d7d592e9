// SPDX-License-Identifier: MIT
// What comes of an event of an app lock. Pure: no clock, no prompt, no screen.

extension AppLockState {
    /// Answers the state after an event, and what must be asked now.
    ///
    /// - A lock that is on asks by itself once, when the app becomes active. After a failure it waits for
    ///   `unlock`, or for the app to come back from the background: the prompt of a system makes the app
    ///   inactive and active again, and would otherwise never leave.
    /// - Being inactive locks nothing. Being in the background for longer than `gracePeriod` locks; a grace
    ///   period of zero locks at once.
    /// - `turnOff` does nothing while locked: unlock first.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - gracePeriod: How long an app may be in the background and not lock. It is counted while the
    ///     machine sleeps.
    /// - Returns: The new state, and the purpose of a prompt that must be shown, or nil for none. A purpose
    ///   is answered by exactly one `authenticated` or `failed`; until then no other is returned.
    public func stepped(
        by event: AppLockEvent, gracePeriod: Duration
    ) -> (state: AppLockState, asks: AuthenticationPurpose?) {
        var next = self
        switch event {
        case .becameActive(let now):
            next.lockIfAway(longerThan: gracePeriod, at: now)
            next.place = .active
            return next.lock == .locked(nil) ? next.asking(.unlock) : (next, nil)
        case .becameInactive:
            // An app that is brought back is inactive for a moment first: how long it was away is judged
            // when it is active.
            if place == .active { next.place = .inactive }
        case .enteredBackground(let now):
            next.leave(gracePeriod, at: now)
        case .unlock:
            if case .locked = lock { return asking(.unlock) }
        case .turnOn:
            if case .off = lock { return asking(.turnOn) }
        case .turnOff:
            if case .open = lock { return asking(.turnOff) }
        case .authenticated(let now):
            next.succeed(at: now)
        case .failed(let error, let now):
            next.fail(error, gracePeriod, at: now)
        }
        return (next, nil)
    }

    private func asking(_ purpose: AuthenticationPurpose) -> (AppLockState, AuthenticationPurpose?) {
        var next = self
        next.lock = .asking(purpose)
        return (next, purpose)
    }

    private mutating func leave(_ gracePeriod: Duration, at now: Duration) {
        // A second notice that it is in the background does not make the absence shorter.
        if case .background = place { return }
        place = .background(since: now)
        switch lock {
        case .locked: lock = .locked(nil)  // asked anew when it comes back
        case .open where gracePeriod <= .zero: lock = .locked(nil)
        case .off, .open, .asking: break
        }
    }

    private mutating func lockIfAway(longerThan gracePeriod: Duration, at now: Duration) {
        // A clock that went back is no proof of a short absence.
        guard case .background(let since) = place, !(.zero...max(.zero, gracePeriod)).contains(now - since)
        else { return }
        switch lock {
        case .open: lock = .locked(nil)
        // The prompt that is up is answered as one to unlock; the lock stays on.
        case .asking(.turnOff): lock = .asking(.unlock)
        case .off, .locked, .asking(.turnOn), .asking(.unlock): break
        }
    }

    private mutating func succeed(at now: Duration) {
        guard case .asking(let purpose) = lock else { return }
        lock = purpose == .turnOff ? .off(nil) : .open(nil)
        // Some prompts take the whole screen: the person was there just now.
        if case .background = place { place = .background(since: now) }
    }

    private mutating func fail(_ error: AuthenticationError, _ gracePeriod: Duration, at now: Duration) {
        guard case .asking(let purpose) = lock else { return }
        switch purpose {
        case .unlock: lock = .locked(error)
        case .turnOn: lock = .off(error)
        case .turnOff:
            lock = .open(error)
            lockIfAway(longerThan: gracePeriod, at: now)
        }
    }
}
