// SPDX-License-Identifier: MIT
// One connection to an SQLite database: statements, rows and transactions, with typed errors.

internal import CSQLite
internal import Glibc
package import NoteFiles

/// One connection to a database. Used by one thread at a time, which `Mutex<Database>` sees to.
///
/// The database is in WAL mode: readers do not wait for the writer, nor he for them, and several processes
/// may have it open. A committed transaction of an only copy outlives a power cut (`synchronous=FULL`); one of
/// a mirror may be gone after it, whole (`synchronous=NORMAL`). Who finds it locked waits up to `patience`.
package struct Database: ~Copyable {
    /// What the database is to those who wrote it.
    package enum Worth: Sendable {
        /// Nothing else holds what it holds.
        case onlyCopy
        /// It can be made again, so speed counts for more.
        case mirror
    }

    /// The file.
    package let path: NotePath
    private let handle: OpaquePointer
    private var prepared: [String: Statement] = [:]

    /// How long to wait for another writer, in milliseconds.
    package static let patience: Int32 = 60_000

    /// Opens a database, and makes it where there is none, for this user alone (0600).
    ///
    /// - Throws: `StoreError`: `.damaged` when the file is no database, `.notPermitted`, `.noSpace`,
    ///   `.inputOutput`, `.busy`.
    package init(at path: NotePath, as worth: Worth = .onlyCopy) throws(StoreError) {
        handle = try Self.opened(at: path, as: worth)
        self.path = path
    }

    private static func opened(at path: NotePath, as worth: Worth) throws(StoreError) -> OpaquePointer {
        for ending in Self.endings { try PrivateFile.demandOrdinary(Self.file(path, ending)) }
        var opened: OpaquePointer?
        let isNew = PrivateFile.size(of: path) ?? 0 == 0
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var result = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
        guard let opened else {
            throw StoreError(.other, path, resultCode: result, "there is no memory for it")
        }
        if result == SQLITE_OK { result = sqlite3_busy_timeout(opened, patience) }
        if result == SQLITE_OK {
            result = sqlite3_exec(opened, modes(of: worth, isNew: isNew), nil, nil, nil)
        }
        // What SQLite makes beside the database takes its mode.
        let isPrivate = result != SQLITE_OK || makePrivate(path)
        if result == SQLITE_OK, isPrivate { return opened }
        let error =
            isPrivate
            ? StoreError(result: result, path, opened)
            : StoreError(.notPermitted, path, "its mode cannot be set")
        _ = sqlite3_close_v2(opened)
        throw error
    }

    private static func modes(of worth: Worth, isNew: Bool) -> String {
        switch worth {
        case .onlyCopy:
            // What is deleted gives its space back, and no trace of it can be taken for what is there. The first
            // is a write, so it is done once.
            """
            \(isNew ? "PRAGMA auto_vacuum=INCREMENTAL; " : "")PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
            PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON
            """
        case .mirror:
            // The log is synced before it is taken over: a power cut costs the last transactions, not the rest.
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16384"
        }
    }

    /// A backup may have been put back with another mode, the log included.
    private static func makePrivate(_ path: NotePath) -> Bool {
        endings.allSatisfy { ending in
            file(path, ending).withCString { chmod($0, 0o600) } == 0 || !ending.isEmpty && errno == ENOENT
        }
    }

    private static let endings = ["", "-wal", "-shm", "-journal"]

    private static func file(_ path: NotePath, _ ending: String) -> NotePath {
        NotePath(bytes: path.bytes + Array(ending.utf8))
    }

    /// Whether the log stays as it is when this connection is the last one to go, instead of being taken over into
    /// the database: where it is damaged it is all that is left of what lies behind the damage.
    package func keepLog(_ isKept: Bool) {
        // It refuses no connection that is open.
        _ = cn_keep_log(handle, isKept ? 1 : 0)
    }

    deinit {
        // Statements that are still there go right after; until then the connection stays (a zombie).
        _ = sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Carries out statements that take no values and answer nothing that matters.
    package func execute(_ sql: String) throws(StoreError) {
        let result = sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// Carries out one statement.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    package mutating func run(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> Int {
        try run(sql, values)
    }

    /// The same with the values in an array.
    @discardableResult
    package mutating func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> Int {
        try each(sql, values) { _ in }
        return Int(sqlite3_changes64(handle))
    }

    /// The rows that a statement answers, each turned into something.
    package mutating func rows<Made>(
        _ sql: String, _ values: DatabaseValue..., making make: (borrowing Row) -> Made
    ) throws(StoreError) -> [Made] {
        var made: [Made] = []
        try each(sql, values) { made.append(make($0)) }
        return made
    }

    /// The first row that a statement answers, turned into something; nil for none.
    package mutating func first<Made>(
        _ sql: String, _ values: DatabaseValue..., making make: (borrowing Row) -> Made
    ) throws(StoreError) -> Made? {
        var made: Made?
        try each(sql, values) { row in if made == nil { made = make(row) } }
        return made
    }

    /// Calls a body with each row that a statement answers.
    package mutating func each(
        _ sql: String, _ values: [DatabaseValue], _ body: (borrowing Row) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        var result = statement.bind(values)
        guard result == SQLITE_OK else { throw error(result) }
        while true {
            result = sqlite3_step(statement.handle)
            guard result == SQLITE_ROW else { break }
            body(Row(of: statement))
        }
        guard result == SQLITE_DONE else { throw error(result) }
    }

    /// The number of the row that was put in last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// A statement is compiled once for each connection.
    private mutating func statement(_ sql: String) throws(StoreError) -> Statement {
        if let known = prepared[sql] { return known }
        var made: OpaquePointer?
        let result = sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard result == SQLITE_OK, let made else { throw error(result) }
        let statement = Statement(owning: made)
        prepared[sql] = statement
        return statement
    }

    // MARK: Transactions

    /// Carries out a body in one transaction that has the right to write from its start on, so that nothing
    /// that it read can have changed when it writes.
    ///
    /// After a crash: all of it is there, or nothing. When the body throws, nothing is changed.
    package mutating func transaction<Result>(
        _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try carryOut("BEGIN IMMEDIATE", body)
    }

    /// Carries out a body that only reads, and sees the database as it is at one moment, whatever others do.
    package mutating func snapshot<Result>(
        _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try carryOut("BEGIN", body)
    }

    private mutating func carryOut<Result>(
        _ begin: String, _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute(begin)
        do throws(StoreError) {
            let result = try body(&self)
            try execute("COMMIT")
            return result
        } catch {
            // Some failures have ended the transaction already, and then there is nothing to take back.
            if sqlite3_get_autocommit(handle) == 0 { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func error(_ result: Int32) -> StoreError { StoreError(result: result, path, handle) }
}
