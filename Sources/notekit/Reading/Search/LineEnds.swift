// SPDX-License-Identifier: MIT
// Where the lines of a note end, for many notes in a row.

/// Line endings in bytes: LF, CR, and CRLF as one, which ends where its LF does.
enum LineEnds {
    /// How many lines end with a byte of a range.
    static func count(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        typealias Block = SIMD16<UInt8>
        let raw = UnsafeRawBufferPointer(bytes)
        let (feed, carriage) = (Block(repeating: 0x0A), Block(repeating: 0x0D))
        var (count, at) = (0, range.lowerBound)
        // The byte behind the last of a block is looked at too.
        while at + 16 <= range.upperBound, at + 17 <= bytes.count {
            var counts = Block()
            var blocks = 0
            while blocks < 255, at + 16 <= range.upperBound, at + 17 <= bytes.count {
                let block = raw.loadUnaligned(fromByteOffset: at, as: Block.self)
                let next = raw.loadUnaligned(fromByteOffset: at + 1, as: Block.self)
                let isEnd = (block .== feed) .| ((block .== carriage) .& (next .!= feed))
                counts.replace(with: counts &+ 1, where: isEnd)
                (blocks, at) = (blocks + 1, at + 16)
            }
            for lane in 0..<16 { count += Int(counts[lane]) }
        }
        while at < range.upperBound {
            if isEnd(bytes, at) { count += 1 }
            at += 1
        }
        return count
    }

    /// Where the line starts that holds an offset; not before `first`.
    static func start(in bytes: UnsafeBufferPointer<UInt8>, of offset: Int, from first: Int) -> Int {
        var start = offset
        while start > first, !isEnd(bytes, start - 1) { start -= 1 }
        return start
    }

    private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        switch bytes[at] {
        case 0x0A: true
        case 0x0D: at + 1 == bytes.count || bytes[at + 1] != 0x0A
        default: false
        }
    }
}
