// SPDX-License-Identifier: MIT
// How records lie one behind the other in a file, and how far a file that was cut can be believed.

/// One record: a kind, and bytes whose meaning the kind tells.
package struct Record: Equatable, Sendable {
    /// What the bytes mean.
    package var kind: UInt8
    /// The bytes.
    package var body: [UInt8]

    /// Makes a record.
    package init(_ kind: UInt8, _ body: [UInt8]) {
        self.kind = kind
        self.body = body
    }
}

/// A number in as few bytes as it needs: seven bits in each, the lowest first, the last without its top bit.
package enum CompactNumber {
    /// Appends a number.
    package static func append(_ number: Int, to bytes: inout [UInt8]) {
        precondition(number >= 0, "\(number) cannot be written")
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Takes a number from the front; nil when none is there that this could have written.
    package static func take(from bytes: inout ArraySlice<UInt8>) -> Int? {
        var number = 0
        var shift = 0
        var at = bytes.startIndex
        // Nine bytes hold what a positive Int can.
        while at < bytes.endIndex, shift < 63 {
            let byte = bytes[at]
            at += 1
            number |= Int(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else {
                guard byte != 0 || shift == 0 else { return nil }
                bytes = bytes[at...]
                return number
            }
            shift += 7
        }
        return nil
    }
}

/// Writes records so that each vouches for all before it.
///
/// A record is its length, its kind, its body, and the CRC-32C of everything from the front of the file to
/// the end of the body, least byte first. Since each checksum goes on from the one before, a record that is
/// whole but out of its place, as one that an earlier file left in the same blocks, is not taken for one.
struct RecordChain: Sendable {
    private var checksum: CRC32C

    /// Starts a file with a first line.
    init(magic: [UInt8]) { checksum = CRC32C(of: magic) }

    /// Appends a record as it lies in the file.
    mutating func append(_ record: Record, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.reserveCapacity(start + record.body.count + 16)
        CompactNumber.append(record.body.count + 1, to: &bytes)
        bytes.append(record.kind)
        bytes += record.body
        bytes.withUnsafeBytes { checksum.update(with: UnsafeRawBufferPointer(rebasing: $0[start...])) }
        withUnsafeBytes(of: checksum.value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Reads the records of a file up to the first that is not whole.
package struct RecordReader: Sendable {
    private let bytes: [UInt8]
    private var checksum: CRC32C
    /// How many bytes from the front are whole records.
    package private(set) var wholeCount: Int

    /// Nil when the file does not start with `magic`.
    package init?(_ bytes: [UInt8], magic: [UInt8]) {
        guard bytes.starts(with: magic) else { return nil }
        self.bytes = bytes
        checksum = CRC32C(of: magic)
        wholeCount = magic.count
    }

    /// Whether something that is no whole record follows. To be asked once `next` has answered nil.
    package var isCut: Bool { wholeCount < bytes.count }

    /// The next record; nil at the end, and from the first one on that is damaged.
    package mutating func next() -> Record? {
        var rest = bytes[wholeCount...]
        guard let length = CompactNumber.take(from: &rest), length > 0, rest.count >= 4,
            length <= rest.count - 4
        else { return nil }
        let end = rest.startIndex + length
        var sum = checksum
        bytes.withUnsafeBytes { sum.update(with: UnsafeRawBufferPointer(rebasing: $0[wholeCount..<end])) }
        let stored = bytes[end..<end + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard stored == sum.value else { return nil }
        checksum = sum
        wholeCount = end + 4
        return Record(rest[rest.startIndex], Array(rest[(rest.startIndex + 1)..<end]))
    }
}
