// SPDX-License-Identifier: MIT
// How processes come to a store together, and how one of them alone mends it.

internal import NoteFiles

/// A store that is open in this process. As long as it is, no other process moves its files.
///
/// The file `opening` is locked by whoever opens or mends, one at a time; the file `using` is shared by all who
/// have it open, and belongs to the one alone who mends.
final class OpenStore {
    var database: Database
    /// Which file is open.
    let inode: UInt64?
    private let using: FileLock
    private let reached: ReachedFile

    private init(_ database: consuming Database, _ files: StoreFiles, _ using: consuming FileLock)
        throws(StoreError)
    {
        reached = try ReachedFile(files.reached)
        self.database = database
        inode = files.inode
        self.using = using
    }

    /// Carries out a body in one transaction, and takes down how far that has brought the store.
    func change<Result>(_ body: (inout Database) throws(StoreError) -> Result) throws(StoreError) -> Result {
        let (result, count) = try database.transaction { database throws(StoreError) in
            (try body(&database), try database.reachedCount())
        }
        reached.note(count)
        return result
    }

    /// Opens the store of a folder, and makes it where there is none.
    ///
    /// - Parameter damage: The damage that was met in the file with this inode, when it was used.
    /// - Returns: With what was found wrong and set aside on the way.
    /// - Throws: `StoreError` with code `.damaged` when another process has a damaged one open.
    static func open(
        in folder: NotePath, after damage: (error: StoreError, inode: UInt64?)? = nil
    ) throws(StoreError) -> (OpenStore, StoreNotice?) {
        let files = StoreFiles(in: folder)
        let opening = try FileLock(of: files.opening)
        try opening.take(.exclusive)
        let using = try FileLock(of: files.using)
        var notice: StoreNotice?
        if try using.takeIfFree(.exclusive) {
            // What a process left that was killed while it mended.
            let finished = try files.finishMending()
            notice = try files.setForeignLogAside() ?? finished
            if let reason = try files.evidentDamage() {
                notice = try StoreMending(files).mend(because: reason)
            }
        }
        // Where the inode is another, somebody has mended it meanwhile.
        if let damage, damage.inode == files.inode {
            notice = try mend(files, using, because: damage.error)
        }
        try using.take(.shared)
        let database: Database
        do throws(StoreError) {
            database = try connect(files)
        } catch {
            guard error.code == .damaged else { throw error }
            notice = try mend(files, using, because: error)
            try using.take(.shared)
            database = try connect(files)
        }
        return (try OpenStore(database, files, using), notice)
    }

    private static func connect(_ files: StoreFiles) throws(StoreError) -> Database {
        let reached = try ReachedFile(files.reached).count()
        var database = try Database(at: files.database)
        // Until it is known to be sound.
        database.keepLog(true)
        do throws(StoreError) {
            // A process that lives for one command reads the log from its start: it is kept to a megabyte.
            try database.execute("PRAGMA wal_autocheckpoint=256; PRAGMA journal_size_limit=1048576")
            try database.migrate(by: StoreSchema.steps)
            let count = try database.reachedCount()
            if let reached, reached.number == count.number, reached.count > count.count {
                throw StoreError(.damaged, files.database, "it holds less than was kept in it")
            }
            try files.mark(&database)
            database.keepLog(false)
        } catch {
            throw database.meaning(of: error)
        }
        return database
    }

    private static func mend(
        _ files: StoreFiles, _ using: borrowing FileLock, because error: StoreError
    ) throws(StoreError) -> StoreNotice {
        // Whoever meets the damage lets go of it; who only has it open does not know.
        do throws(StoreError) {
            try using.take(.exclusive, patience: 2_000)
        } catch let refusal {
            throw refusal.code == .busy ? error : refusal
        }
        return try StoreMending(files).mend(because: "\(error.reason).")
    }
}
