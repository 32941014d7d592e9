// SPDX-License-Identifier: MIT
// Which note of a view has which number in the index.

/// The slot of each note by its number. Numbers are dense: at most half of them lead nowhere, or two thousand.
struct NumberMap: Sendable {
    private var slots: SharedArray<Int32>

    init(_ view: IndexView) {
        let last = view.entries.reduce(0) { max($0, $1.number) }
        var slots = [Int32](repeating: Self.none, count: Int(last) + 1)
        for slot in view.byPath where view[slot].isIndexed { slots[Int(view[slot].number)] = Int32(slot) }
        self.slots = SharedArray(slots)
    }

    /// The highest number.
    var last: Int { slots.count - 1 }

    /// The slot of the note with a number; nil where that leads nowhere. To be set for numbers alone that an index
    /// gives.
    subscript(number: Int64) -> Int? {
        get {
            guard number > 0, number < slots.count, slots[Int(number)] != Self.none else { return nil }
            return Int(slots[Int(number)])
        }
        set {
            while slots.count <= number { slots.append(Self.none) }
            slots[Int(number)] = newValue.map { Int32($0) } ?? Self.none
        }
    }

    private static let none: Int32 = -1
}
