// SPDX-License-Identifier: MIT
// The number by which a handle of a session is told from others.

internal import Synchronization

extension SessionClient {
    private static let count = Atomic<UInt64>(0)

    /// A client that is nobody else in this process.
    init() { number = Self.count.add(1, ordering: .relaxed).newValue }
}
