// SPDX-License-Identifier: MIT
// Why a rig could not do its work.

/// The rig itself failed: nothing is said about what it was to prove.
struct RigFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
