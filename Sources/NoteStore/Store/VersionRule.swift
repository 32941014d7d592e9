// SPDX-License-Identifier: MIT
// Which changes of a file make a version.

/// Tells a change of what somebody wrote from bookkeeping in the same file.
public struct VersionRule: Sendable {
    /// Whether the step from the old text to the new makes a version of the old one.
    let makesVersion: @Sendable (_ old: [UInt8], _ new: [UInt8]) -> Bool

    /// Makes a rule.
    public init(_ makesVersion: @escaping @Sendable (_ old: [UInt8], _ new: [UInt8]) -> Bool) {
        self.makesVersion = makesVersion
    }

    /// Any byte that changes makes a version.
    public static let anyByte = VersionRule { $0 != $1 }
}
