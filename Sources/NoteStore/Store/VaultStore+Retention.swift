// SPDX-License-Identifier: MIT
// How old versions expire, and how their space is given back.

public import NoteFiles

extension VaultStore {
    /// How long versions are kept.
    public func retention() throws(StoreError) -> RetentionPolicy {
        try read { database throws(StoreError) in try database.retention() }
    }

    /// Sets how long versions are kept. What has expired by that goes within a day.
    public func setRetention(_ policy: RetentionPolicy) throws(StoreError) {
        try change { database throws(StoreError) in try database.put(LimitsRow(policy)) }
    }

    /// Removes the versions that have expired, and gives their space back to the file system.
    ///
    /// - Parameter now: What the clock says. A day counts once; see `RetentionPolicy`.
    /// - Returns: How many went.
    @discardableResult
    public func expire(at now: FileTime) throws(StoreError) -> Int {
        try change { database throws(StoreError) in try database.beginDay(at: now.seconds) }
        let expired = try read { database throws(StoreError) in try database.expired(at: now.seconds) }
        guard let expired else { return 0 }
        var removed = 0
        var rest = expired.versions[...]
        var total = expired.bytes
        while !rest.isEmpty {
            // In portions: others wait for the end of a transaction.
            let portion = rest.prefix(500)
            rest = rest.dropFirst(portion.count)
            let gone = try change { database throws(StoreError) in
                var (count, bytes) = (0, 0)
                for version in portion where version.isBeyondCount || total - bytes > expired.limit {
                    guard let freed = try database.remove(version.id, olderThan: expired.moment) else {
                        continue
                    }
                    count += 1
                    bytes += freed
                }
                return (count: count, bytes: bytes)
            }
            removed += gone.count
            total -= gone.bytes
        }
        guard removed > 0 else { return 0 }
        try use { database throws(StoreError) in
            while try database.first("PRAGMA freelist_count", making: { $0.integer(0) }) ?? 0 > 0 {
                try database.execute("PRAGMA incremental_vacuum(2000)")
            }
            try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return removed
    }

    /// The same, at most once a day, on the way of something else.
    func expireDaily(at now: FileTime) {
        do throws(StoreError) {
            let last = try read { database throws(StoreError) in try database.lastDay() }
            if let last, last.holds(now.seconds) { return }
            try expire(at: now)
            if let size = PrivateFile.size(of: StoreFiles(in: folder).database), size < Self.checkedSize {
                try check()
            }
        } catch {
            // What was asked for is done, and this is tried again next time; but damage that cannot be mended now
            // is nothing to be silent about.
            if error.code == .damaged { notify(StoreNotice(setAside: nil, error.description)) }
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
        try read { database throws(StoreError) in
            let versions = try database.first("SELECT COUNT(*) FROM versions") { Int($0.integer(0)) }
            let texts = try database.first("SELECT COUNT(*), TOTAL(LENGTH(bytes)) FROM texts") { row in
                (Int(row.integer(0)), Int(row.real(1)))
            }
            return (versions ?? 0, texts?.0 ?? 0, texts?.1 ?? 0)
        }
    }
}

/// What may go.
private struct Expired: Sendable {
    struct Version: Sendable {
        let id: Int64
        let isBeyondCount: Bool
    }

    /// Those beyond the count of their note, then all others that are old enough while there is too much, the
    /// oldest first.
    var versions: [Version]
    /// How many bytes the texts take, and may take.
    var bytes = 0
    var limit = Int.max
    /// What was put aside before this second is old enough.
    let moment: Int64
}

extension Database {
    fileprivate mutating func retention() throws(StoreError) -> RetentionPolicy {
        try sealed(LimitsRow.self, where: "id = 1").first?.policy ?? RetentionPolicy()
    }

    /// What has expired; nil for nothing. Texts are not looked at while the whole file is smaller than they may be.
    fileprivate mutating func expired(at now: Int64) throws(StoreError) -> Expired? {
        let policy = try retention()
        // Nothing is older than a million years.
        guard policy.days < 400_000_000 else { return nil }
        let (moment, isOver) = now.subtractingReportingOverflow(Int64(policy.days) * DayRow.length)
        guard !isOver else { return nil }
        guard let last = policy.days == 0 ? .max : try day(ago: policy.days)?.version else { return nil }
        var expired = Expired(versions: [], moment: moment)
        if let count = policy.count {
            expired.versions = try versions(beyond: max(1, count), upTo: last, olderThan: moment).map {
                Expired.Version(id: $0, isBeyondCount: true)
            }
        }
        if let limit = policy.bytes, try usedBytes() > limit {
            expired.limit = limit
            expired.bytes = try first("SELECT TOTAL(LENGTH(bytes)) FROM texts") { Int($0.real(0)) } ?? 0
            if expired.bytes > limit {
                expired.versions += try versions(beyond: 1, upTo: last, olderThan: moment).map {
                    Expired.Version(id: $0, isBeyondCount: false)
                }
            }
        }
        return expired.versions.isEmpty ? nil : expired
    }

    /// The versions that may go, the oldest first: neither pinned nor among the newest of their note.
    private mutating func versions(
        beyond count: Int, upTo last: Int64, olderThan moment: Int64
    ) throws(StoreError) -> [Int64] {
        try rows(
            """
            SELECT id FROM (
                SELECT id, pinned, captured_seconds, captured_nanoseconds, ROW_NUMBER() OVER (
                    PARTITION BY note ORDER BY captured_seconds DESC, captured_nanoseconds DESC, id DESC) AS rank
                FROM versions
                WHERE note IN (SELECT note FROM versions GROUP BY note HAVING COUNT(*) > ?1))
            WHERE rank > ?1 AND pinned = 0 AND id <= ?2 AND captured_seconds < ?3
            ORDER BY captured_seconds, captured_nanoseconds, id
            """, .integer(count), .integer(last), .integer(moment)
        ) { $0.integer(0) }
    }

    /// How much of the file is in use.
    private mutating func usedBytes() throws(StoreError) -> Int {
        let counts = try ["page_count", "freelist_count"].map { name throws(StoreError) in
            Int(try first("PRAGMA \(name)") { $0.integer(0) } ?? 0)
        }
        return (counts[0] - counts[1]) * SQLitePages.pageSize
    }

    /// Removes a version that is what it is taken for, and its text where nothing else names that.
    ///
    /// - Returns: How many bytes that set free; nil when the version stays.
    fileprivate mutating func remove(_ id: Int64, olderThan moment: Int64) throws(StoreError) -> Int? {
        guard let version = try sealed(VersionRow.self, where: "id = ?", .integer(id)).first,
            !version.isPinned, version.captured.seconds < moment
        else { return nil }
        try run("DELETE FROM versions WHERE id = ?", .integer(id))
        return try removeTextIfUnused(version.digest)
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
