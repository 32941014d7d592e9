// SPDX-License-Identifier: MIT
// The line that tells when the event of a note is.

internal import Synchronization

/// Writes the date of an event in full, so that it can be read anywhere and at any time: with weekday, day,
/// month by its name, and year.
///
/// A date, or a date and time, is written as it stands in the note, whatever the zone of the reader: 4 November
/// is never the third. One that names a zone is a moment, and is written by the reader's clock, with the zone's
/// name behind it. The calendar is the reader's.
///
/// ICU is opened once, when the style is made; copies share it. Any thread may use it.
public struct EventDateStyle: Sendable {
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

    /// The line for a date as it stands in a note.
    public func text(of date: NoteDate) -> String {
        formats.handles.withLock { handles in
            if date.offset != nil { return handles.moment.text(of: date.seconds) }
            return date.time == nil
                ? handles.day.text(of: date.seconds) : handles.dayAndTime.text(of: date.seconds)
        }
    }

    /// The line for a moment, by the reader's clock and with the zone's name.
    ///
    /// - Parameter seconds: The moment, in seconds since 1970-01-01 00:00 UTC.
    public func text(ofMoment seconds: Int64) -> String {
        formats.handles.withLock { $0.moment.text(of: seconds) }
    }
}

extension EventDateStyle {
    /// ICU's objects, one user at a time.
    private final class Formats: Sendable {
        let handles: Mutex<Handles>

        init(_ locale: ICULocale) throws(DateError) {
            handles = Mutex(try Handles.opened(for: locale))
        }
    }

    private struct Handles: ~Copyable {
        let day: DateFormat
        let dayAndTime: DateFormat
        let moment: DateFormat

        static func opened(for locale: ICULocale) throws(DateError) -> Handles {
            // What stands in a note has a clock that nobody moves: no hour of it is ever left out.
            let asWritten = locale.inUTC()
            let day = try DateFormat("yMMMMEEEEd", for: asWritten)
            let dayAndTime = try DateFormat("yMMMMEEEEdjm", for: asWritten)
            let moment = try DateFormat("yMMMMEEEEdjmz", for: locale)
            return Handles(day: day, dayAndTime: dayAndTime, moment: moment)
        }
    }
}
