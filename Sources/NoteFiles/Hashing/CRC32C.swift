// SPDX-License-Identifier: MIT
// The checksum by which a record tells whether it is whole (CRC-32C, RFC 3720, section 12.1).

/// A running CRC-32C (Castagnoli).
///
/// It finds every error that is confined to 32 bits in a row, and misses one in four billion others. That
/// is what a torn or rotten record needs, as the journals of ext4, Btrfs and most databases have it; a
/// digest that withstands a forger would take ten times as long on a note of a megabyte, and whoever can
/// write in the state folder could write a whole journal anyway.
package struct CRC32C: Sendable {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt32

    /// Goes on from an earlier checksum; zero is that of nothing.
    package init(from value: UInt32 = 0) { self.value = value }

    /// The checksum of these bytes alone.
    package init(of bytes: [UInt8]) {
        value = 0
        bytes.withUnsafeBytes { update(with: $0) }
    }

    /// Takes in more bytes, eight at a time.
    package mutating func update(with bytes: UnsafeRawBufferPointer) {
        value = CRC32CTables.tables.withUnsafeBufferPointer { tables in
            var sum = ~value
            var at = 0
            while at &+ 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ sum
                let high = UInt32(truncatingIfNeeded: word >> 32)
                let first = tables[1792 &+ Int(low & 255)] ^ tables[1536 &+ Int(low >> 8 & 255)]
                let second = tables[1280 &+ Int(low >> 16 & 255)] ^ tables[1024 &+ Int(low >> 24)]
                let third = tables[768 &+ Int(high & 255)] ^ tables[512 &+ Int(high >> 8 & 255)]
                let fourth = tables[256 &+ Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
                sum = first ^ second ^ third ^ fourth
                at &+= 8
            }
            while at < bytes.count {
                sum = sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[at])) & 255)]
                at &+= 1
            }
            return ~sum
        }
    }
}

private enum CRC32CTables {
    /// Eight tables of 256 entries in a row: what a byte contributes that is so many bytes from the end.
    static let tables: [UInt32] = {
        var tables = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0x82F6_3B78) }
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 255)])
        }
        return tables
    }()
}
