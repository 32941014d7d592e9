// SPDX-License-Identifier: MIT
// A day on which the store was used.

/// A day, and up to which number there were versions when it began.
///
/// The clock alone does not tell how old a version is: it may be years ahead for an hour, or begin in 1970 at
/// each start of the machine. What was there so many of these days ago is that old at least: a jump of the
/// clock is one day, however far it goes.
struct DayRow: SealedRow, Equatable {
    static let table = "days"
    static let columns = ["seconds", "version"]
    static let length: Int64 = 86_400

    let id: Int64
    /// When it began, in seconds since 1970.
    var seconds: Int64
    /// The number of the version that was put aside last.
    let version: Int64

    init(id: Int64, seconds: Int64, version: Int64) {
        self.id = id
        self.seconds = seconds
        self.version = version
    }

    init?(id: Int64, values: [DatabaseValue]) {
        guard let seconds = values[0].integer, let version = values[1].integer else { return nil }
        self.init(id: id, seconds: seconds, version: version)
    }

    var values: [DatabaseValue] { [.integer(seconds), .integer(version)] }

    /// Whether a moment is on this day.
    func holds(_ moment: Int64) -> Bool {
        let (passed, isOver) = moment.subtractingReportingOverflow(seconds)
        return !isOver && 0..<Self.length ~= passed
    }
}

extension Database {
    /// The day that began last.
    mutating func lastDay() throws(StoreError) -> DayRow? { try day(ago: 0) }

    /// The day so many days before the last one that the store was used on.
    mutating func day(ago days: Int) throws(StoreError) -> DayRow? {
        try sealed(DayRow.self, where: "TRUE ORDER BY id DESC LIMIT 1 OFFSET ?", .integer(days)).first
    }

    /// Takes down that a day has begun, if one has.
    mutating func beginDay(at now: Int64) throws(StoreError) {
        if var last = try lastDay() {
            if last.holds(now) { return }
            if now < last.seconds {
                // The clock was put back: the day goes on, from then.
                last.seconds = now
                return try update(last)
            }
        }
        try insert(
            DayRow(
                id: try nextNumber(DayRow.self), seconds: now, version: try nextNumber(VersionRow.self) - 1))
    }
}
