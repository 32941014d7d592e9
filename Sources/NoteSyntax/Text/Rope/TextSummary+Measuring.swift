// SPDX-License-Identifier: MIT
// How raw bytes are counted: eight at a time, without a branch on what they are.

// Words are used and not SIMD types: those of Swift 6.3 run a hundred times slower here.

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
        // A word is looked at with the one a byte further on, for the second halves of its pairs; so
        // the last byte is never part of a word.
        while bytes.count - index > 8 {
            // A lane of a word is one byte and counts to 255.
            let words = min((bytes.count - index - 1) / 8, 255)
            var lanes = Lanes()
            for _ in 0..<words {
                lanes.count(UnsafeRawPointer(base + index))
                index += 8
            }
            feeds += lanes.feeds.sumOfBytes
            allReturns += lanes.returns.sumOfBytes
            pairs += lanes.pairs.sumOfBytes
            continuations += lanes.continuations.sumOfBytes
            quads += lanes.quads.sumOfBytes
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

    /// Eight counts of each kind, one for each byte of a word.
    private struct Lanes {
        var feeds: UInt64 = 0
        var returns: UInt64 = 0
        var pairs: UInt64 = 0
        var continuations: UInt64 = 0
        var quads: UInt64 = 0

        @inline(__always)
        mutating func count(_ place: UnsafeRawPointer) {
            let here = place.loadUnaligned(as: UInt64.self)
            let next = place.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
            let isReturn = here.bytes(equalTo: 0x0D)
            feeds &+= here.bytes(equalTo: 0x0A)
            returns &+= isReturn
            pairs &+= isReturn & next.bytes(equalTo: 0x0A)
            continuations &+= (here >> 7) & ~(here >> 6) & UInt64.oneInEachByte
            quads &+= (here >> 7) & (here >> 6) & (here >> 5) & (here >> 4) & UInt64.oneInEachByte
        }
    }
}

extension UInt64 {
    @inline(__always)
    fileprivate static var oneInEachByte: UInt64 { 0x0101_0101_0101_0101 }

    /// A one in every byte that equals `byte`, which is ASCII.
    @inline(__always)
    fileprivate func bytes(equalTo byte: UInt64) -> UInt64 {
        let difference = self ^ (UInt64.oneInEachByte &* byte)
        let low = UInt64.oneInEachByte &* 0x7F
        // The carry into a byte's top bit says that something below it is set.
        return ~(((difference & low) &+ low) | difference | low) >> 7
    }

    /// The sum of the eight bytes.
    fileprivate var sumOfBytes: Int {
        let even: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = (self & even) &+ ((self >> 8) & even)
        return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }
}
