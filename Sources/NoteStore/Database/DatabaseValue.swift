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
}
