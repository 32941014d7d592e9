// SPDX-License-Identifier: MIT
// How much of everything the daemon takes.

/// The limits of the daemon. Each has a number that fits most, and can be set in the configuration.
package struct ServiceLimits: Hashable, Sendable {
    /// The largest message, in bytes.
    package var message = 32 << 20
    /// How many clients may be connected.
    package var clients = 256
    /// How many sessions one client may have open.
    package var sessionsOfClient = 2_000
    /// How many notes may be held open in all.
    package var notes = 10_000
    /// How many vaults may be open.
    package var vaults = 32
    /// How many requests of one client are taken before it is answered.
    package var requests = 256
    /// How many bytes of answers may wait for one client before it is dropped.
    package var answers = 64 << 20
    /// How many bytes may wait for all clients together, in both directions.
    package var memory = 256 << 20
    /// After how many seconds a client is dropped that does not read what it was sent.
    package var stall = 30
    /// How many changes of a vault are remembered for `vault/changes`.
    package var changes = 10_000

    package init() {}

    /// From how many waiting bytes on a client is asked to read before it may ask for more.
    var congestion: Int { min(256 << 10, answers / 2) }
}
