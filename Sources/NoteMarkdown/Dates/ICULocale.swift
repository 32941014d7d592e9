// SPDX-License-Identifier: MIT
// What ICU needs to know of the reader of a date, checked.

internal import CICU

/// Conventions as ICU takes them.
struct ICULocale {
    /// The locale, with its calendar where one was named; ends in a zero.
    let name: [CChar]
    /// The name of the time zone.
    let zone: [UChar]

    /// Checks conventions.
    ///
    /// - Throws: `DateError` with code `.unknownLocale`, `.unknownZone`, `.unknownCalendar` or `.other`.
    init(_ conventions: DateConventions) throws(DateError) {
        guard ci_isThere() else {
            throw DateError(
                .other, "ICU \(U_ICU_VERSION_SHORT) is not installed, without which no date can be written.")
        }
        guard ICU.isZone(conventions.zone) else {
            throw DateError(.unknownZone, "There is no time zone '\(conventions.zone)'.")
        }
        zone = Array(conventions.zone.utf16)
        name = try Self.name(conventions)
        guard let wanted = conventions.calendar else { return }
        let calendar = try DayCalendar(locale: self)
        guard calendar.type == wanted else {
            throw DateError(.unknownCalendar, "There is no calendar '\(wanted)'.")
        }
    }

    /// The same reader with a clock of UTC.
    func inUTC() -> ICULocale { ICULocale(name: name, zone: Array("UTC".utf16)) }

    private init(name: [CChar], zone: [UChar]) {
        self.name = name
        self.zone = zone
    }

    private static func name(_ conventions: DateConventions) throws(DateError) -> [CChar] {
        var status = U_ZERO_ERROR
        // Names are shorter than this (ULOC_FULLNAME_CAPACITY is 157); what does not fit is none.
        var name = [CChar](repeating: 0, count: 256)
        let last = Int32(name.count - 1)
        _ = ci_uloc_canonicalize(conventions.locale, &name, last, &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue else {
            throw DateError(.unknownLocale, "'\(conventions.locale)' is no name of a locale.")
        }
        guard let calendar = conventions.calendar else { return name }
        _ = ci_uloc_setKeywordValue("calendar", calendar, &name, last, &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue else {
            throw DateError(.unknownCalendar, "There is no calendar '\(calendar)'.")
        }
        return name
    }
}
