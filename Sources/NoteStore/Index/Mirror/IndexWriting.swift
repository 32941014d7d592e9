// SPDX-License-Identifier: MIT
// How an update is written to the index, batch by batch.

internal import NoteFiles

/// Writes one update, in transactions of some thousand notes each. Whoever has it has the right to write; see
/// `IndexMirror.updating(patience:)`.
struct IndexWriting {
    /// All notes, with a number each as soon as it is written.
    private(set) var entries: [IndexEntry]
    private let update: IndexUpdate
    private let mirror: IndexMirror
    /// The number that the next note is given.
    private var next: Int64 = 0
    /// How many bytes of grams, and how many notes, the open transaction holds; nil where none is open.
    private var open: (bytes: Int, notes: Int)?

    /// How much one transaction takes: what is in it is in memory too.
    private static let most = (bytes: 24 << 20, notes: 16_384)

    /// An update of no more notes than this is one that somebody waits for.
    private static let few = 1_000
    /// How many pages of the full text are merged for each note that is put in: more than it takes in the long run.
    private static let merged = 16

    private var isFew: Bool { update.read.count <= Self.few }

    init(_ update: IndexUpdate, _ mirror: IndexMirror) {
        entries = update.entries
        self.update = update
        self.mirror = mirror
    }

    /// Begins with what is gone, and with what was moved, which gets its new path.
    mutating func begin() throws(StoreError) {
        try openTransaction()
        guard let next = try mirror.database.about("next").flatMap({ Int64($0) }) else {
            throw mirror.database.damagedIndex()
        }
        self.next = next
        try mirror.mergeByItself(!isFew)
        for entry in update.gone {
            try mirror.database.run("DELETE FROM notes WHERE path = ?", .blob(entry.path.bytes))
        }
        let moved = Set(update.move.compactMap { $0.known?.number })
        for entry in update.gone where !moved.contains(entry.number) {
            try mirror.database.removeIndexed(entry.number)
        }
        for step in update.move {
            try mirror.database.insertIndexed(nil, as: update.entries[step.index])
        }
    }

    /// Takes in the next note that was read.
    mutating func add(_ text: IndexedText, at index: Int) throws(StoreError) {
        try openTransaction()
        let step = update.read[index]
        var entry = entries[step.index]
        entry.facts = text.facts
        if text.facts.state == .unseen {
            // Not even what was known of it is true any more.
            entry.number = 0
            if let known = step.known {
                try mirror.database.run("DELETE FROM notes WHERE path = ?", .blob(known.path.bytes))
                try mirror.database.removeIndexed(known.number)
            }
        } else if let known = step.known, text.words == nil, text.facts.state == known.facts.state {
            entry.number = known.number
            try mirror.database.insertIndexed(nil, as: entry)
        } else {
            if let known = step.known { try mirror.database.removeIndexed(known.number) }
            entry.number = next
            next += 1
            try mirror.database.insertIndexed(text, as: entry)
        }
        entries[step.index] = entry
        let size = (open?.bytes ?? 0) + (text.words?.count ?? 0)
        let count = (open?.notes ?? 0) + 1
        open = (size, count)
        if size >= Self.most.bytes || count >= Self.most.notes { try commit() }
    }

    private mutating func openTransaction() throws(StoreError) {
        guard open == nil else { return }
        try mirror.database.execute("BEGIN IMMEDIATE")
        open = (0, 0)
    }

    /// Makes what was added so far stay, after a crash too.
    mutating func commit() throws(StoreError) {
        guard let open else { return }
        if isFew, open.notes > 0 { try mirror.merge(pages: open.notes * Self.merged) }
        try mirror.database.setAbout("next", "\(next)")
        try mirror.database.execute("COMMIT")
        self.open = nil
    }

    /// Takes back what was not committed.
    mutating func abandon() {
        guard open != nil else { return }
        open = nil
        do throws(StoreError) {
            try mirror.database.execute("ROLLBACK")
        } catch {
            // Some failures have ended the transaction already, and then there is nothing to take back.
        }
    }
}
