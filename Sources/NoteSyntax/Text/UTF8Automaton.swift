// SPDX-License-Identifier: MIT
// Whether bytes are UTF-8, decided without a branch on what they are.

/// The automaton that reads UTF-8, a byte at a time.
///
/// A state is how far its next state lies in the row of a byte, so one shift is one step; see Björn
/// Höhrmann's decoder, and Per Vognsen's way to lay it out.
package enum UTF8Automaton {
    private static let failed: UInt64 = 0
    /// Between two scalars.
    private static let ready: UInt64 = 6

    /// Whether bytes are well-formed UTF-8 from the first to the last.
    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        let raw = UnsafeRawBufferPointer(bytes)
        let rows = Self.rows
        var state = ready
        var index = 0
        while raw.count &- index >= 32 {
            let first = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let second = raw.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
            let third = raw.loadUnaligned(fromByteOffset: index &+ 16, as: UInt64.self)
            let fourth = raw.loadUnaligned(fromByteOffset: index &+ 24, as: UInt64.self)
            if (first | second | third | fourth) & high == 0 {
                if state & 63 != ready { return false }
            } else {
                state = step(first, state, rows)
                state = step(second, state, rows)
                state = step(third, state, rows)
                state = step(fourth, state, rows)
                if state & 63 == failed { return false }
            }
            index &+= 32
        }
        while index < raw.count {
            state = rows[Int(raw[index])] &>> state
            index &+= 1
        }
        return state & 63 == ready
    }

    /// Eight steps, from the low byte of a word to the high one as they lie in memory.
    @inline(__always)
    private static func step(_ word: UInt64, _ state: UInt64, _ rows: UnsafePointer<UInt64>) -> UInt64 {
        var word = word.littleEndian
        var state = state
        for _ in 0..<8 {
            state = rows[Int(word & 0xFF)] &>> state
            word &>>= 8
        }
        return state
    }

    /// For each byte the next state of every state, six bits each.
    // SAFETY: written once, before the first read, by the initialiser below; never freed.
    nonisolated(unsafe) private static let rows: UnsafePointer<UInt64> = {
        // Behind a lead: how many continuation bytes are missing, and for four leads the first of them is
        // not any: that is where overlong forms, surrogates and what lies above U+10FFFF end.
        let (one, two, three, afterE0, afterED, afterF0, afterF4) =
            (12, 18, 24, 30, 36, 42, 48) as (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
        let steps: [(from: UInt64, bytes: ClosedRange<Int>, to: UInt64)] = [
            (ready, 0x00...0x7F, ready), (ready, 0xC2...0xDF, one), (ready, 0xE0...0xE0, afterE0),
            (ready, 0xE1...0xEC, two), (ready, 0xED...0xED, afterED), (ready, 0xEE...0xEF, two),
            (ready, 0xF0...0xF0, afterF0), (ready, 0xF1...0xF3, three), (ready, 0xF4...0xF4, afterF4),
            (one, 0x80...0xBF, ready), (two, 0x80...0xBF, one), (three, 0x80...0xBF, two),
            (afterE0, 0xA0...0xBF, one), (afterED, 0x80...0x9F, one), (afterF0, 0x90...0xBF, two),
            (afterF4, 0x80...0x8F, two),
        ]
        let rows = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        rows.initialize(repeating: 0, count: 256)
        for step in steps {
            for byte in step.bytes { rows[byte] |= step.to << step.from }
        }
        return UnsafePointer(rows)
    }()
}
