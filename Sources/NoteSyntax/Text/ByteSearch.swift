// SPDX-License-Identifier: MIT
// Where the next line ending is, eight bytes at a time, and where any byte is.

internal import Glibc

extension UnsafePointer<UInt8> {
    /// The first place of a byte at or after `start`; `end` where there is none.
    ///
    /// See: `man 3 memchr`.
    @inline(__always)
    package func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
        guard start < end, let found = memchr(self + start, Int32(byte), end - start) else { return end }
        return UnsafeRawPointer(found) - UnsafeRawPointer(self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first carriage return at or after `start`; the end where there is none.
    func firstReturn(from start: Int) -> Int {
        first(from: start) {
            $0.lowestByte(equalTo: 0x0D)
        } orByte: {
            $0 == 0x0D
        }
    }

    /// The first carriage return or line feed at or after `start`; the end where there is none.
    func firstBreak(from start: Int) -> Int {
        first(from: start) {
            $0.lowestByte(equalTo: 0x0D) | $0.lowestByte(equalTo: 0x0A)
        } orByte: {
            $0 == 0x0D || $0 == 0x0A
        }
    }

    @inline(__always)
    private func first(from start: Int, inWord: (UInt64) -> UInt64, orByte: (UInt8) -> Bool) -> Int {
        let raw = UnsafeRawBufferPointer(self)
        var index = start
        while raw.count - index >= 8 {
            let found = inWord(
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < raw.count, !orByte(raw[index]) { index += 1 }
        return index
    }
}

extension UInt64 {
    /// The top bit of the lowest byte that equals `byte`; bits above it mean nothing.
    @inline(__always)
    fileprivate func lowestByte(equalTo byte: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let difference = self ^ (ones &* byte)
        return (difference &- ones) & ~difference & (ones &* 0x80)
    }
}
