// SPDX-License-Identifier: MIT
// How raw bytes are counted: eight at a time, and only for what stands in them at all.

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
        let hasReturns = base.first(0x0D, from: 0, to: bytes.count) < bytes.count
        // A word is looked at with the one a byte further on, for the second halves of its pairs; so
        // the last byte is never part of a word.
        while bytes.count - index > 8 {
            // A lane of a word is one byte and counts to 255; fewer words let a stretch of ASCII be one.
            let words = min((bytes.count - index - 1) / 8, 32)
            let place = UnsafeRawPointer(base + index)
            index += words * 8
            if hasReturns {
                var lanes = Lanes()
                for word in 0..<words { lanes.count(place + word * 8) }
                feeds += lanes.feeds.sumOfBytes
                allReturns += lanes.returns.sumOfBytes
                pairs += lanes.pairs.sumOfBytes
                continuations += lanes.continuations.sumOfBytes
                quads += lanes.quads.sumOfBytes
            } else if Self.isASCII(place, words) {
                feeds += Self.feedsOfASCII(place, words)
            } else {
                var lanes = Lanes()
                for word in 0..<words { lanes.countWithoutReturns(place + word * 8) }
                feeds += lanes.feeds.sumOfBytes
                continuations += lanes.continuations.sumOfBytes
                quads += lanes.quads.sumOfBytes
            }
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

    private static func isASCII(_ place: UnsafeRawPointer, _ words: Int) -> Bool {
        var all: UInt64 = 0
        for word in 0..<words { all |= place.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self) }
        return all & (UInt64.oneInEachByte << 7) == 0
    }

    /// How many line feeds are among at most 255 words of ASCII.
    private static func feedsOfASCII(_ place: UnsafeRawPointer, _ words: Int) -> Int {
        var others: UInt64 = 0
        for word in 0..<words {
            let here = place.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
            // The carry into a byte's top bit says that it is no line feed.
            let carry = (here ^ (UInt64.oneInEachByte &* 0x0A)) &+ UInt64.oneInEachByte &* 0x7F
            others &+= (carry >> 7) & UInt64.oneInEachByte
        }
        return words * 8 - others.sumOfBytes
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
            countScalars(here)
        }

        /// Counts a word of a text that has no carriage return.
        @inline(__always)
        mutating func countWithoutReturns(_ place: UnsafeRawPointer) {
            let here = place.loadUnaligned(as: UInt64.self)
            feeds &+= here.bytes(equalTo: 0x0A)
            countScalars(here)
        }

        @inline(__always)
        private mutating func countScalars(_ here: UInt64) {
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
