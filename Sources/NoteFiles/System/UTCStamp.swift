// SPDX-License-Identifier: MIT
// A moment as it stands in the names of files.

internal import Glibc

/// A moment as `YYYYMMDD-HHMMSS`, in UTC.
enum UTCStamp {
    static func text(_ seconds: Int64) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let year = parts.tm_year + 1900
        let date = [parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined()
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined()
        return "\(year)\(date)-\(time)"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
