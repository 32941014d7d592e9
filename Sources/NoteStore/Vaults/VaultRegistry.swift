// SPDX-License-Identifier: MIT
// Which folder of the state folder belongs to which vault.

internal import NoteFiles

/// The vaults that are remembered, found again by what they are and by where they are.
///
/// It lies in `stateFolder/vaults.sqlite`; what is remembered of a vault lies in `stateFolder/vaults/NAME`,
/// where NAME is the vault's first name and a number.
struct VaultRegistry: ~Copyable {
    private static let steps = [
        """
        CREATE TABLE vaults(
            id INTEGER PRIMARY KEY, path BLOB NOT NULL, inode INTEGER NOT NULL,
            born_seconds INTEGER, born_nanoseconds INTEGER, folder BLOB NOT NULL DEFAULT x'');
        CREATE INDEX vaults_by_path ON vaults(path);
        CREATE INDEX vaults_by_inode ON vaults(inode);
        """
    ]

    private let stateFolder: NotePath
    private var database: Database

    /// Opens the registry, and makes it where there is none.
    init(in stateFolder: NotePath) throws(StoreError) {
        try PrivateFolder.make(stateFolder)
        self.stateFolder = stateFolder
        database = try Database(at: stateFolder.appending(NotePath("vaults.sqlite")))
        try database.migrate(by: Self.steps)
    }

    /// The folder that remembers a vault.
    ///
    /// A vault that was moved or renamed is found by its identity, and its new path is taken down. Else the
    /// vault that was last seen at this path is this one: put back from a backup, or cloned anew. A copy of a
    /// vault that is still at its place is a vault of its own.
    ///
    /// - Parameters:
    ///   - vault: Its real path, from the root.
    ///   - identity: What it is.
    ///   - isElsewhere: Whether the folder at another path still is the vault with an identity.
    mutating func folder(
        of vault: NotePath, _ identity: VaultIdentity,
        where isElsewhere: (NotePath, VaultIdentity) -> Bool
    ) throws(StoreError) -> NotePath {
        let stateFolder = stateFolder
        return try database.transaction { database throws(StoreError) in
            let known = try Self.known(vault, identity, &database, isElsewhere)
            let born = identity.born
            if let known {
                try database.run(
                    """
                    UPDATE vaults SET path = ?, inode = ?, born_seconds = ?, born_nanoseconds = ? WHERE id = ?
                    """,
                    .blob(vault.bytes), .integer(Int64(bitPattern: identity.inode)),
                    .integer(born.map { Int($0.seconds) }), .integer(born.map { Int($0.nanoseconds) }),
                    .integer(known.id))
                return stateFolder.appending(NotePath("vaults")).appending(known.folder)
            }
            try database.run(
                "INSERT INTO vaults(path, inode, born_seconds, born_nanoseconds) VALUES(?, ?, ?, ?)",
                .blob(vault.bytes), .integer(Int64(bitPattern: identity.inode)),
                .integer(born.map { Int($0.seconds) }), .integer(born.map { Int($0.nanoseconds) }))
            let id = database.lastRow
            // A name of 255 bytes has to take the number too.
            let name = NotePath(bytes: Array(vault.name.bytes.prefix(200)) + Array("-\(id)".utf8))
            try database.run("UPDATE vaults SET folder = ? WHERE id = ?", .blob(name.bytes), .integer(id))
            return stateFolder.appending(NotePath("vaults")).appending(name)
        }
    }

    private struct Known {
        let id: Int64
        let path: NotePath
        let identity: VaultIdentity
        let folder: NotePath

        init(_ row: borrowing Row) {
            id = row.integer(0)
            path = NotePath(bytes: row.bytes(1))
            let born =
                row.isNull(3)
                ? nil : FileTime(seconds: row.integer(3), nanoseconds: UInt32(clamping: row.integer(4)))
            identity = VaultIdentity(inode: UInt64(bitPattern: row.integer(2)), born: born)
            folder = NotePath(bytes: row.bytes(5))
        }
    }

    private static func known(
        _ vault: NotePath, _ identity: VaultIdentity, _ database: inout Database,
        _ isElsewhere: (NotePath, VaultIdentity) -> Bool
    ) throws(StoreError) -> Known? {
        let columns = "SELECT id, path, inode, born_seconds, born_nanoseconds, folder FROM vaults "
        if identity.born != nil {
            let same = try database.rows(
                columns + "WHERE inode = ?", .integer(Int64(bitPattern: identity.inode)), making: Known.init
            ).filter { $0.identity == identity }
            // Of two file systems that gave the same number in the same nanosecond, the path tells.
            if let here = same.first(where: { $0.path == vault }) { return here }
            if let moved = same.first(where: { !isElsewhere($0.path, $0.identity) }) { return moved }
        }
        return try database.rows(columns + "WHERE path = ?", .blob(vault.bytes), making: Known.init).last
    }
}
