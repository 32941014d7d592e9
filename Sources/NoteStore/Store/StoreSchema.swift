// SPDX-License-Identifier: MIT
// The tables of a store, step by step as they came to be.

/// What `Database.migrate(by:)` is given for `store.sqlite`.
enum StoreSchema {
    /// A step that was ever landed is never changed. A page that is left of the file must tell by itself what
    /// its rows are: see `SealedRow` and, for a text, its digest.
    static let steps: [MigrationStep] = [
        """
        CREATE TABLE notes(
            id INTEGER PRIMARY KEY AUTOINCREMENT, path BLOB NOT NULL UNIQUE, inode INTEGER,
            born_seconds INTEGER, born_nanoseconds INTEGER, latest BLOB, pinned INTEGER NOT NULL,
            seal INTEGER NOT NULL);
        CREATE INDEX notes_by_inode ON notes(inode);
        CREATE INDEX notes_by_latest ON notes(latest);

        CREATE TABLE texts(
            digest BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, packing INTEGER NOT NULL,
            path BLOB NOT NULL, seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL, bytes BLOB NOT NULL);

        CREATE TABLE versions(
            id INTEGER PRIMARY KEY AUTOINCREMENT, note INTEGER NOT NULL REFERENCES notes(id),
            path BLOB NOT NULL, digest BLOB NOT NULL REFERENCES texts(digest), reason TEXT NOT NULL,
            edited_seconds INTEGER, edited_nanoseconds INTEGER, captured_seconds INTEGER NOT NULL,
            captured_nanoseconds INTEGER NOT NULL, pinned INTEGER NOT NULL, seal INTEGER NOT NULL);
        CREATE INDEX versions_by_note ON versions(note, captured_seconds, captured_nanoseconds);
        CREATE INDEX versions_by_text ON versions(digest);

        CREATE TABLE former(
            id INTEGER PRIMARY KEY AUTOINCREMENT, note INTEGER NOT NULL REFERENCES notes(id),
            path BLOB NOT NULL, until_seconds INTEGER NOT NULL, until_nanoseconds INTEGER NOT NULL,
            seal INTEGER NOT NULL);
        CREATE INDEX former_by_note ON former(note);

        CREATE TABLE conflicts(
            id INTEGER PRIMARY KEY AUTOINCREMENT, note INTEGER NOT NULL UNIQUE REFERENCES notes(id),
            path BLOB NOT NULL, base BLOB REFERENCES texts(digest), mine BLOB REFERENCES texts(digest),
            theirs BLOB REFERENCES texts(digest), since_seconds INTEGER NOT NULL,
            since_nanoseconds INTEGER NOT NULL, seal INTEGER NOT NULL);

        CREATE TABLE settings(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
        """,
        // The limits were the only rows that did not know whether they are whole.
        .change { database throws(StoreError) in
            try database.execute(
                """
                CREATE TABLE limits(
                    id INTEGER PRIMARY KEY, days INTEGER NOT NULL, count INTEGER, bytes INTEGER,
                    seal INTEGER NOT NULL);
                CREATE TABLE days(
                    id INTEGER PRIMARY KEY AUTOINCREMENT, seconds INTEGER NOT NULL, version INTEGER NOT NULL,
                    seal INTEGER NOT NULL);
                """)
            let settings = try database.rows("SELECT name, value FROM settings") {
                ($0.text(0), $0.integer(1))
            }
            var limits: LimitsRow?
            for (name, value) in settings { LimitsRow.take(name, value, into: &limits) }
            if let limits { try database.put(limits) }
            try database.execute("DROP TABLE settings")
        },
    ]
}
