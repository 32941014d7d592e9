// SPDX-License-Identifier: MIT
// A moment as the file system keeps it.

/// A moment in nanosecond resolution, as `statx(2)` reports it.
public struct FileTime: Hashable, Comparable, Sendable {
    /// Whole seconds since 1970-01-01 00:00:00 UTC. Negative before that.
    public var seconds: Int64
    /// Nanoseconds after the second, 0 to 999,999,999.
    public var nanoseconds: UInt32

    /// Makes a moment from its two parts.
    public init(seconds: Int64, nanoseconds: UInt32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Orders by time.
    public static func < (one: FileTime, other: FileTime) -> Bool {
        (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }
}
