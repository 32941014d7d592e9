// SPDX-License-Identifier: MIT
// What an app lock can be in, and what of the notes may then be seen.

/// The state of an app lock: whether it is on and closed, and where the app is.
///
/// What comes next is decided by `stepped(by:gracePeriod:)`, which reads and changes nothing else.
public struct AppLockState: Hashable, Sendable {
    /// The lock itself. An error is the reason for which the last authentication failed.
    public enum Lock: Hashable, Sendable {
        /// Nobody has to prove anything.
        case off(AuthenticationError?)
        /// On, and somebody has proved who they are.
        case open(AuthenticationError?)
        /// On, and closed. Without an error it has not been asked yet.
        case locked(AuthenticationError?)
        /// A prompt is up. There is never a second one.
        case asking(AuthenticationPurpose)
    }

    /// Where the app is. Times are counted as `BootTime` counts them.
    public enum Place: Hashable, Sendable {
        /// In front, with the keyboard.
        case active
        /// To be seen, but behind something: a prompt, the overview of windows, another window.
        case inactive
        /// Not to be seen, and since when; a success of the prompt counts anew.
        case background(since: Duration)
    }

    /// The lock itself.
    public internal(set) var lock: Lock
    /// Where the app is.
    public internal(set) var place: Place

    /// The state at the start of an app, before it is active: a lock that is on is closed.
    ///
    /// - Parameter isOn: What the app has remembered of `isOn`; a new app has remembered nothing, which is
    ///   off.
    public init(isOn: Bool = false) {
        lock = isOn ? .locked(nil) : .off(nil)
        place = .inactive
    }

    /// Whether the lock is on. This is what an app remembers; it changes only after an authentication.
    public var isOn: Bool {
        switch lock {
        case .off, .asking(.turnOn): false
        case .open, .locked, .asking(.unlock), .asking(.turnOff): true
        }
    }

    /// Whether somebody has to prove who they are before the notes are shown.
    public var isLocked: Bool {
        switch lock {
        case .locked, .asking(.unlock): true
        case .off, .open, .asking(.turnOn), .asking(.turnOff): false
        }
    }

    /// Whether a prompt is up.
    public var isAsking: Bool {
        if case .asking = lock { true } else { false }
    }

    /// Whether notes may be on the screen. While this is false the app shows its privacy cover, or the
    /// screen that unlocks when `isLocked`.
    ///
    /// With the lock on, no note is shown while the app is not active, so that no snapshot of its window
    /// holds one. With the lock off nothing is ever covered.
    public var showsNotes: Bool { !isOn || (!isLocked && place == .active) }

    /// Why the last authentication failed; nil after a success, and before the first.
    public var failure: AuthenticationError? {
        switch lock {
        case .off(let error), .open(let error), .locked(let error): error
        case .asking: nil
        }
    }
}
