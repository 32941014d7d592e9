// SPDX-License-Identifier: MIT
// How raw bytes are counted: sixteen at a time, without a branch on what they are.

extension TextSummary {
    /// Counts valid UTF-8 that neither starts nor ends inside a CRLF pair or a scalar.
    ///
    /// - Parameter bytes: The raw bytes to count.
    package init(measuring bytes: UnsafeBufferPointer<UInt8>) {
        self.init()
        self.bytes = bytes.count
        guard let base = bytes.baseAddress else { return }
        var feeds = 0
        var allReturns = 0
        var index = 0
        // A block looks one byte ahead for the second half of a pair, so the last byte is never
        // part of one.
        while bytes.count - index > 16 {
            // A lane counts to 255 before it is emptied.
            let blocks = min((bytes.count - index - 1) / 16, 255)
            var lanes = Lanes()
            for _ in 0..<blocks {
                lanes.count(at: UnsafeRawPointer(base + index))
                index += 16
            }
            feeds += sum(lanes.feeds)
            allReturns += sum(lanes.returns)
            pairs += sum(lanes.pairs)
            continuations += sum(lanes.continuations)
            quads += sum(lanes.quads)
        }
        while index < bytes.count {
            let byte = base[index]
            index += 1
            if byte < 0x80 {
                if byte == 0x0A {
                    feeds += 1
                } else if byte == 0x0D {
                    allReturns += 1
                    if index < bytes.count, base[index] == 0x0A { pairs += 1 }
                }
            } else if byte < 0xC0 {
                continuations += 1
            } else if byte >= 0xF0 {
                quads += 1
            }
        }
        returns = allReturns - pairs
        breaks = feeds + returns
    }

    /// Counts an array of raw bytes.
    package init(measuring bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { TextSummary(measuring: $0) }
    }

    private struct Lanes {
        var feeds = SIMD16<UInt8>()
        var returns = SIMD16<UInt8>()
        var pairs = SIMD16<UInt8>()
        var continuations = SIMD16<UInt8>()
        var quads = SIMD16<UInt8>()

        @inline(__always)
        mutating func count(at place: UnsafeRawPointer) {
            let here = place.loadUnaligned(as: SIMD16<UInt8>.self)
            let next = place.loadUnaligned(fromByteOffset: 1, as: SIMD16<UInt8>.self)
            let zero = SIMD16<UInt8>()
            let one = SIMD16<UInt8>(repeating: 1)
            let isReturn = here .== 0x0D
            feeds &+= zero.replacing(with: one, where: here .== 0x0A)
            returns &+= zero.replacing(with: one, where: isReturn)
            pairs &+= zero.replacing(with: one, where: isReturn .& (next .== 0x0A))
            continuations &+= zero.replacing(with: one, where: (here & 0xC0) .== 0x80)
            quads &+= zero.replacing(with: one, where: here .>= 0xF0)
        }
    }

    private func sum(_ lanes: SIMD16<UInt8>) -> Int {
        Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
    }
}
