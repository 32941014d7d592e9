// SPDX-License-Identifier: MIT
// All that an index holds, so that two of them can be compared.

package import NoteFiles

/// What an index holds of one note, its number aside.
package struct IndexContents: Hashable, Sendable {
    /// Its facts, but whether they prove anything: that depends on when they were taken.
    private let facts: IndexFacts
    private let packed: [UInt8]
    /// How many grams and names it has, and a sum that tells them from others.
    private let grams: Int
    private let gramSum: UInt64

    fileprivate init(
        _ facts: IndexFacts, _ packed: [UInt8], _ grams: (count: Int, sum: UInt64)
    ) {
        self.facts = facts
        self.packed = packed
        self.grams = grams.count
        gramSum = grams.sum
    }
}

extension SearchIndex {
    /// What the index holds, by path. For tests: it reads every gram of every note, and changes nothing: an index
    /// that is worn is not made anew before it is compared.
    ///
    /// - Throws: `StoreError`; `.damaged` also when rows are there that belong to no note.
    package func contents() throws(StoreError) -> [NotePath: IndexContents] {
        try read { mirror throws(StoreError) in try mirror.database.indexContents() }
    }
}

extension Database {
    fileprivate mutating func indexContents() throws(StoreError) -> [NotePath: IndexContents] {
        let entries = try indexEntries()
        var packed: [Int64: [UInt8]] = [:]
        try structures(of: nil) { packed[$0] = $1 }
        var grams: [Int64: (count: Int, sum: UInt64)] = [:]
        try execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab(main, 'grams', 'instance')")
        try each("SELECT term, doc FROM temp.words", []) { row in
            var sum = CRC32C()
            row.bytes(0).withUnsafeBytes { sum.update(with: $0) }
            let known = grams[row.integer(1), default: (0, 0)]
            grams[row.integer(1)] = (known.count + 1, known.sum &+ UInt64(sum.value) &* 0x9E37_79B9_7F4A_7C15)
        }
        var contents: [NotePath: IndexContents] = [:]
        for entry in entries {
            var facts = entry.facts
            facts.isSettled = false
            contents[entry.path] = IndexContents(
                facts, packed.removeValue(forKey: entry.number) ?? [], grams[entry.number] ?? (0, 0))
        }
        guard contents.count == entries.count, packed.isEmpty else { throw damagedIndex() }
        return contents
    }
}
