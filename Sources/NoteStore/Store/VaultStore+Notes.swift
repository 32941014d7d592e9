// SPDX-License-Identifier: MIT
// Which note a path means, also when the note was renamed behind our back.

internal import CNoteLinux
internal import Glibc
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
        return look(at: note, &facts) == 0 && facts.kind == .file ? facts : nil
    }

    /// Whether no note is at a path any more; false where that cannot be seen.
    func isGone(_ note: NotePath) -> Bool {
        var facts = FileFacts()
        let answer = look(at: note, &facts)
        return answer == -ENOENT || answer == -ENOTDIR || answer == 0 && facts.kind != .file
    }

    private func look(at note: NotePath, _ facts: inout FileFacts) -> Int32 {
        vault.appending(note).withCString { calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
    }

    /// The note at a path, if it is known; one that has come there from a path that is gone is followed.
    ///
    /// It is known again by its file; or, where a save has put a new file in place of the one that was seen, by
    /// the text that the save put there. Of a note that was there before, the file tells whether it was
    /// replaced by the other, or has changed places with it.
    func known(_ path: NotePath, in database: inout Database) throws(StoreError) -> NoteRow? {
        let here = try database.note(at: path)
        guard let facts = facts(path) else { return here }
        let identity = VaultIdentity(facts)
        guard identity != here?.identity else { return here }
        var candidates = try database.sealed(
            NoteRow.self, where: "inode = ?", .integer(Int64(bitPattern: identity.inode))
        ).filter { identity.born != nil && $0.identity == identity }
        if var here {
            guard candidates.count == 1, var other = candidates.first, let before = here.identity else {
                return here
            }
            if isGone(other.path) {
                try database.rename(&other, to: path, at: calls.wallClock())
            } else if self.facts(other.path).map({ VaultIdentity($0) }) == before {
                try database.exchange(&here, &other, at: calls.wallClock())
            } else {
                return here
            }
            return other
        }
        candidates = candidates.filter { isGone($0.path) }
        if candidates.isEmpty, facts.size > 0, let digest = digest(of: path) {
            candidates = try database.sealed(NoteRow.self, where: "latest = ?", .blob(digest))
                .filter { isGone($0.path) }
        }
        guard candidates.count == 1, var note = candidates.first else { return nil }
        try database.rename(&note, to: path, at: calls.wallClock())
        return note
    }

    /// Takes down the text by which a note is known again, when the step to it makes no version.
    func recognize(_ path: NotePath, by text: [UInt8]) {
        do throws(StoreError) {
            try change { database throws(StoreError) in
                guard var note = try known(path, in: &database) else { return }
                if let facts = facts(path) { note.identity = VaultIdentity(facts) }
                note.latest = SHA256Digest(of: text).bytes
                try database.update(note)
            }
        } catch {
            // Nothing was to be kept, and whoever keeps the next version hears what is wrong.
        }
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

    /// Gives two notes each other's paths.
    mutating func exchange(
        _ one: inout NoteRow, _ other: inout NoteRow, at moment: FileTime
    ) throws(StoreError) {
        let paths = (one.path, other.path)
        for note in [one, other] {
            try insert(
                FormerPathRow(
                    id: try nextNumber(FormerPathRow.self), note: note.id, path: note.path, until: moment))
        }
        // A path stands once: on the way, the one has a path that no note can have.
        one.path = NotePath(bytes: [])
        try update(one)
        other.path = paths.0
        try update(other)
        one.path = paths.1
        try update(one)
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
