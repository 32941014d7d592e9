// SPDX-License-Identifier: MIT
// What a date written in a note says, and which texts are dates.

/// A date, or a date and time, as it is written in a note: `2025-11-04`, `2025-11-04T09:30`.
///
/// It is what stands there and nothing more: without a zone it is no moment, and is the same day and hour
/// wherever it is read. Dates are Gregorian at all times, as in ISO 8601.
public struct NoteDate: Hashable, Sendable {
    /// The time of a day.
    public struct Time: Hashable, Sendable {
        /// 0 to 23.
        public let hour: Int
        /// 0 to 59.
        public let minute: Int
        /// 0 to 59; 0 where none is written.
        public let second: Int
    }

    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31, and no day that its month does not have.
    public let day: Int
    /// The time; `nil` for a date alone.
    public let time: Time?
    /// How many seconds the zone that is written is ahead of UTC; `nil` where none is.
    public let offset: Int?

    /// Reads `YYYY-MM-DD`, or the same with `THH:mm`, seconds, a fraction of a second (which is left out) and
    /// a zone (`Z`, `+02:00`, `+0200` or `+02`). `nil` for any other text, and for days that no calendar has.
    public init?(_ text: String) {
        var reader = Reader(text)
        guard let year = reader.number(4), year > 0, reader.sign("-"),
            let month = reader.number(2), (1...12).contains(month), reader.sign("-"),
            let day = reader.number(2), (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        guard !reader.isAtEnd else {
            (time, offset) = (nil, nil)
            return
        }
        guard reader.sign("T"), let hour = reader.number(2), hour < 24, reader.sign(":"),
            let minute = reader.number(2), minute < 60
        else { return nil }
        var second = 0
        if reader.sign(":") {
            guard let number = reader.number(2), number < 60 else { return nil }
            second = number
            if reader.sign("."), !reader.skipDigits() { return nil }
        }
        time = Time(hour: hour, minute: minute, second: second)
        guard !reader.isAtEnd else {
            offset = nil
            return
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        self.offset = offset
    }

    /// Seconds from 1970-01-01 00:00 to this day and time on a clock that nobody ever moves: those of UTC,
    /// where no zone is written; else the moment itself.
    package var seconds: Int64 {
        // Counted from the first of March, so that the day that is sometimes there comes last.
        let (month, year) = self.month > 2 ? (self.month - 3, self.year) : (self.month + 9, self.year - 1)
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1
        let clock = time.map { ($0.hour * 60 + $0.minute) * 60 + $0.second } ?? 0
        return Int64((days - 719_468) * 86_400 + clock - (offset ?? 0))
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension NoteDate {
    /// Takes a date apart from the front.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        /// Reads exactly so many digits.
        mutating func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
            rest = rest.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
        }

        /// Reads one sign, if it is there.
        mutating func sign(_ sign: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: sign) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Leaves out digits; false where there are none.
        mutating func skipDigits() -> Bool {
            let after = rest.drop(while: Self.isDigit)
            defer { rest = after }
            return after.startIndex != rest.startIndex
        }

        /// Reads a zone as seconds ahead of UTC.
        mutating func offset() -> Int? {
            if sign("Z") { return 0 }
            let direction = sign("+") ? 1 : sign("-") ? -1 : 0
            guard direction != 0, let hours = number(2), hours < 24 else { return nil }
            var minutes = 0
            if sign(":") || !isAtEnd {
                guard let number = number(2), number < 60 else { return nil }
                minutes = number
            }
            return direction * (hours * 60 + minutes) * 60
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    }
}
