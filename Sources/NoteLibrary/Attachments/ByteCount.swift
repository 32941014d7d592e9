// SPDX-License-Identifier: MIT
// How large a file is, in words.

/// Sizes as people read and hear them: decimal, in three digits at most, the same in every language.
enum ByteCount {
    private static let units = [
        ("KB", "kilobyte"), ("MB", "megabyte"), ("GB", "gigabyte"), ("TB", "terabyte"),
    ]

    /// `0 bytes`, `1 byte`, `12 KB`, `1.2 MB`, `3.45 GB`.
    static func written(_ count: Int) -> String {
        guard let (number, unit) = scaled(count) else { return "\(count) byte\(count == 1 ? "" : "s")" }
        return "\(number) \(units[unit].0)"
    }

    /// The same for a screen reader: `12 kilobytes`.
    static func spoken(_ count: Int) -> String {
        guard let (number, unit) = scaled(count) else { return written(count) }
        return "\(number) \(units[unit].1)\(number == "1" ? "" : "s")"
    }

    /// The number in the largest unit of which there is one at least; nil below a thousand bytes.
    private static func scaled(_ count: Int) -> (String, unit: Int)? {
        var (unit, size) = (-1, 1)
        while unit + 1 < units.count, rounded(count, size, unit) >= 1_000 * power(decimals(unit)) {
            unit += 1
            size *= 1_000
        }
        guard unit >= 0 else { return nil }
        let number = rounded(count, size, unit)
        let (whole, part) = number.quotientAndRemainder(dividingBy: power(decimals(unit)))
        guard part > 0 else { return ("\(whole)", unit) }
        var digits = "\(part)"
        while digits.utf8.count < decimals(unit) { digits = "0\(digits)" }
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        return ("\(whole).\(digits)", unit)
    }

    /// How many decimals a unit has: kilobytes none, megabytes one, larger ones two.
    private static func decimals(_ unit: Int) -> Int { max(0, min(unit, 2)) }
    private static func power(_ decimals: Int) -> Int { decimals == 0 ? 1 : decimals == 1 ? 10 : 100 }

    /// A count in a unit, with its decimals as an integer.
    private static func rounded(_ count: Int, _ size: Int, _ unit: Int) -> Int {
        let (whole, rest) = count.quotientAndRemainder(dividingBy: size)
        let scale = power(decimals(unit))
        return whole * scale + (rest * scale + size / 2) / size
    }
}
