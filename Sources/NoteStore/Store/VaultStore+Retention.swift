// SPDX-License-Identifier: MIT
// How old versions expire, and how their space is given back.

public import NoteFiles

extension VaultStore {
    /// How long versions are kept.
    public func retention() throws(StoreError) -> RetentionPolicy {
        try use { database throws(StoreError) in try database.retention() }
    }

    /// Sets how long versions are kept. What has expired by that goes within a day.
    public func setRetention(_ policy: RetentionPolicy) throws(StoreError) {
        try change { database throws(StoreError) in
            try database.set(RetentionPolicy.daysName, Int64(max(0, policy.days)))
            try database.set(RetentionPolicy.countName, Int64(policy.count.map { max(0, $0) } ?? -1))
            try database.set(RetentionPolicy.bytesName, Int64(policy.bytes.map { max(0, $0) } ?? -1))
            try database.set(RetentionPolicy.lookedName, 0)
        }
    }

    /// Removes the versions that have expired, and gives their space back to the file system.
    ///
    /// - Returns: How many went.
    @discardableResult
    public func expire(at now: FileTime) throws(StoreError) -> Int {
        let removed = try change { database throws(StoreError) in
            try database.set(RetentionPolicy.lookedName, now.seconds)
            return try database.expire(try database.retention(), at: now)
        }
        guard removed > 0 else { return 0 }
        try use { database throws(StoreError) in
            try database.execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return removed
    }

    /// The same, at most once a day, on the way of something else.
    func expireDaily(at now: FileTime) {
        do throws(StoreError) {
            let looked = try use { database throws(StoreError) in
                try database.setting(RetentionPolicy.lookedName)
            }
            if let looked, now.seconds - looked < 86_400 { return }
            try expire(at: now)
            if let size = PrivateFile.size(of: StoreFiles(in: folder).database), size < Self.checkedSize {
                try check()
            }
        } catch {
            // What was asked for is done; this is tried again next time.
        }
    }

    /// Up to which size a store is looked through once a day, on the way of something else.
    private static let checkedSize = 64 << 20

    /// Looks through the whole database; where something is wrong, it is mended, and the notice tells it.
    ///
    /// - Throws: `StoreError` with code `.damaged` when it cannot be mended, because another process has it
    ///   open.
    public func check() throws(StoreError) {
        try use { database throws(StoreError) in
            let answer = try database.first("PRAGMA integrity_check(1)") { $0.text(0) }
            guard answer == "ok" else {
                throw StoreError(.damaged, database.path, "its pages contradict each other")
            }
        }
    }

    /// What the versions are and take.
    public func size() throws(StoreError) -> (versions: Int, texts: Int, bytes: Int) {
        try use { database throws(StoreError) in
            let versions = try database.first("SELECT COUNT(*) FROM versions") { Int($0.integer(0)) }
            let texts = try database.first("SELECT COUNT(*), TOTAL(LENGTH(bytes)) FROM texts") { row in
                (Int(row.integer(0)), Int(row.real(1)))
            }
            return (versions ?? 0, texts?.0 ?? 0, texts?.1 ?? 0)
        }
    }
}

extension Database {
    fileprivate mutating func retention() throws(StoreError) -> RetentionPolicy {
        var policy = RetentionPolicy()
        if let days = try setting(RetentionPolicy.daysName) { policy.days = Int(days) }
        if let count = try setting(RetentionPolicy.countName) { policy.count = count < 0 ? nil : Int(count) }
        if let bytes = try setting(RetentionPolicy.bytesName) { policy.bytes = bytes < 0 ? nil : Int(bytes) }
        return policy
    }

    fileprivate mutating func setting(_ name: String) throws(StoreError) -> Int64? {
        try first("SELECT value FROM settings WHERE name = ?", .text(name)) { $0.integer(0) }
    }

    fileprivate mutating func set(_ name: String, _ value: Int64) throws(StoreError) {
        try run("INSERT OR REPLACE INTO settings VALUES(?, ?)", .text(name), .integer(value))
    }

    private struct Candidate {
        let id: Int64
        let digest: [UInt8]
        /// Its place among the versions of its note, the newest being the first.
        let rank: Int
    }

    fileprivate mutating func expire(
        _ policy: RetentionPolicy, at now: FileTime
    ) throws(StoreError) -> Int {
        // Those that may go, the oldest first.
        let candidates = try rows(
            """
            SELECT id, digest, rank FROM (
                SELECT id, digest, pinned, captured_seconds, captured_nanoseconds, ROW_NUMBER() OVER (
                    PARTITION BY note ORDER BY captured_seconds DESC, captured_nanoseconds DESC, id DESC) AS rank
                FROM versions)
            WHERE rank > 1 AND pinned = 0 AND captured_seconds < ?
            ORDER BY captured_seconds, captured_nanoseconds, id
            """, .integer(now.seconds - Int64(policy.days) * 86_400)
        ) { Candidate(id: $0.integer(0), digest: $0.bytes(1), rank: Int($0.integer(2))) }
        var removed: Set<Int64> = []
        if let count = policy.count {
            for candidate in candidates where candidate.rank > count {
                try remove(candidate)
                removed.insert(candidate.id)
            }
        }
        guard let limit = policy.bytes else { return removed.count }
        var total = try first("SELECT TOTAL(LENGTH(bytes)) FROM texts") { Int($0.real(0)) } ?? 0
        for candidate in candidates where total > limit && !removed.contains(candidate.id) {
            total -= try remove(candidate)
            removed.insert(candidate.id)
        }
        return removed.count
    }

    /// - Returns: How many bytes that set free.
    @discardableResult
    private mutating func remove(_ candidate: Candidate) throws(StoreError) -> Int {
        try run("DELETE FROM versions WHERE id = ?", .integer(candidate.id))
        return try removeTextIfUnused(candidate.digest)
    }

    /// Removes a text that no version and no conflict names.
    ///
    /// - Returns: How many bytes that set free.
    @discardableResult
    mutating func removeTextIfUnused(_ digest: [UInt8]) throws(StoreError) -> Int {
        let uses = try first(
            """
            SELECT EXISTS(SELECT 1 FROM versions WHERE digest = ?1) OR EXISTS(
                SELECT 1 FROM conflicts WHERE base = ?1 OR mine = ?1 OR theirs = ?1)
            """, .blob(digest)
        ) { $0.integer(0) }
        guard uses == 0 else { return 0 }
        let size = try first("SELECT LENGTH(bytes) FROM texts WHERE digest = ?", .blob(digest)) {
            Int($0.integer(0))
        }
        try run("DELETE FROM texts WHERE digest = ?", .blob(digest))
        return size ?? 0
    }
}
