// SPDX-License-Identifier: MIT
// The door to whatever a device has to tell its owner from others.

/// A way in which a device finds out that its owner is there.
public protocol DeviceAuthenticator: Sendable {
    /// Asks the person at the device to prove that they are its owner. Returns only when they have.
    ///
    /// - Parameter purpose: What for. To turn a lock on, a device that lets everybody through without
    ///   asking must throw `.unavailable`: the lock would be none.
    /// - Throws: `AuthenticationError` with code `.denied`, `.cancelled`, `.unavailable`, `.lockedOut` or
    ///   `.expired`. The prompt is gone, whatever the outcome.
    func authenticate(for purpose: AuthenticationPurpose) async throws(AuthenticationError)
}
