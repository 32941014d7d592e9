// SPDX-License-Identifier: MIT
// How long versions are kept.

/// What may expire, and when.
///
/// A version expires when it is older than `days` and too many: beyond the newest `count` of its note, or among
/// the oldest of all while their texts take more than `bytes`. The newest version of a note never expires, nor
/// does a pinned one.
///
/// It is older than so many days when the clock says so, and the store was used on so many days since: a clock
/// that was wrong for a while lets nothing go.
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
}
