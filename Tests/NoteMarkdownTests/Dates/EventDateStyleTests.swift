// SPDX-License-Identifier: MIT
// The line with the date of an event, in several zones and languages.

import NoteMarkdown
import Testing

@Suite("The line with the date of an event")
struct EventDateStyleTests {
    private func text(
        _ date: String, _ locale: String, _ zone: String = "UTC", _ calendar: String? = nil
    ) throws -> String {
        let conventions = DateConventions(locale: locale, zone: zone, calendar: calendar)
        return try EventDateStyle(conventions).text(of: #require(NoteDate(date)))
    }

    @Test("is the day that is written, in every zone")
    func sameDay() throws {
        for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Asia/Kolkata"] {
            #expect(try text("2025-11-04", "en_US", zone) == "Tuesday, November 4, 2025")
            #expect(
                try text("2025-11-04T09:30", "en_US", zone) == "Tuesday, November 4, 2025 at 9:30\u{202F}AM")
        }
    }

    @Test("keeps an hour that the clocks of the zone leave out")
    func leftOutHour() throws {
        #expect(
            try text("2026-03-29T02:30", "de_DE", "Europe/Berlin") == "Sonntag, 29. März 2026 um 02:30")
    }

    @Test("of a moment is by the reader's clock, and names its zone")
    func moments() throws {
        #expect(
            try text("2025-11-04T23:30Z", "en_GB", "Europe/Berlin")
                == "Wednesday, 5 November 2025 at 00:30 CET")
        #expect(
            try text("2025-07-04T23:30+02:00", "en_US", "America/New_York")
                == "Friday, July 4, 2025 at 5:30\u{202F}PM EDT")
        let style = try EventDateStyle(DateConventions(locale: "en_GB", zone: "UTC"))
        #expect(style.text(ofMoment: 0) == "Thursday, 1 January 1970 at 00:00 UTC")
    }

    static let lines: [(locale: String, calendar: String?, text: String)] = [
        ("en_US", nil, "Tuesday, November 4, 2025"), ("en_GB", nil, "Tuesday, 4 November 2025"),
        ("de_DE", nil, "Dienstag, 4. November 2025"), ("ar_EG", nil, "الثلاثاء، ٤ نوفمبر ٢٠٢٥"),
        ("fa_IR", "gregorian", "سه‌شنبه ۴ نوامبر ۲۰۲۵"),
        ("ja_JP", nil, "2025年11月4日火曜日"), ("en_US_POSIX", nil, "Tuesday, November 4, 2025"),
    ]

    @Test("is in the reader's language and calendar", arguments: lines)
    func language(locale: String, calendar: String?, text: String) throws {
        #expect(try self.text("2025-11-04", locale, "UTC", calendar) == text)
    }

    @Test("is in the calendar that is injected, with all of its parts")
    func persian() throws {
        // In which order the parts stand differs between versions of ICU.
        let text = try text("2025-11-04", "fa_IR", "UTC", "persian")
        for part in ["سه‌شنبه", "۱۳", "آبان", "۱۴۰۴"] { #expect(text.contains(part), "\(text)") }
    }

    @Test("is Gregorian at all times")
    func oldDates() throws {
        #expect(try text("1500-02-28", "en_GB") == "Wednesday, 28 February 1500")
        #expect(try text("0001-01-01", "de_DE") == "Montag, 1. Januar 1")
    }
}
