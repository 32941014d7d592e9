// SPDX-License-Identifier: MIT
// A place in a note as a line and a column.

/// A place in a note as a line and a column, both counted from 0.
public struct TextPosition: Hashable, Comparable, Sendable {
    /// The line, counted from 0.
    public var line: Int
    /// The column, counted from 0 in a unit that is named where the position is used.
    public var column: Int

    /// Makes a position.
    ///
    /// - Parameters:
    ///   - line: The line, counted from 0.
    ///   - column: The column, counted from 0.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders by line, then by column.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
