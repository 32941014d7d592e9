// SPDX-License-Identifier: MIT
// The files of a store, and what can be seen to be wrong with them before SQLite touches them.

internal import Glibc
internal import NoteFiles

/// The files in the folder that remembers a vault. What moves them is called with the store locked.
struct StoreFiles {
    let folder: NotePath
    let database: NotePath
    /// What SQLite writes first, and takes over into the database later.
    let log: NotePath
    /// The database that is to take the place of a damaged one, complete.
    let mended: NotePath
    /// The number of the database once more: neither place alone is to condemn a log.
    private let number: NotePath
    let opening: NotePath
    let using: NotePath
    /// How far the database had come: see `ReachedCount`.
    let reached: NotePath

    init(in folder: NotePath) {
        self.folder = folder
        database = folder.appending(NotePath("store.sqlite"))
        log = folder.appending(NotePath("store.sqlite-wal"))
        mended = folder.appending(NotePath("store-mended.sqlite"))
        number = folder.appending(NotePath("number"))
        opening = folder.appending(NotePath("opening"))
        using = folder.appending(NotePath("using"))
        reached = folder.appending(NotePath("reached"))
    }

    /// Which file the database is.
    var inode: UInt64? {
        var facts = stat()
        return database.withCString { stat($0, &facts) } == 0 ? UInt64(facts.st_ino) : nil
    }

    /// What is wrong with the database without a look into its pages; nil when nothing is.
    ///
    /// SQLite takes a file of no bytes for a new database, and throws the log away that belonged to it.
    func evidentDamage() throws(StoreError) -> String? {
        let size = PrivateFile.size(of: database) ?? 0
        let hasLog = PrivateFile.size(of: log) ?? 0 > SQLiteLog.headerSize
        if size == 0 { return hasLog ? "the database is gone and its log is not." : nil }
        // What SQLite was doing when it first made the file, it takes back by itself.
        if PrivateFile.size(of: journal) ?? 0 > 0 { return nil }
        let content = try SQLiteLog(of: log)
        if let content, try isLost(content) {
            return "its log is damaged, and more was kept behind the damage."
        }
        let pages = try SQLitePages(of: database, content.map { (log, $0) })
        return pages?.isTruncated == true ? "its end is missing." : nil
    }

    /// Whether SQLite would drop commits of the log without a word.
    private func isLost(_ content: SQLiteLog) throws(StoreError) -> Bool {
        if content.isHeaderSound { return content.isCutOff }
        // A power cut may tear the header when the log begins anew; the database has taken over everything then.
        return try !SQLitePages.isTakenOver(content, at: log, by: database)
    }

    // MARK: The log of another database

    /// Gives a new database a number of its own, which its first page carries, and that of its log.
    func mark(_ database: inout Database) throws(StoreError) {
        guard try database.first("PRAGMA application_id", making: { $0.integer(0) }) == 0 else { return }
        try database.transaction { database throws(StoreError) in
            // Another process may have been first.
            guard try database.first("PRAGMA application_id", making: { $0.integer(0) }) == 0 else { return }
            let chosen = Int32.random(in: 1 ... .max)
            try PrivateFile.replace(number, with: Array("\(chosen)\n".utf8))
            try database.execute("PRAGMA application_id=\(chosen)")
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Moves a log away that another database wrote: SQLite would take it over into this one.
    func setForeignLogAside() throws(StoreError) -> StoreNotice? {
        guard let own = try SQLitePages(of: database)?.applicationNumber, own != 0,
            let log = try SQLiteLog(of: log), log.applicationNumber != own
        else { return nil }
        let noted = try PrivateFile.bytes(of: number).flatMap {
            UInt32(String(decoding: $0.dropLast(), as: UTF8.self))
        }
        guard log.applicationNumber == nil ? !log.isDamaged : log.applicationNumber != noted else {
            return nil
        }
        let place = aside("-wal")
        try PrivateFile.rename(self.log, to: place)
        PrivateFile.remove(shared)
        return StoreNotice(
            setAside: place,
            "A log of another database lay beside '\(database)'. It was set aside as '\(place)'. No note was touched."
        )
    }

    // MARK: Setting aside

    /// Ends what a process had begun that mended: from the moment at which the mended database has its name,
    /// the other one is of the past.
    func finishMending() throws(StoreError) -> StoreNotice? {
        guard PrivateFile.size(of: mended) != nil else { return nil }
        try PrivateFile.demandOrdinary(mended)
        let place = try exchange()
        return StoreNotice(
            setAside: place,
            """
            What is remembered in '\(database)' was damaged. It was set aside as '\(place)', and what could be read \
            was taken over. No note was touched.
            """)
    }

    /// Moves the damaged database away and puts the mended one in its place.
    ///
    /// - Returns: Where the damaged one lies now.
    func exchange() throws(StoreError) -> NotePath {
        let place = aside("")
        for ending in ["-wal", "-journal", ""] {
            let old = NotePath(bytes: database.bytes + Array(ending.utf8))
            let new = NotePath(bytes: place.bytes + Array(ending.utf8))
            if PrivateFile.size(of: old) != nil { try PrivateFile.rename(old, to: new) }
        }
        PrivateFile.remove(shared)
        try PrivateFile.rename(mended, to: database)
        return place
    }

    private var journal: NotePath { NotePath(bytes: database.bytes + Array("-journal".utf8)) }
    private var shared: NotePath { NotePath(bytes: database.bytes + Array("-shm".utf8)) }

    /// A free name for something that is set aside.
    private func aside(_ ending: String) -> NotePath {
        var (now, fields) = (time(nil), tm())
        gmtime_r(&now, &fields)
        let stamp = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = strftime(buffer.baseAddress, buffer.count, "%Y%m%d-%H%M%S", &fields)
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
        }
        var number = 0
        while true {
            let place = folder.appending(
                NotePath("store-damaged-\(stamp)\(number == 0 ? "" : "-\(number)").sqlite\(ending)"))
            let other = NotePath(bytes: place.bytes + Array("-wal".utf8))
            if PrivateFile.size(of: place) == nil, PrivateFile.size(of: other) == nil { return place }
            number += 1
        }
    }
}
