// SPDX-License-Identifier: MIT
// Whose dates they are: the language, the calendar and the clock of the one who reads them.

/// The locale, the calendar and the time zone that dates are written for.
public struct DateConventions: Hashable, Sendable {
    /// The locale, such as `de_DE` or `ar-EG`.
    public var locale: String
    /// The time zone by its name in the time zone database, such as `Europe/Berlin`.
    public var zone: String
    /// The calendar by its name in Unicode's locale data (`gregorian`, `persian`, `buddhist`, …); `nil` for
    /// the one that the locale's people use.
    public var calendar: String?

    /// Names the three. Whether they exist shows when a style is made of them.
    public init(locale: String, zone: String, calendar: String? = nil) {
        self.locale = locale
        self.zone = zone
        self.calendar = calendar
    }
}
