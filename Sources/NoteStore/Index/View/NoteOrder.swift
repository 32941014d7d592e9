// SPDX-License-Identifier: MIT
// Notes of a view in an order, of which a changed copy shares nearly all.

/// Slots of notes in an order that its owner knows, in chunks. To put one in or to take one out costs a chunk, and a
/// word for each other chunk.
struct NoteOrder: Sendable, Sequence {
    /// None is empty.
    private var chunks: [[Int32]] = []
    private(set) var count = 0

    private static let most = 1_024

    init(_ slots: [Int32]) {
        count = slots.count
        let size = Self.most / 2
        chunks = stride(from: 0, to: slots.count, by: size).map {
            Array(slots[$0..<Swift.min($0 + size, slots.count)])
        }
    }

    /// Where a note is, or would be.
    struct Place: Sendable {
        fileprivate var chunk: Int
        fileprivate var offset: Int
    }

    /// The place behind all notes that come before another.
    ///
    /// - Parameter precedes: Whether a note comes before it.
    func place(behind precedes: (Int) -> Bool) -> Place {
        let chunk = Self.first(chunks.count) { !precedes(Int(chunks[$0][chunks[$0].count - 1])) }
        guard chunk < chunks.count else {
            guard let last = chunks.indices.last else { return Place(chunk: 0, offset: 0) }
            return Place(chunk: last, offset: chunks[last].count)
        }
        let slots = chunks[chunk]
        return Place(chunk: chunk, offset: Self.first(slots.count) { !precedes(Int(slots[$0])) })
    }

    /// The first index for which something holds that holds for all behind it too; the count where there is none.
    private static func first(_ count: Int, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The note at a place; nil where that is behind the last one.
    subscript(place: Place) -> Int? {
        guard place.chunk < chunks.count, place.offset < chunks[place.chunk].count else { return nil }
        return Int(chunks[place.chunk][place.offset])
    }

    mutating func insert(_ slot: Int, at place: Place) {
        count += 1
        guard place.chunk < chunks.count else { return chunks.append([Int32(slot)]) }
        chunks[place.chunk].insert(Int32(slot), at: place.offset)
        let chunk = chunks[place.chunk]
        guard chunk.count > Self.most else { return }
        let middle = chunk.count / 2
        chunks.replaceSubrange(
            place.chunk...place.chunk, with: [Array(chunk[..<middle]), Array(chunk[middle...])])
    }

    /// Takes out the note at a place where there is one.
    mutating func remove(at place: Place) {
        count -= 1
        chunks[place.chunk].remove(at: place.offset)
        if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
    }

    /// Goes through the notes in order.
    struct Iterator: IteratorProtocol, Sendable {
        fileprivate let chunks: [[Int32]]
        fileprivate var chunk = 0
        fileprivate var offset = 0

        mutating func next() -> Int? {
            while chunk < chunks.count {
                if offset < chunks[chunk].count {
                    defer { offset += 1 }
                    return Int(chunks[chunk][offset])
                }
                (chunk, offset) = (chunk + 1, 0)
            }
            return nil
        }
    }

    func makeIterator() -> Iterator { Iterator(chunks: chunks) }
    var underestimatedCount: Int { count }
}
