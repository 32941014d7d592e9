// SPDX-License-Identifier: MIT
// How far two runs of bytes agree, from the front and from the back, many bytes at a time.

internal import Glibc

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes at the front are the same in both.
    func commonPrefix(with other: UnsafeBufferPointer<UInt8>) -> Int {
        let limit = Swift.min(count, other.count)
        let mine = UnsafeRawBufferPointer(self)
        let theirs = UnsafeRawBufferPointer(other)
        var index = 0
        // Most of what is compared is the same; which byte differs is found by the steps below.
        if let mine = baseAddress, let theirs = other.baseAddress {
            if mine == theirs { return limit }
            while limit - index >= 512, memcmp(mine + index, theirs + index, 512) == 0 { index += 512 }
        }
        // Four words at once, while they are the same; which byte differs is found by the single ones.
        while limit - index >= 32 {
            var difference: UInt64 = 0
            for word in 0..<4 {
                difference |=
                    mine.loadUnaligned(fromByteOffset: index + word * 8, as: UInt64.self)
                    ^ theirs.loadUnaligned(fromByteOffset: index + word * 8, as: UInt64.self)
            }
            guard difference == 0 else { break }
            index += 32
        }
        while limit - index >= 8 {
            let left = mine.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let right = theirs.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if left != right { return index + UInt64(littleEndian: left ^ right).trailingZeroBitCount / 8 }
            index += 8
        }
        while index < limit, mine[index] == theirs[index] { index += 1 }
        return index
    }

    /// How many bytes at the back are the same in both.
    func commonSuffix(with other: UnsafeBufferPointer<UInt8>) -> Int {
        let limit = Swift.min(count, other.count)
        let mine = UnsafeRawBufferPointer(self)
        let theirs = UnsafeRawBufferPointer(other)
        var length = 0
        while limit - length >= 8 {
            let left = mine.loadUnaligned(fromByteOffset: count - length - 8, as: UInt64.self)
            let right = theirs.loadUnaligned(fromByteOffset: other.count - length - 8, as: UInt64.self)
            if left != right { return length + UInt64(littleEndian: left ^ right).leadingZeroBitCount / 8 }
            length += 8
        }
        while length < limit, mine[count - length - 1] == theirs[other.count - length - 1] { length += 1 }
        return length
    }
}
