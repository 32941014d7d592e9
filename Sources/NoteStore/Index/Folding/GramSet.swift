// SPDX-License-Identifier: MIT
// Which grams were met already.

/// A set of three scalars each, emptied and filled again for each note: open addressing, no hashing of the
/// standard library, which withstands forgers and costs more than all the rest.
struct GramSet {
    private var slots = [UInt64](repeating: 0, count: 1 << 12)
    private var count = 0

    /// Takes a gram in; false where it was there.
    mutating func insert(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Bool {
        // No scalar has 21 ones, so nothing becomes zero, which is a free slot.
        let key = (UInt64(first) << 42 | UInt64(second) << 21 | UInt64(third)) &+ 1
        guard place(key) else { return false }
        count += 1
        if count * 2 > slots.count { grow() }
        return true
    }

    private mutating func place(_ key: UInt64) -> Bool {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[slot] != 0 {
            if slots[slot] == key { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = key
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: old.count * 2)
        for key in old where key != 0 { _ = place(key) }
    }

    /// Empties the set.
    mutating func removeAll() {
        guard count > 0 else { return }
        count = 0
        if slots.count > 1 << 16 {
            slots = [UInt64](repeating: 0, count: 1 << 12)
        } else {
            slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        }
    }
}
