// SPDX-License-Identifier: MIT
// Which note a path means, also when the note was renamed behind our back.

internal import CNoteLinux
public import NoteFiles

extension VaultStore {
    /// Follows a rename inside the vault, as a watcher or a command tells it.
    ///
    /// Where another note was known by the new path, the histories become one.
    ///
    /// - Throws: `StoreError`; the histories are as before then.
    public func rename(_ old: NotePath, to new: NotePath) throws(StoreError) {
        guard old != new else { return }
        let now = calls.wallClock()
        try change { database throws(StoreError) in
            guard var note = try database.note(at: old) else { return }
            try database.rename(&note, to: new, at: now)
        }
    }

    /// Whether the note at a path is known to have had another path that is gone: by its file, or by the text
    /// that a save put there.
    public func hasMoved(_ old: NotePath, to new: NotePath) throws(StoreError) -> Bool {
        try change { database throws(StoreError) in
            guard let note = try known(new, in: &database), facts(old) == nil else { return false }
            return try !database.sealed(
                FormerPathRow.self, where: "note = ?", .integer(note.id)
            ).filter { $0.path == old }.isEmpty
        }
    }

    /// The facts of a note's file; nil where there is none.
    func facts(_ note: NotePath) -> FileFacts? {
        var facts = FileFacts()
        let answer = vault.appending(note).withCString { calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
        return answer == 0 && facts.kind == .file ? facts : nil
    }

    /// The note at a path, if it is known; one that has come there from a path that is gone is followed.
    ///
    /// It is known again by its file; or, where a save has put a new file in place of the one that was seen, by
    /// the text that the save put there.
    func known(_ path: NotePath, in database: inout Database) throws(StoreError) -> NoteRow? {
        if let note = try database.note(at: path) { return note }
        guard let facts = facts(path) else { return nil }
        let identity = VaultIdentity(facts)
        var candidates = try database.sealed(
            NoteRow.self, where: "inode = ?", .integer(Int64(bitPattern: identity.inode))
        ).filter { identity.born != nil && $0.identity == identity && self.facts($0.path) == nil }
        if candidates.isEmpty, facts.size > 0, let digest = digest(of: path) {
            candidates = try database.sealed(NoteRow.self, where: "latest = ?", .blob(digest))
                .filter { self.facts($0.path) == nil }
        }
        guard candidates.count == 1, var note = candidates.first else { return nil }
        try database.rename(&note, to: path, at: calls.wallClock())
        return note
    }

    /// The note at a path; a new one where it is not known.
    func knownOrNew(_ path: NotePath, in database: inout Database) throws(StoreError) -> NoteRow {
        if let note = try known(path, in: &database) { return note }
        return try database.makeNote(at: path)
    }

    private func digest(of note: NotePath) -> [UInt8]? {
        var disk = NoteDisk(stateFolder: stateFolder, calls: calls)
        // Whoever writes it now is nobody to wait for: it is only looked at to know it again.
        disk.patience = 0
        do throws(FileError) {
            return try disk.read(vault.appending(note)).digest.bytes
        } catch {
            return nil
        }
    }
}

extension Database {
    /// The note with a path, if it is known by that.
    mutating func note(at path: NotePath) throws(StoreError) -> NoteRow? {
        try sealed(NoteRow.self, where: "path = ?", .blob(path.bytes)).first
    }

    /// A new note.
    mutating func makeNote(at path: NotePath) throws(StoreError) -> NoteRow {
        let note = NoteRow(id: try nextNumber(NoteRow.self), path: path)
        try insert(note)
        return note
    }

    /// Gives a note another path, and takes in what was remembered of a note there.
    mutating func rename(_ note: inout NoteRow, to path: NotePath, at moment: FileTime) throws(StoreError) {
        if let other = try self.note(at: path) { try merge(other, into: &note) }
        try insert(
            FormerPathRow(
                id: try nextNumber(FormerPathRow.self), note: note.id, path: note.path, until: moment))
        note.path = path
        try update(note)
    }

    private mutating func merge(_ other: NoteRow, into note: inout NoteRow) throws(StoreError) {
        for var version in try sealed(VersionRow.self, where: "note = ?", .integer(other.id)) {
            version.note = note.id
            try update(version)
        }
        for var path in try sealed(FormerPathRow.self, where: "note = ?", .integer(other.id)) {
            path.note = note.id
            try update(path)
        }
        for var conflict in try sealed(ConflictRow.self, where: "note = ?", .integer(other.id)) {
            if try sealed(ConflictRow.self, where: "note = ?", .integer(note.id)).isEmpty {
                conflict.note = note.id
                try update(conflict)
            } else {
                try dissolve(conflict, into: note.id)
            }
        }
        note.isPinned = note.isPinned || other.isPinned
        try run("DELETE FROM notes WHERE id = ?", .integer(other.id))
    }
}
