// SPDX-License-Identifier: MIT
// That the daemon said something that this client does not understand.

/// An answer of another form than this client knows.
public struct ServiceMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: what was found where. Never note text.
    public let description: String

    init(_ finding: String) { description = "The daemon speaks otherwise than this client: \(finding)." }
}
