// SPDX-License-Identifier: MIT
// How moments become texts in one layout.

internal import CICU

/// One layout of dates for one reader. The one owner of ICU's format.
struct DateFormat: ~Copyable {
    private let format: UnsafeMutablePointer<UDateFormat?>

    /// Opens the layout in which the locale's people write some fields together.
    ///
    /// - Parameter fields: What of a date is shown, as Unicode's date field symbols.
    /// - Throws: `DateError` with code `.other` when ICU has no data.
    init(_ fields: String, for locale: ICULocale) throws(DateError) {
        var status = U_ZERO_ERROR
        let pattern = try Self.pattern(of: fields, for: locale)
        let opened = ci_udat_open(
            UDAT_PATTERN, UDAT_PATTERN, locale.name, locale.zone, Int32(locale.zone.count), pattern,
            Int32(pattern.count), &status)
        guard let opened, status.rawValue <= U_ZERO_ERROR.rawValue else {
            if let opened { ci_udat_close(opened) }
            throw Self.failure(status)
        }
        format = opened
        if let calendar = ci_ucal_clone(ci_udat_getCalendar(opened), &status) {
            DayCalendar.makeGregorianAtAllTimes(calendar)
            ci_udat_setCalendar(opened, calendar)
            ci_ucal_close(calendar)
        }
    }

    deinit { ci_udat_close(format) }

    /// The text of a moment, in seconds since 1970.
    func text(of seconds: Int64) -> String {
        guard
            let text = ICU.text({ result, capacity, status in
                ci_udat_format(format, Double(seconds) * 1000, result, capacity, status)
            })
        else { preconditionFailure("ICU did not write a date with a format that it had opened") }
        return text
    }

    /// The pattern that a locale has for some fields.
    private static func pattern(of skeleton: String, for locale: ICULocale) throws(DateError) -> [UChar] {
        var status = U_ZERO_ERROR
        guard let patterns = ci_udatpg_open(locale.name, &status),
            status.rawValue <= U_ZERO_ERROR.rawValue
        else { throw failure(status) }
        defer { ci_udatpg_close(patterns) }
        let skeleton = Array(skeleton.utf16)
        let pattern = ICU.text { result, capacity, status in
            ci_udatpg_getBestPattern(patterns, skeleton, Int32(skeleton.count), result, capacity, status)
        }
        guard let pattern else { throw failure(status) }
        return Array(pattern.utf16)
    }

    private static func failure(_ status: UErrorCode) -> DateError {
        DateError(.other, "ICU cannot write dates (error \(status.rawValue)).")
    }
}
