// SPDX-License-Identifier: MIT
// Everything that can happen to an app lock.

/// What happens to an app lock. Times are counted as `BootTime` counts them.
public enum AppLockEvent: Hashable, Sendable {
    /// The app is in front and has the keyboard.
    case becameActive(at: Duration)
    /// The app is to be seen but behind something; a prompt of the system does that too.
    case becameInactive
    /// The app is not to be seen any more.
    case enteredBackground(at: Duration)
    /// Somebody wants to try the prompt, again or for the first time.
    case unlock
    /// Somebody wants to have the lock.
    case turnOn
    /// Somebody wants to have no lock.
    case turnOff
    /// The prompt was answered rightly.
    case authenticated(at: Duration)
    /// The prompt was not answered, or wrongly.
    case failed(AuthenticationError, at: Duration)
}
