// SPDX-License-Identifier: MIT
// Which texts are dates, and which day they are.

import Testing

@testable import NoteMarkdown

@Suite("A date written in a note")
struct NoteDateTests {
    static let dates: [(text: String, seconds: Int64)] = [
        ("1970-01-01", 0), ("1969-12-31", -86_400), ("2000-02-29", 951_782_400),
        ("2025-11-04", 1_762_214_400), ("9999-12-31", 253_402_214_400), ("0001-01-01", -62_135_596_800),
        ("1582-10-04", -12_220_243_200), ("1900-03-01", -2_203_891_200),
    ]

    @Test("is a day at midnight", arguments: dates)
    func day(text: String, seconds: Int64) throws {
        let date = try #require(NoteDate(text))
        #expect(date.seconds == seconds)
        #expect(date.time == nil && date.offset == nil)
    }

    static let times: [(text: String, seconds: Int64, offset: Int?)] = [
        ("1970-01-01T09:30", 34_200, nil), ("1970-01-01T09:30:15", 34_215, nil),
        ("1970-01-01T09:30:15.123", 34_215, nil), ("1970-01-01T00:00:00Z", 0, 0),
        ("1970-01-01T02:00+02:00", 0, 7200), ("1970-01-01T02:00:00+0200", 0, 7200),
        ("1970-01-01T02:00+02", 0, 7200), ("1969-12-31T18:30:00.5-05:30", 0, -19_800),
    ]

    @Test("is a time with its zone, where one is written", arguments: times)
    func time(text: String, seconds: Int64, offset: Int?) throws {
        let date = try #require(NoteDate(text))
        #expect(date.seconds == seconds)
        #expect(date.offset == offset)
        #expect(date.time != nil)
    }

    @Test(
        "is none when it is another text, or a day or hour that nobody has",
        arguments: [
            "", "2025", "2025-11", "2025-11-4", "25-11-04", "2025-11-04 ", " 2025-11-04", "2025/11/04",
            "2025-13-01", "2025-00-01", "2025-02-29", "1900-02-29", "2025-04-31", "2025-11-00", "0000-01-01",
            "2025-11-04T", "2025-11-04T9:30", "2025-11-04T24:00", "2025-11-04T09:60", "2025-11-04T09:30:60",
            "2025-11-04T09", "2025-11-04T09:30:15.", "2025-11-04 09:30", "2025-11-04T09:30+",
            "2025-11-04T09:30z",
            "2025-11-04T09:30+24:00", "2025-11-04T09:30+02:", "2025-11-04T09:30Zx", "٢٠٢٥-11-04",
            "-025-11-04",
            "2025-11-04T09:30+02:000",
        ])
    func none(text: String) {
        #expect(NoteDate(text) == nil)
    }

    @Test("counts a day after every day for 900 years")
    func everyDay() throws {
        var expected = try #require(NoteDate("1500-01-01")).seconds
        var wrong: [String] = []
        for year in 1500..<2400 {
            for month in 1...12 {
                for day in 1...31 {
                    let name = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
                    guard let date = NoteDate(name) else { continue }
                    if date.seconds != expected { wrong.append(name) }
                    expected += 86_400
                }
            }
        }
        #expect(wrong.isEmpty)
        #expect(expected == NoteDate("2400-01-01")?.seconds)
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}
