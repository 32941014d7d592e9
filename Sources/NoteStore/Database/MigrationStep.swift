// SPDX-License-Identifier: MIT
// What one step of a migration does.

/// A step from one state of a database to the next.
package enum MigrationStep: Sendable, ExpressibleByStringLiteral {
    /// Statements that take no values.
    case statements(String)
    /// What statements alone cannot do: rows that are read, changed and written anew.
    case change(@Sendable (inout Database) throws(StoreError) -> Void)

    /// Makes a step of statements.
    package init(stringLiteral statements: String) { self = .statements(statements) }

    func take(in database: inout Database) throws(StoreError) {
        switch self {
        case .statements(let statements): try database.execute(statements)
        case .change(let body): try body(&database)
        }
    }
}
