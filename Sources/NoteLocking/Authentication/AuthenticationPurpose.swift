// SPDX-License-Identifier: MIT
// What a person proves who they are for.

/// What an authentication is for; an app words its prompt by it.
public enum AuthenticationPurpose: Hashable, Sendable {
    /// To see the notes.
    case unlock
    /// To have the lock from now on.
    case turnOn
    /// To have no lock any more.
    case turnOff
}
