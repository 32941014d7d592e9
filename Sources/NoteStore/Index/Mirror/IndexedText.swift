// SPDX-License-Identifier: MIT
// What a worker makes of a note for the index.

internal import NoteFiles

/// A note that was read: its facts, and the bytes of its columns.
struct IndexedText: Sendable {
    var facts: IndexFacts
    /// Its grams and names as words; nil where they are known already, or nobody can tell them.
    var words: [UInt8]?
    var packed: [UInt8] = []
    /// Why it could not be read.
    var reason: String?

    /// Makes it of a reading.
    ///
    /// - Parameters:
    ///   - known: What the index has of the note: where size and CRC-32C are the same, the bytes are taken for the
    ///     same and not taken apart again. One change in four thousand million that keep the size has the same
    ///     checksum by chance, and whoever writes notes can make one. Then the old words, links and properties
    ///     stay in the index until the note changes again: a search may miss the note, and a renaming a link in
    ///     it. A search reads what it finds, so no wrong text is ever shown, and no note is changed by it.
    init(
        _ reading: NotePass.Reading, of path: NotePath, _ facts: IndexFacts, known: IndexFacts?,
        _ grams: inout NoteGrams
    ) {
        self.facts = facts
        switch reading {
        case .unseen(let reason):
            self.facts.state = .unseen
            self.reason = reason
        case .unreadable(let bytes, let created):
            self.facts.state = .unreadable
            take(bytes, created)
        case .text(let bytes, let created):
            self.facts.state = .text
            take(bytes, created)
            if let known, known.state == .text, known.checksum == self.facts.checksum,
                known.size == facts.size
            {
                return
            }
            let structure = NoteStructure(of: bytes, at: path)
            packed = PackedStructure.bytes(of: structure)
            words = grams.words(of: bytes) + structure.words
        }
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ created: FileTime?) {
        var sum = CRC32C()
        sum.update(with: UnsafeRawBufferPointer(bytes))
        facts.checksum = sum.value
        facts.created = created ?? facts.born
        // A file that grew since its facts were taken is not what they tell.
        if bytes.count != facts.size { facts.isSettled = false }
    }
}
