// SPDX-License-Identifier: MIT
// Why dates cannot be written as somebody wants them.

/// Why a style of dates cannot be had.
public struct DateError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: Hashable, Sendable {
        private enum Kind { case unknownZone, unknownLocale, unknownCalendar, other }
        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }
        /// No time zone has that name.
        public static var unknownZone: Code { Code(.unknownZone) }
        /// The name of the locale is none.
        public static var unknownLocale: Code { Code(.unknownLocale) }
        /// There is no calendar of that name.
        public static var unknownCalendar: Code { Code(.unknownCalendar) }
        /// The library that writes dates failed, for one because its data are not installed.
        public static var other: Code { Code(.other) }
    }

    /// What kind of failure it is.
    public let code: Code
    /// One sentence for a person.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
