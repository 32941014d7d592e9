// SPDX-License-Identifier: MIT
// How lines become numbers, so that equal lines are compared at one stroke.

/// Gives every distinct line a number. Lines are compared byte by byte; hashes only find them.
struct LineNumbering {
    /// The distinct runs of bytes, by their numbers, and what each hashes to: that is asked first, and once.
    private var runs: [UnsafeBufferPointer<UInt8>] = []
    private var hashes: [Int] = []
    /// Open addressing; `free` for none.
    private var slots: [UInt32] = Array(repeating: LineNumbering.free, count: 16)
    private static let free = UInt32.max

    /// The lines of a text, ended by `\n`: where each starts, the end of the last, and their numbers.
    ///
    /// The text must outlive the numbering.
    mutating func lines(of text: UnsafeBufferPointer<UInt8>) -> (starts: [Int], numbers: [Int]) {
        var starts = [0]
        var result: [Int] = []
        while let start = starts.last, start < text.count {
            let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            result.append(number(of: UnsafeBufferPointer(rebasing: text[start..<end])))
            starts.append(end)
        }
        return (starts, result)
    }

    /// The number of a run of bytes: that of an equal run, or the next one.
    ///
    /// The bytes must outlive the numbering.
    mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if runs.count * 2 >= slots.count { grow() }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        let hash = hasher.finalize()
        var slot = hash & (slots.count - 1)
        while slots[slot] != LineNumbering.free {
            let number = Int(slots[slot])
            if hashes[number] == hash, LineNumbering.areEqual(runs[number], bytes) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(runs.count)
        runs.append(bytes)
        hashes.append(hash)
        return runs.count - 1
    }

    private mutating func grow() {
        slots = Array(repeating: LineNumbering.free, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = hash & (slots.count - 1)
            while slots[slot] != LineNumbering.free { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number)
        }
    }

    private static func areEqual(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        left.count == right.count && left.commonPrefix(with: right) == left.count
    }
}
