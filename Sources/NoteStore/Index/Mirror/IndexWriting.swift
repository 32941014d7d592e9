// SPDX-License-Identifier: MIT
// How an update is written to the index, batch by batch.

internal import NoteFiles

/// Writes one update. Whoever has it has the right to write; see `IndexMirror.writing(patience:)`.
struct IndexWriting {
    /// All notes, with a number each as soon as it is written.
    private(set) var entries: [IndexEntry]
    private let update: IndexUpdate
    private let mirror: IndexMirror
    /// The number that the next note is given.
    private var next: Int64 = 0

    init(_ update: IndexUpdate, _ mirror: IndexMirror) {
        entries = update.entries
        self.update = update
        self.mirror = mirror
    }

    /// Takes out what is gone, and gives what was moved its new path, in one transaction.
    mutating func removeAndMove() throws(StoreError) {
        let update = update
        next = try mirror.database.transaction { database throws(StoreError) in
            for entry in update.gone {
                try database.run("DELETE FROM notes WHERE path = ?", .blob(entry.path.bytes))
            }
            let moved = Set(update.move.compactMap { $0.known?.number })
            for entry in update.gone where !moved.contains(entry.number) {
                try database.removeIndexed(entry.number)
            }
            for step in update.move {
                let entry = update.entries[step.index]
                try database.run(
                    "INSERT OR REPLACE INTO notes VALUES(?, ?, ?)", .blob(entry.path.bytes),
                    .integer(entry.number), .blob(entry.facts.packed))
            }
            guard let next = try database.about("next").flatMap({ Int64($0) }) else {
                throw database.damagedIndex()
            }
            return next
        }
    }

    /// Takes in notes that were read, in one transaction.
    mutating func add(_ texts: [(Int, IndexedText)]) throws(StoreError) {
        guard !texts.isEmpty else { return }
        var (next, entries) = (next, entries)
        try mirror.database.transaction { database throws(StoreError) in
            for (index, text) in texts {
                let step = update.read[index]
                var entry = entries[step.index]
                entry.facts = text.facts
                if text.facts.state == .unseen {
                    // Not even what was known of it is true any more.
                    entry.number = 0
                    if let known = step.known { try database.forget(known) }
                } else if let known = step.known, text.words == nil, text.facts.state == known.facts.state {
                    entry.number = known.number
                    try database.insertIndexed(text, as: entry)
                } else {
                    if let known = step.known { try database.removeIndexed(known.number) }
                    entry.number = next
                    next += 1
                    try database.insertIndexed(text, as: entry)
                }
                entries[step.index] = entry
            }
            try database.setAbout("next", "\(next)")
        }
        (self.next, self.entries) = (next, entries)
    }
}

extension Database {
    /// Takes a note out.
    fileprivate mutating func forget(_ entry: IndexEntry) throws(StoreError) {
        try run("DELETE FROM notes WHERE path = ?", .blob(entry.path.bytes))
        try removeIndexed(entry.number)
    }
}
