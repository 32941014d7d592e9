// SPDX-License-Identifier: MIT
// How the columns of a table can be aligned.

/// How a column of a table is aligned.
public enum TableAlignment: Sendable {
    case none, left, center, right
}
