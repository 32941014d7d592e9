// SPDX-License-Identifier: MIT
// One connection to the index of a vault: found to be sound and its own, or made anew.

internal import Glibc
internal import NoteFiles

/// An index that is open in this process. As long as it is, no other process takes it away.
///
/// The file `index-using` is shared by all who have it open, and belongs to the one alone who makes it anew; the
/// file `index-writing` belongs to the one who updates it.
final class IndexMirror {
    /// The files of an index, in the folder that remembers a vault.
    struct Files: Sendable {
        let database: NotePath
        fileprivate let using: NotePath
        fileprivate let writing: NotePath

        init(in folder: NotePath) {
            database = folder.appending(NotePath("index.sqlite"))
            using = folder.appending(NotePath("index-using"))
            writing = folder.appending(NotePath("index-writing"))
        }
    }

    var database: Database
    /// What this connection knows of the rows of `notes`, as long as no other changes them.
    private var known: Known?
    /// Which making of the index this is: numbers of notes have a meaning within it only.
    let making: String
    private let files: Files
    private let using: FileLock

    /// Whether the full text merges by itself; nil where nobody has said so yet.
    private var mergesByItself: Bool?

    private struct Known {
        /// What SQLite says of the database while no other connection changes it.
        let version: Int64
        /// How many there are.
        let count: Int
        /// What tells the same of all of them, but for the notes that it says are unindexed.
        let view: IndexView?
    }

    private init(
        _ database: consuming Database, _ files: Files, _ using: consuming FileLock
    ) throws(StoreError) {
        making = try database.about("making") ?? ""
        self.database = database
        self.files = files
        self.using = using
    }

    /// Opens the index, and makes it where there is none, or none that is of use.
    ///
    /// - Parameters:
    ///   - vault: What the vault is, in a line.
    ///   - unwanted: The making that turned out to be damaged, or has grown too large. Where others keep it open
    ///     it is answered all the same.
    /// - Throws: `StoreError`; `.busy` when one that is of no use is kept open by others.
    static func open(
        _ files: Files, of vault: String, replacing unwanted: String? = nil
    ) throws(StoreError) -> IndexMirror {
        let using = try FileLock(of: files.using)
        try using.take(.shared)
        if let database = try connect(files, vault, but: unwanted) {
            return try IndexMirror(database, files, using)
        }
        do throws(StoreError) {
            try using.take(.exclusive, patience: unwanted == nil ? 2_000 : 200)
        } catch {
            // The right that there was before is gone by now.
            try using.take(.shared)
            guard error.code == .busy, let database = try connect(files, vault, but: nil) else { throw error }
            return try IndexMirror(database, files, using)
        }
        // Another may have been first while the lock was free.
        if let database = try connect(files, vault, but: unwanted) {
            try using.take(.shared)
            return try IndexMirror(database, files, using)
        }
        for ending in ["", "-wal", "-shm", "-journal"] {
            PrivateFile.remove(NotePath(bytes: files.database.bytes + Array(ending.utf8)))
        }
        let database = try made(files, vault)
        try using.take(.shared)
        return try IndexMirror(database, files, using)
    }

    /// Opens the index where it is there and of use, and nobody is making it anew at this moment; else nil.
    static func openIfThere(_ files: Files, of vault: String) throws(StoreError) -> IndexMirror? {
        let using = try FileLock(of: files.using)
        guard try using.takeIfFree(.shared), let database = try connect(files, vault, but: nil) else {
            return nil
        }
        return try IndexMirror(database, files, using)
    }

    /// Opens an index that is there and of use; nil where it is none, or is of an unwanted making.
    private static func connect(
        _ files: Files, _ vault: String, but unwanted: String?
    ) throws(StoreError) -> Database? {
        guard PrivateFile.size(of: files.database) ?? 0 > 0 else { return nil }
        do throws(StoreError) {
            var database = try Database(at: files.database, as: .mirror)
            guard try database.about("edition") == IndexSchema.edition,
                try database.about("vault") == vault, let making = try database.about("making"),
                making != unwanted
            else { return nil }
            return database
        } catch {
            // What cannot be read as an index is none. What cannot be read at all cannot be replaced either.
            guard error.code == .damaged || error.code == .other else { throw error }
            return nil
        }
    }

    private static func made(_ files: Files, _ vault: String) throws(StoreError) -> Database {
        var database = try Database(at: files.database, as: .mirror)
        try database.transaction { database throws(StoreError) in
            try database.execute(IndexSchema.statements)
            try database.setAbout("edition", IndexSchema.edition)
            try database.setAbout("vault", vault)
            try database.setAbout("making", "\(UInt64.random(in: 1 ... .max))")
            try database.setAbout("next", "1")
        }
        return database
    }

    // MARK: Updating

    /// Calls a body with the right to update the index; answers nil while another process has it.
    ///
    /// - Parameter patience: How many milliseconds to wait.
    func updating<Result>(
        patience: Int, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result? {
        let lock = try FileLock(of: files.writing)
        do throws(StoreError) {
            try lock.take(.exclusive, patience: patience)
        } catch {
            guard error.code == .busy else { throw error }
            return nil
        }
        let result = try body()
        extendLifetime(lock)
        return result
    }

    /// Every note of the index, ordered by path.
    func entries() throws(StoreError) -> [IndexEntry] {
        let version = try version()
        let entries = try database.indexEntries()
        known = Known(version: version, count: entries.count, view: nil)
        return entries
    }

    /// Takes down that a view tells what is in the index, but for the notes that it says are unindexed, as of a
    /// version.
    func note(_ view: IndexView, asOf version: Int64) {
        known = Known(version: version, count: view.count - view.unindexed.count, view: view)
    }

    /// Takes down that the rows are no longer what was noted.
    func forgetRows() { known = nil }

    /// Whether a view still tells all of that.
    func isTold(by view: IndexView) throws(StoreError) -> Bool {
        let version = try version()
        return known.map { $0.view === view && $0.version == version } ?? false
    }

    /// What SQLite says of the database, and says again as long as no other connection changes it.
    func version() throws(StoreError) -> Int64 {
        try database.first("PRAGMA data_version", making: { $0.integer(0) }) ?? 0
    }

    private func count() throws(StoreError) -> Int {
        let version = try version()
        if let known, known.version == version { return known.count }
        return Int(try database.first("SELECT count(*) FROM notes", making: { $0.integer(0) }) ?? 0)
    }

    // MARK: Merging

    /// Says whether the full text merges its parts by itself, as much at once as it thinks right: best for many notes,
    /// but now and then one note would wait for more than a second.
    func mergeByItself(_ isWanted: Bool) throws(StoreError) {
        guard mergesByItself != isWanted else { return }
        // Four is what SQLite begins with.
        try database.run("INSERT INTO grams(grams, rank) VALUES('automerge', ?)", .integer(isWanted ? 4 : 0))
        mergesByItself = isWanted
    }

    /// Merges parts of the full text, so many pages at most.
    func merge(pages: Int) throws(StoreError) {
        try database.run("INSERT INTO grams(grams, rank) VALUES('merge', ?)", .integer(Int64(pages)))
    }

    /// Whether more numbers lead nowhere than anywhere, so that it is better made anew.
    func isWorn() throws(StoreError) -> Bool {
        guard let next = try database.about("next").flatMap({ Int64($0) }) else {
            throw database.damagedIndex()
        }
        let count = try count()
        return next - 1 - Int64(count) > Int64(max(Self.mostDead, count))
    }

    /// How many may lead nowhere however small the vault is.
    static let mostDead = 2_000
}

extension Database {
    /// What stands in the table `about` under a name.
    mutating func about(_ name: String) throws(StoreError) -> String? {
        try first("SELECT value FROM about WHERE name = ?", .text(name)) { $0.text(0) }
    }

    /// Puts something there.
    mutating func setAbout(_ name: String, _ value: String) throws(StoreError) {
        try run("INSERT OR REPLACE INTO about VALUES(?, ?)", .text(name), .text(value))
    }
}
