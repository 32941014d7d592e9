// SPDX-License-Identifier: MIT
// How versions are kept, listed and read back.

public import NoteFiles

extension VaultStore {
    /// Keeps a version.
    ///
    /// The same bytes as those of the note's newest version, under the same title, make none, and neither does a step from a text to
    /// its replacement that `rule` does not count. Durable when this returns; after a crash before that, the
    /// version is there, whole, or it is not.
    ///
    /// - Parameter version: Its note is a path in the vault.
    /// - Returns: The version that holds the bytes now; nil when the rule made none.
    /// - Throws: `StoreError`; nothing is kept then.
    @discardableResult
    public func keep(_ version: NoteVersion) throws(StoreError) -> StoredVersion? {
        try keep([version]).first ?? nil
    }

    /// Keeps versions of several notes in one transaction, as `keep(_:)` keeps one.
    ///
    /// - Returns: What came of each, in their order.
    /// - Throws: `StoreError`; none is kept then.
    @discardableResult
    public func keep(_ versions: [NoteVersion]) throws(StoreError) -> [StoredVersion?] {
        var kept = [StoredVersion?](repeating: nil, count: versions.count)
        let wanted = versions.indices.filter { index in
            guard versions[index].reason == .replaced, let new = versions[index].replacement else {
                return true
            }
            return rule.makesVersion(versions[index].bytes, new)
        }
        if !wanted.isEmpty {
            let stored = try change { database throws(StoreError) in
                var stored: [StoredVersion] = []
                for index in wanted { stored.append(try keep(versions[index], in: &database)) }
                return stored
            }
            for (index, version) in zip(wanted, stored) { kept[index] = version }
        }
        for index in versions.indices where kept[index] == nil {
            if let new = versions[index].replacement { recognize(versions[index].note, by: new) }
        }
        if !wanted.isEmpty { expireDaily(at: calls.wallClock()) }
        return kept
    }

    private func keep(
        _ version: NoteVersion, in database: inout Database
    ) throws(StoreError) -> StoredVersion {
        let digest = SHA256Digest(of: version.bytes).bytes
        var note = try knownOrNew(version.note, in: &database)
        let before = note
        if let facts = facts(version.note) { note.identity = VaultIdentity(facts) }
        if let new = version.replacement { note.latest = SHA256Digest(of: new).bytes }
        if note != before { try database.update(note) }
        if let newest = try database.newestVersion(of: note.id), newest.digest == digest,
            StoredVersion.title(of: newest.path) == StoredVersion.title(of: version.note)
        {
            return StoredVersion(newest)
        }
        return StoredVersion(try database.addVersion(version, digest, to: note.id))
    }

    /// The versions of a note, the newest first; of two that were put aside in the same moment, by title.
    ///
    /// Those that were kept as plain files, by an earlier edition or while the store could not be used, are
    /// among them.
    ///
    /// - Parameter note: A path in the vault. The note need not be there any more.
    public func versions(of note: NotePath) throws(StoreError) -> [StoredVersion] {
        let (rows, former, others) = try look(note)
        var versions = rows.map { StoredVersion($0) }
        // A note that had this path before left its files there.
        let start = others.map(\.until).max()
        versions += try files(of: note).filter { file in start.map { file.moment > $0 } ?? true }
            .map { StoredVersion($0, of: note) }
        for path in former {
            versions += try files(of: path.path).filter { $0.moment <= path.until }
                .map { StoredVersion($0, of: path.path) }
        }
        return versions.sorted(by: StoredVersion.isNewer)
    }

    /// The bytes of a version.
    ///
    /// - Throws: `StoreError` with code `.missing` when it has expired, `.damaged` when they are not what was
    ///   kept.
    public func bytes(of version: StoredVersion) throws(StoreError) -> [UInt8] {
        switch version.source {
        case .row(let id, let digest):
            let text = try read { database throws(StoreError) -> [UInt8]? in
                if let text = try database.text(digest) { return text }
                // Who names a text has it; else it has expired.
                guard try database.sealed(VersionRow.self, where: "id = ?", .integer(id)).isEmpty else {
                    throw StoreError(.damaged, database.path, "a text of it is missing")
                }
                return nil
            }
            guard let text else {
                throw StoreError(.missing, folder, "the version \(version.id) is not there any more")
            }
            return text
        case .file(let path):
            do throws(FileError) {
                return try NoteDisk(stateFolder: stateFolder, calls: calls).read(path).bytes
            } catch {
                throw StoreError(error)
            }
        }
    }

    /// Keeps a version from expiring, or lets it expire again. Those in plain files never do.
    public func setPinned(_ isPinned: Bool, _ version: StoredVersion) throws(StoreError) {
        guard case .row(let id, _) = version.source else { return }
        try change { database throws(StoreError) in
            for var row in try database.sealed(VersionRow.self, where: "id = ?", .integer(id)) {
                row.isPinned = isPinned
                try database.update(row)
            }
        }
    }

    private func look(_ path: NotePath) throws(StoreError) -> Found {
        let identity = facts(path).map { VaultIdentity($0) }
        // Nothing is to be written where the note is known with the file that is there, or there is none.
        let found = try read { database throws(StoreError) -> Found? in
            let note = try database.note(at: path)
            guard identity == nil || note?.identity == identity else { return nil }
            return try database.found(note, path)
        }
        if let found { return found }
        return try change { database throws(StoreError) in
            var note = try known(path, in: &database)
            // So that it is known when it is renamed next.
            if note != nil, note?.identity != identity {
                note?.identity = identity
                if let note { try database.update(note) }
            }
            return try database.found(note, path)
        }
    }

    private func files(of note: NotePath) throws(StoreError) -> [KeptVersion] {
        do throws(FileError) {
            return try NoteDisk(stateFolder: stateFolder, calls: calls).keptVersions(
                of: vault.appending(note))
        } catch {
            throw StoreError(error)
        }
    }
}

/// The versions of a note, its former paths, and when other notes gave up the path that it has.
private typealias Found = (rows: [VersionRow], former: [FormerPathRow], others: [FormerPathRow])

extension Database {
    fileprivate mutating func found(_ note: NoteRow?, _ path: NotePath) throws(StoreError) -> Found {
        let others = try sealed(FormerPathRow.self, where: "path = ?", .blob(path.bytes))
        guard let note else { return ([], [], others) }
        return (
            try sealed(VersionRow.self, where: "note = ?", .integer(note.id)),
            try sealed(FormerPathRow.self, where: "note = ?", .integer(note.id)),
            others.filter { $0.note != note.id }
        )
    }

    /// The version of a note that was put aside last.
    mutating func newestVersion(of note: Int64) throws(StoreError) -> VersionRow? {
        try sealed(
            VersionRow.self,
            where: "note = ? ORDER BY captured_seconds DESC, captured_nanoseconds DESC, id DESC LIMIT 1",
            .integer(note)
        ).first
    }

    /// Puts a version in, and its text where that is new.
    mutating func addVersion(
        _ version: NoteVersion, _ digest: [UInt8], to note: Int64
    ) throws(StoreError) -> VersionRow {
        try insertIfNew(
            TextRow(version.bytes, digest: digest, of: version.note, at: version.moment), digest)
        let row = VersionRow(
            id: try nextNumber(VersionRow.self), note: note, path: version.note, digest: digest,
            reason: version.reason, edited: version.edited, captured: version.moment)
        try insert(row)
        return row
    }
}

extension StoreError {
    /// A file of ours failed.
    init(_ error: FileError) {
        let code: Code =
            switch error.code {
            case .noSpace, .overQuota: .noSpace
            case .notPermitted, .readOnlyFileSystem: .notPermitted
            case .inputOutput: .inputOutput
            case .missing: .missing
            default: .other
            }
        self.init(code, error.path, error.description)
    }
}
