// SPDX-License-Identifier: MIT
// Moments as the protocol spells them.

internal import Glibc
internal import NoteFiles

/// Writes moments.
enum Moment {
    /// ISO 8601 to the second with the distance from UTC, in the zone of TZ: `2026-11-30T17:04:05+01:00`.
    static func text(_ time: FileTime) -> String {
        var seconds = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(time.seconds)" }
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
        }
        // strftime(3) leaves the colon out of the zone.
        return "\(text.dropLast(2)):\(text.suffix(2))"
    }
}
