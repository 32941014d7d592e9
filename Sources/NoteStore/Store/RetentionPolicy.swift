// SPDX-License-Identifier: MIT
// How long versions are kept.

/// What may expire, and when.
///
/// A version expires when it is older than `days` and too many: beyond the newest `count` of its note, or among
/// the oldest of all while their texts take more than `bytes`. The newest version of a note never expires, nor
/// does a pinned one.
public struct RetentionPolicy: Hashable, Sendable {
    /// No version that was put aside within so many days expires.
    public var days: Int
    /// So many versions of a note are kept, whatever their age; nil for all.
    public var count: Int?
    /// So many bytes, compressed, the texts of all versions may take; nil for any number.
    public var bytes: Int?

    /// Makes a policy; without words, the one that holds until another is set.
    public init(days: Int = 30, count: Int? = 1_000, bytes: Int? = 1 << 30) {
        self.days = days
        self.count = count
        self.bytes = bytes
    }

    static let (daysName, countName, bytesName) = ("keep-days", "keep-count", "keep-bytes")
    /// When expired versions were last looked for, in seconds since 1970.
    static let lookedName = "looked"

    /// Whether a row of a damaged store can be one of the settings.
    static func isSetting(_ name: String, _ value: Int64) -> Bool {
        [daysName, countName, bytesName, lookedName].contains(name) && value >= -1
    }
}
