// SPDX-License-Identifier: MIT
// Conflicts that outlive the process that met them, and pins.

public import NoteFiles

extension VaultStore {
    /// Remembers a conflict until it is resolved. One that the note had before is replaced; a side of it that is
    /// another now becomes a version. Durable when this returns.
    public func remember(_ conflict: StoredConflict) throws(StoreError) {
        try change { database throws(StoreError) in
            let note = try knownOrNew(conflict.note, in: &database)
            for old in try database.sealed(ConflictRow.self, where: "note = ?", .integer(note.id)) {
                try database.dissolve(old, into: note.id, besides: [conflict.mine, conflict.theirs])
            }
            let row = ConflictRow(
                id: try database.nextNumber(ConflictRow.self), note: note.id, path: conflict.note,
                base: try database.add(conflict.base, of: conflict),
                mine: try database.add(conflict.mine, of: conflict),
                theirs: try database.add(conflict.theirs, of: conflict), since: conflict.since)
            try database.insert(row)
        }
    }

    /// Forgets the conflict of a note, with its texts: whoever ended it has handed what is not in the note to the
    /// keeper of versions before. Durable when this returns.
    public func resolveConflict(of note: NotePath) throws(StoreError) {
        try change { database throws(StoreError) in
            guard let note = try known(note, in: &database) else { return }
            for row in try database.sealed(ConflictRow.self, where: "note = ?", .integer(note.id)) {
                try database.forget(row)
            }
        }
    }

    /// The conflicts that are not resolved, the oldest first, each with the path that its note has now.
    public func conflicts() throws(StoreError) -> [StoredConflict] {
        try read { database throws(StoreError) in
            let rows = try database.sealed(
                ConflictRow.self, where: "TRUE ORDER BY since_seconds, since_nanoseconds, id")
            var conflicts: [StoredConflict] = []
            for row in rows {
                let note = try database.sealed(NoteRow.self, where: "id = ?", .integer(row.note)).first
                conflicts.append(
                    StoredConflict(
                        of: note?.path ?? row.path, base: try database.side(row.base),
                        mine: try database.side(row.mine), theirs: try database.side(row.theirs),
                        since: row.since))
            }
            return conflicts
        }
    }

    // MARK: Pins

    /// Pins a note, or takes the pin away. Durable when this returns.
    public func setPinned(_ isPinned: Bool, note: NotePath) throws(StoreError) {
        try change { database throws(StoreError) in
            var row = try known(note, in: &database)
            if row == nil, isPinned { row = try database.makeNote(at: note) }
            guard var row, row.isPinned != isPinned else { return }
            row.isPinned = isPinned
            if let facts = facts(note) { row.identity = VaultIdentity(facts) }
            try database.update(row)
        }
    }

    /// The notes that are pinned, as paths in the vault, in the order of their bytes.
    public func pinnedNotes() throws(StoreError) -> [NotePath] {
        try read { database throws(StoreError) in
            try database.sealed(NoteRow.self, where: "pinned <> 0 ORDER BY path").map(\.path)
        }
    }

    /// The same, where another program may have renamed notes since: a note that is gone from its path is looked
    /// for, by its file, among those that are there. Writes nothing.
    ///
    /// System calls: `statx(2)` of each pinned note, and of each note that is there where one of those is gone.
    ///
    /// - Parameter notes: The notes of the vault, or of a folder in it, as paths in the vault.
    /// - Returns: The notes that are pinned, as they are called now, in the order of their bytes.
    public func pinnedNotes(among notes: [NotePath]) throws(StoreError) -> [NotePath] {
        let rows = try read { database throws(StoreError) in
            try database.sealed(NoteRow.self, where: "pinned <> 0 ORDER BY path")
        }
        var lost: Set<VaultIdentity> = []
        var pinned: [NotePath] = []
        for row in rows {
            // Without a time of birth a number alone would tell: another file may have it by now.
            if let identity = row.identity, identity.born != nil, isGone(row.path) {
                lost.insert(identity)
            } else {
                pinned.append(row.path)
            }
        }
        guard !lost.isEmpty else { return pinned }
        let found = notes.filter { note in facts(note).map { lost.contains(VaultIdentity($0)) } ?? false }
        return (pinned + found).sorted()
    }
}

extension Database {
    /// Takes a conflict out; what was written on either side stays as a version.
    ///
    /// - Parameter others: Texts that stay in another conflict of the note.
    mutating func dissolve(
        _ conflict: ConflictRow, into note: Int64, besides others: [[UInt8]?] = []
    ) throws(StoreError) {
        let others = others.compactMap { $0.map { SHA256Digest(of: $0).bytes } }
        let sides: [([UInt8]?, NoteVersion.Reason)] = [(conflict.mine, .mine), (conflict.theirs, .theirs)]
        for (digest, reason) in sides {
            guard let digest, !others.contains(digest), try !hasVersion(of: note, digest) else { continue }
            try insert(
                VersionRow(
                    id: try nextNumber(VersionRow.self), note: note, path: conflict.path, digest: digest,
                    reason: reason, edited: nil, captured: conflict.since))
        }
        try run("DELETE FROM conflicts WHERE id = ?", .integer(conflict.id))
        if let base = conflict.base { try removeTextIfUnused(base) }
    }

    private mutating func hasVersion(of note: Int64, _ digest: [UInt8]) throws(StoreError) -> Bool {
        try !sealed(VersionRow.self, where: "note = ? AND digest = ?", .integer(note), .blob(digest)).isEmpty
    }

    /// Takes a conflict out, and its texts where nothing else needs them.
    fileprivate mutating func forget(_ conflict: ConflictRow) throws(StoreError) {
        try run("DELETE FROM conflicts WHERE id = ?", .integer(conflict.id))
        for text in [conflict.base, conflict.mine, conflict.theirs] {
            if let text { try removeTextIfUnused(text) }
        }
    }

    fileprivate mutating func add(
        _ text: [UInt8]?, of conflict: StoredConflict
    ) throws(StoreError) -> [UInt8]? {
        guard let text else { return nil }
        let digest = SHA256Digest(of: text).bytes
        try insertIfNew(TextRow(text, digest: digest, of: conflict.note, at: conflict.since), digest)
        return digest
    }

    fileprivate mutating func side(_ digest: [UInt8]?) throws(StoreError) -> [UInt8]? {
        guard let digest else { return nil }
        guard let text = try text(digest) else {
            throw StoreError(.damaged, path, "a text of a conflict is missing")
        }
        return text
    }
}
