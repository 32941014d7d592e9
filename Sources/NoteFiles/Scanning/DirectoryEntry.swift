// SPDX-License-Identifier: MIT
// The records that the kernel answers when a directory is listed.

internal import Glibc

/// One record of `getdents64(2)`, lying in the buffer that the kernel filled.
struct DirectoryEntry {
    /// What the file system says of the sort of thing; it may say nothing.
    enum Kind: UInt8 {
        case unknown = 0
        case directory = 4
        case file = 8
        case link = 10
        case other = 255
    }

    /// The name, as it lies in the buffer. The byte behind it is zero.
    let name: UnsafeBufferPointer<UInt8>
    let kind: Kind

    /// Calls `body` with each record but those of the folder itself and the one above.
    static func forEach(in buffer: UnsafeRawBufferPointer, _ body: (DirectoryEntry) -> Void) {
        // struct linux_dirent64: inode (8 bytes), offset (8), length (2), kind (1), name.
        var start = 0
        while start + 19 < buffer.count {
            let length = Int(buffer.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self))
            guard length > 19, start + length <= buffer.count else { return }
            let kind = Kind(rawValue: buffer[start + 18]) ?? .other
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[start + 19..<start + length])
                .assumingMemoryBound(to: UInt8.self)
            start += length
            let count = bytes.firstIndex(of: 0) ?? bytes.count
            let isDot = count == 1 && bytes[0] == UInt8(ascii: ".")
            let isDotDot = count == 2 && bytes[0] == UInt8(ascii: ".") && bytes[1] == UInt8(ascii: ".")
            if isDot || isDotDot || count == 0 { continue }
            body(DirectoryEntry(name: UnsafeBufferPointer(rebasing: bytes[..<count]), kind: kind))
        }
    }

    /// Whether the name starts with a dot.
    var isHidden: Bool { name.first == UInt8(ascii: ".") }

    /// A digest of the name, so well mixed that the sum over a folder stands for the set of its names.
    var digest: UInt64 {
        // FNV-1a, then the finalizer of MurmurHash3.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes come before others when each is followed by `end` (zero for none).
    func precedes(_ other: UnsafeBufferPointer<UInt8>, ending end: UInt8 = 0, otherEnding: UInt8 = 0) -> Bool
    {
        let common = Swift.min(count, other.count)
        if common > 0, let mine = baseAddress, let theirs = other.baseAddress {
            let order = memcmp(mine, theirs, common)
            if order != 0 { return order < 0 }
        }
        let next = count > common ? self[common] : end
        let otherNext = other.count > common ? other[common] : otherEnding
        // Zero stands for the end, which comes before every byte; no name holds a zero.
        return next < otherNext
    }
}
