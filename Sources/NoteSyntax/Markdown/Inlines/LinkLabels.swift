// SPDX-License-Identifier: MIT
// The labels that a note defines, each once, compared as the specification says.

/// The labels of a note's link definitions, and how often each is defined.
///
/// Labels are equal after case folding and after runs of white space count as one space.
struct LinkLabels: Sendable {
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    private var hashes: [Int] = []
    /// How many definitions each label has.
    private(set) var uses: [Int32] = []
    /// Open addressing; -1 is free. Empty while there is no label.
    private var slots: [Int32] = []

    /// Whether what is defined is known already: a definition that is read then changes nothing.
    var isClosed = false

    var isEmpty: Bool { ranges.isEmpty }

    /// The number of the label, which is counted as defined once more.
    mutating func intern(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) -> UInt32 {
        if isClosed { return number(of: text, range) ?? .max }
        let label = Self.folded(text, range)
        if (ranges.count + 1) * 2 > slots.count { grow() }
        let hash = Self.hash(of: label)
        let slot = self.slot(of: label, hash)
        if slots[slot] < 0 {
            slots[slot] = Int32(truncatingIfNeeded: ranges.count)
            ranges.append(bytes.count..<bytes.count + label.count)
            bytes += label
            hashes.append(hash)
            uses.append(0)
        }
        let number = Int(slots[slot])
        uses[number] += 1
        return UInt32(truncatingIfNeeded: number)
    }

    /// Counts a definition as gone.
    mutating func release(_ number: UInt32) { uses[Int(number)] -= 1 }

    /// Whether a label that was interned here is defined now.
    func isDefined(_ number: UInt32) -> Bool { number < uses.count && uses[Int(number)] > 0 }

    /// Whether the label is defined.
    func contains(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard let number = number(of: text, range) else { return false }
        return uses[Int(number)] > 0
    }

    /// The number of the label, if it was ever defined.
    func number(of text: UnsafePointer<UInt8>, _ range: Range<Int>) -> UInt32? {
        guard !slots.isEmpty else { return nil }
        let label = Self.folded(text, range)
        let found = slots[slot(of: label, Self.hash(of: label))]
        return found < 0 ? nil : UInt32(truncatingIfNeeded: found)
    }

    private static func hash(of label: [UInt8]) -> Int {
        var hasher = Hasher()
        label.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// The slot that holds the label, or the one for it.
    private func slot(of label: [UInt8], _ hash: Int) -> Int {
        let mask = slots.count - 1
        var slot = hash & mask
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if hashes[number] == hash, bytes[ranges[number]].elementsEqual(label) { return slot }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
        let mask = slots.count - 1
        for number in hashes.indices {
            var slot = hashes[number] & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    /// The label with case folded, and white space trimmed and collapsed.
    private static func folded(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var label: [UInt8] = []
        label.reserveCapacity(range.count)
        var isASCII = true
        var isAfterSpace = true
        for position in range {
            let byte = text[position]
            if byte.isBlankOrEnd {
                if !isAfterSpace { label.append(Byte.space) }
                isAfterSpace = true
            } else {
                label.append(byte.lowercased)
                isAfterSpace = false
                if byte >= 0x80 { isASCII = false }
            }
        }
        if isAfterSpace, !label.isEmpty { label.removeLast() }
        if isASCII { return label }
        // Full case folding is lower, upper, lower for every letter that can stand in a label.
        var folded: [UInt8] = []
        for scalar in String(decoding: label, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                folded.append(UInt8(ascii: scalar))
            } else {
                let upper = scalar.properties.lowercaseMapping.unicodeScalars
                    .map(\.properties.uppercaseMapping).joined()
                folded += upper.unicodeScalars.map(\.properties.lowercaseMapping).joined().utf8
            }
        }
        return folded
    }
}
