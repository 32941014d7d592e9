// SPDX-License-Identifier: MIT
// What a watcher was asked to do.

/// The wishes of whoever made a watcher.
struct WatchSettings: Sendable {
    /// The root from the root of the file system, or as the caller gave it.
    var root: NotePath
    var isRecursive: Bool
    var matches: @Sendable (UnsafeRawBufferPointer) -> Bool
    /// Nanoseconds without a hint before a name is looked at.
    var settling: UInt64
    /// Nanoseconds after which it is looked at although hints go on.
    var longest: UInt64 { settling &* 10 }
    /// Nanoseconds between two passes at least, however many names settle one after the other. So short that a
    /// name that settled just after a pass is not held up by it.
    var pause: UInt64 { settling / 5 }
    /// Nanoseconds between two looks at what cannot be watched.
    var polling: UInt64
}

extension Duration {
    /// Whole nanoseconds; zero for less than none.
    package var nanoseconds: UInt64 {
        let (seconds, rest) = components
        guard seconds >= 0, rest >= 0 else { return 0 }
        // Three hundred years are for ever.
        return UInt64(min(seconds, 9_000_000_000)) * 1_000_000_000 + UInt64(rest) / 1_000_000_000
    }
}
