// SPDX-License-Identifier: MIT
// Which locale and zone the environment names.

import NoteMarkdown
import Testing

@Suite("The conventions that an environment names")
struct DateConventionsTests {
    static let locales: [(variables: [String: String], locale: String)] = [
        ([:], "en_US_POSIX"), (["LANG": "C"], "en_US_POSIX"), (["LANG": "C.UTF-8"], "en_US_POSIX"),
        (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"), (["LC_TIME": "fr_FR", "LANG": "de_DE"], "fr_FR"),
        (["LC_ALL": "POSIX", "LC_TIME": "fr_FR"], "en_US_POSIX"), (["LC_ALL": "nonsense"], "en_US_POSIX"),
        (["LANG": "FR-CA.UTF-8"], "FR-CA.UTF-8"), (["LC_ALL": "", "LANG": "ja_JP"], "ja_JP"),
    ]

    @Test("have the locale of the first variable that says one", arguments: locales)
    func locale(variables: [String: String], locale: String) {
        #expect(DateConventions.ofEnvironment { variables[$0] }.locale == locale)
    }

    @Test(
        "work with every spelling of a locale",
        arguments: ["de_DE.UTF-8", "de_DE@euro", "de-DE", "de_DE.ISO-8859-1@euro"])
    func spellings(name: String) throws {
        let conventions = DateConventions.ofEnvironment { $0 == "LANG" ? name : $0 == "TZ" ? "UTC" : nil }
        let date = try #require(NoteDate("2025-11-04"))
        #expect(try EventDateStyle(conventions).text(of: date) == "Dienstag, 4. November 2025")
    }

    static let zones: [(variable: String, zone: String)] = [
        ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC"),
        ("EST5EDT", "EST5EDT"), ("<+03>-3", "GMT+03:00"), ("IST-5:30", "GMT+05:30"), ("XYZ8", "GMT-08:00"),
        ("", "UTC"), ("nonsense", "UTC"), ("CET-1CEST,M3.5.0,M10.5.0/3", "UTC"),
        ("X-5:60", "UTC"), ("X-5:999999999999", "UTC"), ("X+-5", "UTC"), ("X-24", "UTC"), ("X-5:", "UTC"),
        ("X-+5", "UTC"), ("X-\u{0665}", "UTC"), ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("/usr/share/zoneinfo/", "UTC"),
    ]

    @Test("have the zone of TZ", arguments: zones)
    func zone(variable: String, zone: String) throws {
        let conventions = DateConventions.ofEnvironment { $0 == "TZ" ? variable : nil }
        #expect(conventions.zone == zone)
        _ = try ListDateStyle(conventions)
    }

    @Test("have the machine's own zone where TZ is not set or names its file, and always make a style")
    func machine() throws {
        let own = DateConventions.ofEnvironment { _ in nil }.zone
        for file in ["/etc/localtime", ":/etc/localtime"] {
            #expect(DateConventions.ofEnvironment { $0 == "TZ" ? file : nil }.zone == own)
        }
        _ = try ListDateStyle(DateConventions.ofEnvironment { _ in nil })
        _ = try EventDateStyle(DateConventions.ofProcess)
    }
}
