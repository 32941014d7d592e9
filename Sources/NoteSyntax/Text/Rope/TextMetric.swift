// SPDX-License-Identifier: MIT
// The units in which a place in a note can be counted.

/// A unit in which a place in a note is counted from the start.
package enum TextMetric: Sendable, CaseIterable {
    /// Bytes after the byte order mark, as they stand in the file.
    case bytes
    /// UTF-8 bytes of the shown text.
    case shown
    /// UTF-16 code units of the shown text.
    case utf16
    /// Unicode scalars of the shown text.
    case scalars
    /// Line endings passed; the place after the n-th is the start of line n.
    case breaks
}
