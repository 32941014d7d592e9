// SPDX-License-Identifier: MIT
// What can stand in a column.

/// A value that is given to a statement.
package enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// An integer, or nothing.
    package static func integer(_ number: Int?) -> DatabaseValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
    /// A text, or nothing.
    package static func text(_ text: String?) -> DatabaseValue { text.map { .text($0) } ?? .null }

    /// The integer that this is; nil for anything else.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The bytes that this is; nil for anything else.
    package var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}
