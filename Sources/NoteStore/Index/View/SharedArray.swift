// SPDX-License-Identifier: MIT
// An array of which a copy that is changed in a place shares all the rest.

/// An array in chunks. To change an element of a copy costs a chunk and a word for each other chunk, however long the
/// array is.
struct SharedArray<Element: Sendable>: Sendable {
    /// How many elements a chunk has.
    static var chunkSize: Int { 512 }

    /// All are full but the last.
    private(set) var chunks: [[Element]] = []

    /// Makes an empty array.
    init() {}

    init(_ elements: [Element]) {
        chunks = stride(from: 0, to: elements.count, by: Self.chunkSize).map {
            Array(elements[$0..<min($0 + Self.chunkSize, elements.count)])
        }
    }

    var count: Int { chunks.last.map { (chunks.count - 1) * Self.chunkSize + $0.count } ?? 0 }

    subscript(index: Int) -> Element {
        _read { yield chunks[index / Self.chunkSize][index % Self.chunkSize] }
        _modify { yield &chunks[index / Self.chunkSize][index % Self.chunkSize] }
    }

    mutating func append(_ element: Element) {
        if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
            chunks[last].append(element)
        } else {
            chunks.append([element])
        }
    }
}
