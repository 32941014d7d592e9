// SPDX-License-Identifier: MIT
// The pages of a database of SQLite, read without SQLite, so that those which are whole are of use.

internal import NoteFiles

/// A database file and the log beside it, as pages that count from 1.
///
/// Used while no connection to the file is open in this process: closing the file would take away that
/// connection's locks (`man 2 fcntl`).
///
/// See: <https://www.sqlite.org/fileformat2.html>.
struct SQLitePages {
    /// What SQLite gives every new database on this system; a store is never made with another.
    static let pageSize = 4096

    /// How many pages there may be.
    let count: Int
    private let file: RawFile?
    private let logFile: RawFile?
    /// Where in the log those pages lie that are not read from the database.
    private let places: [Int: Int]

    private init(_ file: RawFile?, _ logFile: RawFile?, _ places: [Int: Int]) {
        (self.file, self.logFile, self.places) = (file, logFile, places)
        // A damaged number names no page that any file could have.
        count = max((file?.size ?? 0) / Self.pageSize, places.keys.max() ?? 0)
    }

    /// The pages as SQLite takes them; nil where there is neither a database nor a log.
    init?(of database: NotePath, _ log: (path: NotePath, content: SQLiteLog)? = nil) throws(StoreError) {
        let file = try RawFile.open(database)
        guard file != nil || log != nil else { return nil }
        let logFile: RawFile? = if let log { try RawFile.open(log.path) } else { nil }
        self.init(file, logFile, log?.content.replayedPlaces ?? [:])
    }

    /// Everything of which a row may be left, the newest state first: with all that is sound in the log, with what
    /// is damaged in it as well, the database alone, which may have taken over more than SQLite would read now,
    /// and what SQLite would read.
    static func salvage(of database: NotePath, log path: NotePath) throws(StoreError) -> [SQLitePages] {
        let file = try RawFile.open(database)
        guard let log = try SQLiteLog(of: path) else {
            return file == nil ? [] : [SQLitePages(file, nil, [:])]
        }
        let logFile = try RawFile.open(path)
        let sound = SQLitePages(file, logFile, log.soundPlaces)
        // A damaged number may name a page that no file has.
        let last = log.lastPlaces.filter { $0.key <= sound.count }
        return [sound] + [last, [:], log.replayedPlaces].map { SQLitePages(file, logFile, $0) }
    }

    /// A page; nil when it is not there or cannot be read.
    subscript(number: Int) -> [UInt8]? {
        guard number >= 1 else { return nil }
        if let place = places[number] { return logFile?.bytes(place, Self.pageSize) }
        return file?.bytes((number - 1) * Self.pageSize, Self.pageSize)
    }

    /// Where a page lies: two states of a database share what lies at one place.
    func place(of number: Int) -> Int { places[number].map { -$0 } ?? number }

    /// Whether the first page tells of more pages than there are.
    var isTruncated: Bool {
        guard let header = self[1] else { return true }
        let here = (file?.size ?? 0) / Self.pageSize
        let all = Int(header.number(28))
        return all > here && (all - here > places.count || (here + 1...all).contains { places[$0] == nil })
    }

    /// Whether the database holds every page of a log as it is there, so that nothing is lost with the log.
    static func isTakenOver(_ log: SQLiteLog, at path: NotePath, by database: NotePath) throws(StoreError)
        -> Bool
    {
        guard let file = try RawFile.open(database), let logFile = try RawFile.open(path) else {
            return false
        }
        let (own, logged) = (SQLitePages(file, nil, [:]), SQLitePages(file, logFile, log.soundPlaces))
        return log.soundPlaces.keys.allSatisfy { own[$0] == logged[$0] }
    }

    /// The number by which the database is known; nil when its first page is gone.
    var applicationNumber: UInt32? { self[1]?.number(68) }

    // MARK: Rows

    /// Calls a body with every row of every table that a page still holds, in the order of the pages.
    ///
    /// - Parameter isWanted: Whether the rows of a page are asked for.
    func eachRow<Failure: Error>(
        where isWanted: (Int) -> Bool,
        _ body: (_ id: Int64, _ values: [DatabaseValue]) throws(Failure) -> Void
    ) throws(Failure) {
        guard count > 0 else { return }
        for number in 1...count {
            guard isWanted(number), let page = self[number] else { continue }
            let start = number == 1 ? 100 : 0
            // A leaf of a table.
            guard page[start] == 0x0D else { continue }
            let cells = min(page.short(start + 3), (Self.pageSize - start - 8) / 2)
            for cell in 0..<cells {
                let place = page.short(start + 8 + 2 * cell)
                guard let (id, payload) = payload(of: page, at: place),
                    let values = SQLiteRecord.values(payload)
                else { continue }
                try body(id, values)
            }
        }
    }

    /// The number and the bytes of a row, those on pages of its own included.
    private func payload(of page: [UInt8], at place: Int) -> (Int64, [UInt8])? {
        var at = place
        guard place >= 8, let size = SQLiteRecord.number(page, &at), let id = SQLiteRecord.number(page, &at),
            size >= 0, size <= count * Self.pageSize
        else { return nil }
        let (total, usable) = (Int(size), Self.pageSize)
        let most = usable - 35
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (total - least) % (usable - 4)
        let local = total <= most ? total : fitting <= most ? fitting : least
        guard local >= 0, at + local <= usable else { return nil }
        var payload = Array(page[at..<at + local])
        guard local < total else { return (id, payload) }
        guard at + local + 4 <= usable else { return nil }
        var next = Int(page.number(at + local))
        var seen: Set<Int> = []
        while payload.count < total {
            // A damaged number may lead in a circle.
            guard seen.insert(next).inserted, let more = self[next] else { return nil }
            payload += more[4..<4 + min(usable - 4, total - payload.count)]
            next = Int(more.number(0))
        }
        return (id, payload)
    }
}
