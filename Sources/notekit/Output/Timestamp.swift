// SPDX-License-Identifier: MIT
// Moments as text, in the zone of TZ.

internal import Glibc
internal import NoteKit

/// Writes moments for machines and for people.
enum Timestamp {
    /// ISO 8601 to the second, with the zone's distance from UTC: `2026-11-30T17:04:05+01:00`.
    static func exact(_ time: FileTime) -> String {
        let text = Self.text(time, "%Y-%m-%dT%H:%M:%S%z")
        // strftime(3) leaves the colon out of the zone.
        return "\(text.dropLast(2)):\(text.suffix(2))"
    }

    /// The form of dates in the user's language; year, month and day where no language is set.
    ///
    /// See: `man 7 locale`.
    static var localFormat: String {
        let locale = setlocale(LC_TIME, "").map { String(cString: $0) } ?? "C"
        let isPlain = locale == "C" || locale == "POSIX" || locale.hasPrefix("C.")
        return isPlain ? "%Y-%m-%d %H:%M" : "%x %R"
    }

    /// The moment in a form of `strftime(3)`.
    static func text(_ time: FileTime, _ format: String) -> String {
        var seconds = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(time.seconds)" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let count = strftime(buffer.baseAddress, buffer.count, format, &parts)
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
        }
    }
}
