// SPDX-License-Identifier: MIT
// The tables of an index, and by what an index of another edition is known.

/// The tables of `index.sqlite`. They are never migrated: an index of another edition is made anew.
///
/// A row of `grams` cannot be taken out again, since SQLite would have to be handed the text that it was made of
/// (`contentless_delete` came with 3.43). So a number is never given twice: a note whose text changed gets a new
/// one, and the old one leads nowhere. When more lead nowhere than anywhere, the index is made anew.
enum IndexSchema {
    /// Which edition wrote the tables: its number, and the Unicode that texts were folded by.
    static var edition: String { "5 unicode \(TextFolding.unicodeVersion)" }

    static let statements = """
        CREATE TABLE about(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE notes(path BLOB PRIMARY KEY, number INTEGER NOT NULL, facts BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE structures(number INTEGER PRIMARY KEY, packed BLOB NOT NULL);
        CREATE VIRTUAL TABLE grams USING fts5(
            words, content='', detail=none, columnsize=0, tokenize='ascii');
        INSERT INTO grams(grams, rank) VALUES('hashsize', 33554432);
        """
}
