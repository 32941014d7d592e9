// SPDX-License-Identifier: MIT
// How a damaged store becomes a sound one that holds whatever can be read of it.

internal import NoteFiles

/// Makes a new database from the rows that are whole in a damaged one, and puts it in its place.
///
/// The damaged file is not written to, and stays beside the new one. After a crash at any step, the next
/// opening begins again or ends what was begun.
struct StoreMending {
    private let files: StoreFiles

    /// - Parameter files: Locked for this process alone, and not open in it.
    init(_ files: StoreFiles) { self.files = files }

    /// - Parameter reason: What was found, for the notice.
    func mend(because reason: String) throws(StoreError) -> StoreNotice {
        let draft = files.folder.appending(NotePath("store-draft.sqlite"))
        remove(draft)
        let recovered: Int
        do throws(StoreError) {
            recovered = try fill(draft)
            try PrivateFile.rename(draft, to: files.mended)
        } catch {
            // Where the disk is full, half a draft would take the room that is left.
            remove(draft)
            throw error
        }
        let place = try files.exchange()
        return StoreNotice(
            setAside: place,
            """
            What is remembered in '\(files.database)' was damaged: \(reason) It was set aside as '\(place)', \
            and what could be read was taken over (\(recovered) versions). No note was touched.
            """)
    }

    private func remove(_ draft: NotePath) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            PrivateFile.remove(NotePath(bytes: draft.bytes + Array(ending.utf8)))
        }
    }

    private func fill(_ draft: NotePath) throws(StoreError) -> Int {
        var database = try Database(at: draft)
        try database.migrate(by: StoreSchema.steps)
        try files.mark(&database)
        var count = 0
        let states = try SQLitePages.salvage(of: files.database, log: files.log)
        try database.transaction { database throws(StoreError) in
            var rescue = Rescue()
            for (index, pages) in states.enumerated() {
                // What lies where a newer state had it was seen there.
                let isNew = { number in
                    !states[..<index].contains { $0.place(of: number) == pages.place(of: number) }
                }
                try pages.eachRow(where: isNew) { id, values throws(StoreError) in
                    try rescue.take(id, values, into: &database)
                }
            }
            count = try rescue.finish(in: &database)
        }
        // Everything into the one file that gets the name.
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }
}

/// The rows of a damaged store while they are gathered. Of two states of one row the first that is taken stays.
private struct Rescue {
    private var notes: [NoteRow] = []
    private var versions: [VersionRow] = []
    private var former: [FormerPathRow] = []
    private var conflicts: [ConflictRow] = []
    private var limits: LimitsRow?
    /// Those of a store of the first step.
    private var formerLimits: LimitsRow?
    private var ids: [NotePath: Int64] = [:]
    /// Where each text was first kept, of those that no version names.
    private var texts: [[UInt8]: (path: NotePath, moment: FileTime)] = [:]

    /// Takes a row if it is whole. Texts go into the database at once: they may be many and large.
    mutating func take(
        _ id: Int64, _ values: [DatabaseValue], into database: inout Database
    ) throws(StoreError) {
        if let row = TextRow(values), row.text != nil {
            texts[row.digest] = (row.path, row.moment)
            return try database.insertIfNew(row, row.digest)
        }
        if values.count == 2, case .text(let name) = values[0], let value = values[1].integer {
            LimitsRow.take(name, value, into: &formerLimits)
        }
        guard case .null? = values.first else { return }
        let sealed = Array(values.dropFirst())
        if let row = VersionRow(id: id, sealed: sealed) { versions.append(row) }
        if let row = NoteRow(id: id, sealed: sealed) { notes.append(row) }
        if let row = FormerPathRow(id: id, sealed: sealed) { former.append(row) }
        if let row = ConflictRow(id: id, sealed: sealed) { conflicts.append(row) }
        if limits == nil { limits = LimitsRow(id: id, sealed: sealed) }
    }

    /// Puts in what hangs together, once all of it has been seen.
    ///
    /// - Returns: How many versions there are.
    mutating func finish(in database: inout Database) throws(StoreError) -> Int {
        for note in notes where ids[note.path] == nil {
            try database.insertIfNew(note)
            ids[note.path] = note.id
        }
        var known = Set(ids.values)
        var (seen, count): (Set<Int64>, Int) = ([], 0)
        let whole = Set(texts.keys)
        for var version in versions where whole.contains(version.digest) && seen.insert(version.id).inserted {
            if !known.contains(version.note) {
                version.note = try note(at: version.path, &database)
                known.insert(version.note)
            }
            try database.insertIfNew(version)
            texts[version.digest] = nil
            count += 1
        }
        for var conflict in conflicts {
            let sides = [conflict.base, conflict.mine, conflict.theirs].compactMap(\.self)
            guard sides.allSatisfy({ whole.contains($0) }) else { continue }
            if !known.contains(conflict.note) { conflict.note = try note(at: conflict.path, &database) }
            // Two that were of one note by now leave their texts as versions.
            guard try database.insertIfNew(conflict) else { continue }
            for side in sides { texts[side] = nil }
        }
        if let limits = limits ?? formerLimits { try database.put(limits) }
        for path in former where known.contains(path.note) { try database.insertIfNew(path) }
        // A text without a version is one all the same.
        for (digest, place) in texts.sorted(by: { $0.value.moment < $1.value.moment }) {
            let version = VersionRow(
                id: try database.nextNumber(VersionRow.self), note: try note(at: place.path, &database),
                path: place.path, digest: digest, reason: .recovered, edited: nil, captured: place.moment)
            try database.insert(version)
            count += 1
        }
        return count
    }

    private mutating func note(at path: NotePath, _ database: inout Database) throws(StoreError) -> Int64 {
        if let id = ids[path] { return id }
        let note = NoteRow(id: try database.nextNumber(NoteRow.self), path: path)
        try database.insert(note)
        ids[path] = note.id
        return note.id
    }
}
