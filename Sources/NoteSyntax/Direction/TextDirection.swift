// SPDX-License-Identifier: MIT
// The two directions that a line may run in.

/// Where a line begins, and so where its list sign, its checkbox and its indent stand.
public enum TextDirection: Hashable, Sendable, CaseIterable {
    /// As in Latin script.
    case leftToRight
    /// As in Arabic and Hebrew script.
    case rightToLeft
}
