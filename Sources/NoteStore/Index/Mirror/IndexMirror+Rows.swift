// SPDX-License-Identifier: MIT
// The rows of an index: how they are read, put in, moved and taken out.

internal import NoteFiles

extension Database {
    /// Every note of the index, ordered by path.
    mutating func indexEntries() throws(StoreError) -> [IndexEntry] {
        try indexEntries("SELECT path, number, facts FROM notes ORDER BY path", [[]])
    }

    /// What the index knows at some paths, in the order of those.
    mutating func indexEntries(at paths: [NotePath]) throws(StoreError) -> [IndexEntry] {
        try indexEntries(
            "SELECT path, number, facts FROM notes WHERE path = ?", paths.map { [.blob($0.bytes)] })
    }

    private mutating func indexEntries(
        _ sql: String, _ questions: [[DatabaseValue]]
    ) throws(StoreError) -> [IndexEntry] {
        var entries: [IndexEntry] = []
        var isSound = true
        guard let next = try about("next").flatMap({ Int64($0) }) else { throw damagedIndex() }
        for values in questions {
            try each(sql, values) { row in
                let (path, number) = (row.bytes(0), row.integer(1))
                // Whoever uses a number makes room for all below it.
                guard let facts = IndexFacts(packed: row.bytes(2)), !path.contains(0), number > 0,
                    number < next
                else {
                    isSound = false
                    return
                }
                entries.append(IndexEntry(path: NotePath(bytes: path), number: number, facts: facts))
            }
        }
        guard isSound else { throw damagedIndex() }
        return entries
    }

    /// Puts a note in, or in place of what it was.
    ///
    /// - Parameter text: What was read of it; nil where that is in the index under its number already.
    mutating func insertIndexed(_ text: IndexedText?, as entry: IndexEntry) throws(StoreError) {
        try run(
            "INSERT OR REPLACE INTO notes VALUES(?, ?, ?)", .blob(entry.path.bytes), .integer(entry.number),
            .blob(entry.facts.packed))
        guard let text, let words = text.words else { return }
        if !words.isEmpty {
            try run("INSERT INTO grams(rowid, words) VALUES(?, ?)", .integer(entry.number), .blob(words))
        }
        if !text.packed.isEmpty {
            try run("INSERT INTO structures VALUES(?, ?)", .integer(entry.number), .blob(text.packed))
        }
    }

    /// Takes out what belongs to a number: all but its words.
    mutating func removeIndexed(_ number: Int64) throws(StoreError) {
        try run("DELETE FROM structures WHERE number = ?", .integer(number))
    }

    /// The structures of some notes, or of all.
    mutating func structures(
        of numbers: [Int64]?, _ body: (Int64, [UInt8]) -> Void
    ) throws(StoreError) {
        guard let numbers else {
            return try each("SELECT number, packed FROM structures", []) { body($0.integer(0), $0.bytes(1)) }
        }
        for number in numbers {
            try each("SELECT packed FROM structures WHERE number = ?", [.integer(number)]) {
                body(number, $0.bytes(0))
            }
        }
    }

    func damagedIndex() -> StoreError { StoreError(.damaged, path, "a row of it makes no sense") }
}
