// SPDX-License-Identifier: MIT
// How much of a date a compact row spells out.

internal import Synchronization

/// Writes the dates of rows in a list: the time for today, day and month for this year, else the whole date.
///
/// What counts are the days of the reader's calendar and clock, not spans of 24 hours: a minute before
/// midnight is yesterday a minute later. The same holds for dates to come. What is spoken is always whole,
/// since a listener has no rows above and below to compare with.
///
/// ICU is opened once, when the style is made; copies share it. Any thread may use it.
public struct ListDateStyle: Sendable {
    /// How much of a date is spelled out.
    public enum Detail: Hashable, Sendable {
        /// The time: the day is today.
        case time
        /// Day and month: the year is this year.
        case dayAndMonth
        /// Day, month and year.
        case date
    }

    /// Whom the dates are for.
    public let conventions: DateConventions
    private let formats: Formats

    /// Makes a style for a reader.
    ///
    /// - Throws: `DateError` with code `.unknownZone`, `.unknownLocale` or `.unknownCalendar` when there is no
    ///   such thing, `.other` when ICU's data are not installed.
    public init(_ conventions: DateConventions) throws(DateError) {
        self.conventions = conventions
        formats = try Formats(ICULocale(conventions))
    }

    /// How much of a date a row shows.
    ///
    /// - Parameters:
    ///   - seconds: The moment, in seconds since 1970-01-01 00:00 UTC.
    ///   - now: The moment at which it is read, in the same measure.
    public func detail(of seconds: Int64, now: Int64) -> Detail {
        formats.handles.withLock { $0.detail(of: seconds, now: now) }
    }

    /// The text of a row. Parameters as for `detail(of:now:)`.
    public func text(of seconds: Int64, now: Int64) -> String {
        formats.handles.withLock { handles in
            switch handles.detail(of: seconds, now: now) {
            case .time: handles.time.text(of: seconds)
            case .dayAndMonth: handles.dayAndMonth.text(of: seconds)
            case .date: handles.date.text(of: seconds)
            }
        }
    }

    /// What is read aloud: weekday, day, month, year and time, whenever it is.
    ///
    /// - Parameter seconds: The moment, in seconds since 1970-01-01 00:00 UTC.
    public func spokenText(of seconds: Int64) -> String {
        formats.handles.withLock { $0.whole.text(of: seconds) }
    }
}

extension ListDateStyle {
    /// ICU's objects, one user at a time.
    private final class Formats: Sendable {
        let handles: Mutex<Handles>

        init(_ locale: ICULocale) throws(DateError) {
            handles = Mutex(try Handles.opened(for: locale))
        }
    }

    private struct Handles: ~Copyable {
        let calendar: DayCalendar
        let time: DateFormat
        let dayAndMonth: DateFormat
        let date: DateFormat
        let whole: DateFormat

        static func opened(for locale: ICULocale) throws(DateError) -> Handles {
            let calendar = try DayCalendar(locale: locale)
            let time = try DateFormat("jm", for: locale)
            let dayAndMonth = try DateFormat("MMMd", for: locale)
            let date = try DateFormat("yMMMd", for: locale)
            let whole = try DateFormat("yMMMMEEEEdjm", for: locale)
            return Handles(calendar: calendar, time: time, dayAndMonth: dayAndMonth, date: date, whole: whole)
        }

        func detail(of seconds: Int64, now: Int64) -> Detail {
            let (day, today) = (calendar.day(of: seconds), calendar.day(of: now))
            return day == today ? .time : day.year == today.year ? .dayAndMonth : .date
        }
    }
}
