// SPDX-License-Identifier: MIT
// Which flags may be left out, and which of several must be given.

/// Flags that are asked for together.
package enum FlagGroup: Equatable, Sendable {
    /// May be left out.
    case optional(Flag)
    /// Exactly one must be given.
    case oneOf([Flag])

    /// The flags of the group in their order.
    package var flags: [Flag] {
        switch self {
        case .optional(let flag): [flag]
        case .oneOf(let flags): flags
        }
    }

    /// As it stands in a synopsis.
    package var usage: String {
        switch self {
        case .optional(let flag): "[\(flag.usage)]"
        case .oneOf(let flags) where flags.count == 1: flags[0].usage
        case .oneOf(let flags): "(\(flags.map(\.usage).joined(separator: " | ")))"
        }
    }
}
