// SPDX-License-Identifier: MIT
// How a run, a cell and a row of a document lie in memory.

/// A piece of shown text with one style.
struct PackedRun: BitwiseCopyable, Sendable {
    /// Its bytes in the shown text.
    var textStart: UInt32
    var textEnd: UInt32
    /// Its bytes in the source.
    var start: UInt32
    var end: UInt32
    /// The number of its link, counting from 1; 0 for none.
    var link: UInt32
    var styles: MarkdownRun.Styles
    /// Whether its text is its source, byte for byte.
    var isVerbatim: Bool
}

/// A cell of a table.
struct PackedCell: BitwiseCopyable, Sendable {
    var start: UInt32
    var end: UInt32
    var textStart: UInt32
    var textEnd: UInt32
    var firstRun: UInt32
    var endRun: UInt32
    /// 0 none, 1 left, 2 right, 3 centred.
    var alignment: UInt8
}

/// A row of a table.
struct PackedRow: BitwiseCopyable, Sendable {
    var start: UInt32
    var end: UInt32
    var firstCell: UInt32
    var endCell: UInt32
}
