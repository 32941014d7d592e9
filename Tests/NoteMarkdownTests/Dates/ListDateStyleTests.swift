// SPDX-License-Identifier: MIT
// How much of a date a row shows, in several zones and languages.

import Testing

@testable import NoteMarkdown

@Suite("The date of a row in a list")
struct ListDateStyleTests {
    private func style(
        _ locale: String = "en_GB", _ zone: String = "UTC", _ calendar: String? = nil
    ) throws -> ListDateStyle {
        try ListDateStyle(DateConventions(locale: locale, zone: zone, calendar: calendar))
    }

    /// The moment of a date that names its zone.
    private func moment(_ text: String) throws -> Int64 {
        let date = try #require(NoteDate(text))
        return date.seconds
    }

    static let days: [(zone: String, date: String, now: String, detail: ListDateStyle.Detail)] = [
        // A minute on either side of midnight, by the clock of each zone.
        ("UTC", "2026-11-30T23:59Z", "2026-12-01T00:00Z", .dayAndMonth),
        ("UTC", "2026-12-01T00:00Z", "2026-12-01T23:59Z", .time),
        ("Europe/Berlin", "2026-11-30T22:59Z", "2026-11-30T23:01Z", .dayAndMonth),
        ("Europe/Berlin", "2026-11-30T23:01Z", "2026-12-01T22:59Z", .time),
        ("Asia/Kolkata", "2026-11-30T18:29Z", "2026-11-30T18:31Z", .dayAndMonth),
        ("Pacific/Kiritimati", "2026-11-30T09:59Z", "2026-11-30T10:01Z", .dayAndMonth),
        ("Pacific/Kiritimati", "2026-11-30T10:01Z", "2026-12-01T09:59Z", .time),
        ("Pacific/Pago_Pago", "2026-11-30T10:59Z", "2026-11-30T11:01Z", .dayAndMonth),
        // The same moments are one day in one zone and two years in another.
        ("America/New_York", "2026-12-31T23:30Z", "2027-01-01T00:30Z", .time),
        ("UTC", "2026-12-31T23:30Z", "2027-01-01T00:30Z", .date),
        // The day on which the clock goes back has 25 hours, and the one on which it goes forward 23.
        ("Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T22:59Z", .time),
        ("Europe/Berlin", "2026-10-24T21:59Z", "2026-10-25T22:59Z", .dayAndMonth),
        ("Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T21:59Z", .time),
        ("Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T22:00Z", .dayAndMonth),
        // Here midnight itself is left out: the day begins at one.
        ("Africa/Cairo", "2026-04-23T21:59Z", "2026-04-23T22:00Z", .dayAndMonth),
        ("Africa/Cairo", "2026-04-23T22:00Z", "2026-04-24T20:59Z", .time),
        // Samoa left out a whole day: 29 December 2011 is followed by the 31st.
        ("Pacific/Apia", "2011-12-30T09:59Z", "2011-12-30T10:00Z", .dayAndMonth),
        // Leap years.
        ("UTC", "2028-02-29T12:00Z", "2028-02-29T13:00Z", .time),
        ("UTC", "2028-02-29T12:00Z", "2028-03-01T12:00Z", .dayAndMonth),
        ("UTC", "2027-12-31T12:00Z", "2028-12-30T12:00Z", .date),
        // The same number of a day in another year is not today.
        ("UTC", "2025-12-01T12:00Z", "2026-12-01T12:00Z", .date),
        // Dates to come.
        ("UTC", "2026-12-01T23:00Z", "2026-12-01T12:00Z", .time),
        ("UTC", "2026-12-31T12:00Z", "2026-12-01T12:00Z", .dayAndMonth),
        ("UTC", "2027-01-01T12:00Z", "2026-12-01T12:00Z", .date),
        // Before 1970.
        ("UTC", "1969-12-31T23:59Z", "1970-01-01T00:00Z", .date),
    ]

    @Test("tells days and years by the reader's calendar and clock", arguments: days)
    func detail(zone: String, date: String, now: String, detail: ListDateStyle.Detail) throws {
        #expect(try style("en_GB", zone).detail(of: moment(date), now: moment(now)) == detail)
    }

    @Test("takes the year from the calendar that is injected")
    func otherYears() throws {
        // The Persian year 1405 begins on 21 March 2026.
        let (date, now) = (try moment("2026-03-20T12:00Z"), try moment("2026-03-22T12:00Z"))
        #expect(try style("fa_IR", "Asia/Tehran").detail(of: date, now: now) == .date)
        #expect(try style("en_GB", "Asia/Tehran", "persian").detail(of: date, now: now) == .date)
        #expect(try style("fa_IR", "Asia/Tehran", "gregorian").detail(of: date, now: now) == .dayAndMonth)
        let december = try moment("2026-12-31T12:00Z")
        #expect(
            try style("fa_IR", "Asia/Tehran").detail(of: december, now: december + 86_400) == .dayAndMonth)
        // An era that begins in the middle of a year does not part it.
        let (heisei, reiwa) = (try moment("2019-04-30T03:00Z"), try moment("2019-05-01T03:00Z"))
        #expect(
            try style("ja_JP", "Asia/Tokyo", "japanese").detail(of: heisei, now: reiwa) == .dayAndMonth)
    }

    struct Row: Sendable {
        var locale: String
        var zone: String
        var calendar: String?
        var time: String
        var day: String
        var date: String
        var spoken: [String]
    }

    static let rows = [
        Row(
            locale: "en_US", zone: "America/New_York", time: "3:05\u{202F}PM", day: "Mar 8",
            date: "Mar 8, 2026",
            spoken: ["Sunday, March 8, 2026 at 3:05\u{202F}PM"]),
        Row(
            locale: "en_GB", zone: "Europe/London", time: "19:05", day: "8 Mar", date: "8 Mar 2026",
            spoken: ["Sunday, 8 March 2026 at 19:05"]),
        Row(
            locale: "de_DE", zone: "Europe/Berlin", time: "20:05", day: "8. März", date: "8. März 2026",
            spoken: ["Sonntag, 8. März 2026 um 20:05"]),
        Row(
            locale: "ar_EG", zone: "Africa/Cairo", time: "٩:٠٥ م", day: "٨ مارس", date: "٨ مارس ٢٠٢٦",
            spoken: ["الأحد، ٨ مارس ٢٠٢٦ في ٩:٠٥ م"]),
        Row(
            locale: "fa_IR", zone: "Asia/Tehran", calendar: "persian", time: "۲۲:۳۵", day: "۱۷ اسفند",
            date: "۱۷ اسفند ۱۴۰۴", spoken: ["یکشنبه", "۱۷", "اسفند", "۱۴۰۴", "۲۲:۳۵"]),
        Row(
            locale: "ja_JP", zone: "Asia/Tokyo", time: "4:05", day: "3月9日", date: "2026年3月9日",
            spoken: ["2026年3月9日月曜日 4:05"]),
    ]

    @Test("is written as its reader writes dates", arguments: rows)
    func text(row: Row) throws {
        let style = try style(row.locale, row.zone, row.calendar)
        // In New York the clock went forward that morning.
        let date = try moment("2026-03-08T19:05Z")
        #expect(style.text(of: date, now: date + 60) == row.time)
        #expect(style.text(of: date, now: date - 86_400 * 2) == row.day)
        #expect(style.text(of: date, now: try moment("2030-06-01T12:00Z")) == row.date)
        // In which order the parts of a Persian date stand differs between versions of ICU.
        let spoken = style.spokenText(of: date)
        #expect(row.spoken.count > 1 ? row.spoken.allSatisfy(spoken.contains) : [spoken] == row.spoken)
    }

    @Test("shows both hours that a clock has twice, and never the one that it leaves out")
    func turnedClocks() throws {
        let style = try style("en_GB", "Europe/Berlin")
        let now = try moment("2026-10-25T12:00Z")
        #expect(style.text(of: try moment("2026-10-25T00:30Z"), now: now) == "02:30")
        #expect(style.text(of: try moment("2026-10-25T01:30Z"), now: now) == "02:30")
        let march = try moment("2026-03-29T12:00Z")
        #expect(style.text(of: try moment("2026-03-29T00:59Z"), now: march) == "01:59")
        #expect(style.text(of: try moment("2026-03-29T01:00Z"), now: march) == "03:00")
    }

    @Test("is Gregorian at all times, as dates in notes are")
    func oldDates() throws {
        let old = try moment("1500-01-01T12:00Z")
        #expect(try style().text(of: old, now: 0) == "1 Jan 1500")
    }

    @Test("is some text for any moment at all", arguments: [Int64.min, Int64.max, -1, 1 << 50])
    func extremes(seconds: Int64) throws {
        #expect(try !style().text(of: seconds, now: 0).isEmpty)
        #expect(try !style("fa_IR").spokenText(of: seconds).isEmpty)
    }

    @Test(
        "is some text for any moment in every calendar",
        arguments: [
            "gregorian", "buddhist", "chinese", "coptic", "dangi", "ethiopic", "hebrew", "indian", "islamic",
            "islamic-civil", "islamic-umalqura", "japanese", "persian", "roc",
        ])
    func extremesOfCalendars(calendar: String) throws {
        let style = try style("en_GB", "Asia/Kolkata", calendar)
        let event = try EventDateStyle(style.conventions)
        for seconds in [Int64.min, -(1 << 50), -(1 << 40), 0, 1 << 40, 1 << 50, Int64.max] {
            #expect(!style.text(of: seconds, now: 0).isEmpty && !style.text(of: 0, now: seconds).isEmpty)
            #expect(!style.spokenText(of: seconds).isEmpty && !event.text(ofMoment: seconds).isEmpty)
        }
    }

    @Test("is the same from many threads at once")
    func threads() async throws {
        let style = try style("de_DE", "Europe/Berlin")
        let (base, now) = (try moment("2026-01-01T00:00Z"), try moment("2027-06-01T00:00Z"))
        let expected = (0..<200).map { style.text(of: base + $0 * 86_400, now: now) }
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).map { style.text(of: base + $0 * 86_400, now: now) } }
            }
            for try await texts in group { #expect(texts == expected) }
        }
    }

    @Test("is refused for zones and calendars that do not exist")
    func refused() {
        #expect { try ListDateStyle(DateConventions(locale: "en_GB", zone: "Europe/Atlantis")) } throws: {
            ($0 as? DateError)?.code == .unknownZone
        }
        #expect {
            try ListDateStyle(DateConventions(locale: "en_GB", zone: "UTC", calendar: "stardate"))
        } throws: {
            ($0 as? DateError)?.code == .unknownCalendar
        }
    }
}
