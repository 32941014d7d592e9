// SPDX-License-Identifier: MIT
// Where one cell of a table row is, while the row is cut.

/// Where one cell of a row is.
struct CellRange: BitwiseCopyable {
    var start: Int
    var end: Int
}
