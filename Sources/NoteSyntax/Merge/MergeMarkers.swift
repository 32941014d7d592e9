// SPDX-License-Identifier: MIT
// The marker lines around a conflict, for those who ask for them.

/// The names that stand behind `<<<<<<<` and `>>>>>>>`.
public struct MergeMarkers: Hashable, Sendable {
    /// The name of the one side.
    public var mine: String
    /// The name of the other side.
    public var theirs: String

    /// Markers with these names.
    public init(mine: String = "mine", theirs: String = "theirs") {
        self.mine = mine
        self.theirs = theirs
    }
}
