// SPDX-License-Identifier: MIT
// Which day of which year of a reader's calendar a moment falls on.

internal import CICU

/// A calendar with a clock. The one owner of ICU's.
struct DayCalendar: ~Copyable {
    /// A day of a calendar.
    struct Day: Equatable {
        var year: Int32
        var number: Int32
    }

    private let calendar: UnsafeMutablePointer<UCalendar?>

    /// - Throws: `DateError` with code `.other` when ICU has no data.
    init(locale: ICULocale) throws(DateError) {
        var status = U_ZERO_ERROR
        let opened = ci_ucal_open(locale.zone, Int32(locale.zone.count), locale.name, &status)
        guard let opened, status.rawValue <= U_ZERO_ERROR.rawValue else {
            if let opened { ci_ucal_close(opened) }
            throw DateError(.other, "ICU has no calendar (error \(status.rawValue)).")
        }
        calendar = opened
        Self.makeGregorianAtAllTimes(calendar)
    }

    deinit { ci_ucal_close(calendar) }

    /// The name of the calendar in Unicode's locale data.
    var type: String? {
        var status = U_ZERO_ERROR
        return ci_ucal_getType(calendar, &status).map { String(cString: $0) }
    }

    /// The day of a moment, in seconds since 1970.
    func day(of seconds: Int64) -> Day {
        var status = U_ZERO_ERROR
        ci_ucal_setMillis(calendar, Double(seconds) * 1000, &status)
        // Not the year of an era: eras begin in the middle of years.
        let year = ci_ucal_get(calendar, UCAL_EXTENDED_YEAR, &status)
        return Day(year: year, number: ci_ucal_get(calendar, UCAL_DAY_OF_YEAR, &status))
    }

    /// ICU counts the days before 15 October 1582 as the Julian calendar did; dates in notes do not.
    static func makeGregorianAtAllTimes(_ calendar: UnsafeMutablePointer<UCalendar?>) {
        var status = U_ZERO_ERROR
        // A calendar that is not the Gregorian one refuses, and needs no change.
        ci_ucal_setGregorianChange(calendar, -8.64e15, &status)
    }
}
