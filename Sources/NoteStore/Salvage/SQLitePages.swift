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
    private let log: SQLiteLog?
    private let logFile: RawFile?

    /// Nil where there is neither a database nor a log.
    init?(of database: NotePath, log path: NotePath?) throws(StoreError) {
        file = try RawFile.open(database)
        if let path, let log = try SQLiteLog(of: path) {
            self.log = log
            logFile = try RawFile.open(path)
        } else {
            (log, logFile) = (nil, nil)
        }
        count = max((file?.size ?? 0) / Self.pageSize, log?.places.keys.max() ?? 0)
        guard file != nil || log != nil else { return nil }
    }

    /// A page; nil when it is not there or cannot be read.
    subscript(number: Int) -> [UInt8]? {
        guard number >= 1 else { return nil }
        if let place = log?.places[number] { return logFile?.bytes(place, Self.pageSize) }
        return file?.bytes((number - 1) * Self.pageSize, Self.pageSize)
    }

    /// Whether the first page tells of more pages than there are.
    var isTruncated: Bool {
        guard let header = file?.bytes(0, 100) else { return true }
        return Int(header.number(28)) > count
    }

    /// The number by which the database is known; nil when its first page is gone.
    var applicationNumber: UInt32? { file?.bytes(0, 100)?.number(68) }

    // MARK: Rows

    /// Calls a body with every row of every table that a page still holds, in the order of the pages.
    func eachRow<Failure: Error>(
        _ body: (_ id: Int64, _ values: [DatabaseValue]) throws(Failure) -> Void
    ) throws(Failure) {
        guard count > 0 else { return }
        for number in 1...count {
            guard let page = self[number] else { continue }
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
        payload.reserveCapacity(total)
        while payload.count < total {
            guard let more = self[next] else { return nil }
            payload += more[4..<4 + min(usable - 4, total - payload.count)]
            next = Int(more.number(0))
        }
        return (id, payload)
    }
}
