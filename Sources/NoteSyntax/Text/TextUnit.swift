// SPDX-License-Identifier: MIT
// The units in which columns are counted.

/// A unit in which columns are counted.
public enum TextUnit: Hashable, Sendable, CaseIterable {
    /// UTF-8 bytes, the unit of every offset that does not name another.
    case utf8
    /// UTF-16 code units, as the Language Server Protocol and JavaScript count.
    case utf16
    /// Unicode scalars, as GTK counts.
    case scalars

    var metric: TextMetric {
        switch self {
        case .utf8: .shown
        case .utf16: .utf16
        case .scalars: .scalars
        }
    }
}
