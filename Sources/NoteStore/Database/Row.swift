// SPDX-License-Identifier: MIT
// One row of an answer, read column by column.

internal import CSQLite

/// The row that a statement stands on. Valid until the body that was given it returns.
package struct Row: ~Copyable {
    private let handle: OpaquePointer

    init(of statement: Statement) { handle = statement.handle }

    /// Whether a column holds nothing.
    package func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }
    /// An integer; 0 for nothing.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
    /// A number; 0 for nothing.
    package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }
    /// A text; empty for nothing.
    package func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }
    /// The bytes of a blob or a text; empty for nothing.
    package func bytes(_ column: Int) -> [UInt8] {
        // SAFETY: SQLite keeps the bytes until the next step, reset or conversion of the statement.
        let start = sqlite3_column_blob(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
    /// Whatever a column holds.
    package func value(_ column: Int) -> DatabaseValue {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }
}
