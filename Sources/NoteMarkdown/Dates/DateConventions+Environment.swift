// SPDX-License-Identifier: MIT
// Which conventions the environment of a process names.

internal import CICU
internal import Glibc

extension DateConventions {
    /// The conventions that this process's environment names. See `ofEnvironment(_:)`.
    public static var ofProcess: DateConventions {
        ofEnvironment { name in getenv(name).map { String(cString: $0) } }
    }

    /// The conventions that an environment names, as `locale(7)` and `tzset(3)` read it.
    ///
    /// The locale is that of `LC_ALL`, `LC_TIME` or `LANG`, the first that is not empty; American English
    /// where none is set, it is `C`, or nobody knows its language. The zone is that of `TZ`, and the machine's own (`/etc/localtime`) where
    /// it is not set or names that file. A `TZ` that is neither a name of the time zone database, with or without
    /// the folder `/usr/share/zoneinfo/` before it, nor a fixed distance from UTC (`<+03>-3`) is taken for UTC:
    /// other files, and rules written out, such as `CET-1CEST,M3.5.0,M10.5.0/3`, are not read.
    ///
    /// - Parameter value: The value of a variable; `nil` where it is not set.
    public static func ofEnvironment(_ value: (String) -> String?) -> DateConventions {
        let named = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? "C"
        let isPlain =
            named == "C" || named == "POSIX" || named.hasPrefix("C.")
            || !ICU.isLanguage(of: named)
        return DateConventions(locale: isPlain ? "en_US_POSIX" : named, zone: zone(value("TZ")))
    }

    private static func zone(_ variable: String?) -> String {
        let utc = "UTC"
        let place = variable.map { $0.hasPrefix(":") ? $0.dropFirst() : $0[...] }
        guard let place, place != "/etc/localtime" else { return ICU.text(ci_ucal_getHostTimeZone) ?? utc }
        let folder = "/usr/share/zoneinfo/"
        let name = String(place.hasPrefix(folder) ? place.dropFirst(folder.count) : place)
        return ICU.isZone(name) ? name : fixedZone(name) ?? utc
    }

    /// The name that ICU has for `NAME[+-]HH[:MM]`, which counts west of UTC, see `tzset(3)`.
    private static func fixedZone(_ text: String) -> String? {
        var rest = text[...].utf8
        if rest.first == UInt8(ascii: "<") {
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            rest = rest[rest.index(after: close)...]
        } else {
            rest = rest.drop { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
        }
        let isEast = rest.first == UInt8(ascii: "-")
        if isEast || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let parts = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Int? in
            let isNumber = part.allSatisfy { (0x30...0x39).contains($0) }
            return isNumber ? Int(Substring(part)) : nil
        }
        guard (1...2).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
            numbers.count == 1 || numbers[1] < 60
        else { return nil }
        let digits = [numbers[0], numbers.count > 1 ? numbers[1] : 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "GMT\(isEast ? "+" : "-")\(digits.joined(separator: ":"))"
    }
}
