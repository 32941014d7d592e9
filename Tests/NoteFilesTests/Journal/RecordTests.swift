// SPDX-License-Identifier: MIT
// The parts of a journal that have their own specification: the checksum, and numbers of few bytes.

import NoteFiles
import Testing

@Suite("A record's")
struct RecordTests {
    /// RFC 3720, appendix B.4, and the check value of the catalogue of CRC algorithms.
    @Test(
        "checksum is the CRC-32C of the published examples",
        arguments: [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), (Array((0..<32).reversed()), 0x113F_DB5C),
            (Array("123456789".utf8), 0xE306_9283), ([], 0),
        ] as [([UInt8], UInt32)])
    func checksum(bytes: [UInt8], expected: UInt32) {
        #expect(CRC32C(of: bytes).value == expected)
    }

    @Test("checksum is the same in whatever pieces the bytes come")
    func pieces() {
        var random = SeededGenerator(seed: 1)
        let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
        for cut in 0...bytes.count {
            var sum = CRC32C(from: CRC32C(of: Array(bytes.prefix(cut))).value)
            Array(bytes.dropFirst(cut)).withUnsafeBytes { sum.update(with: $0) }
            #expect(sum.value == CRC32C(of: bytes).value)
        }
    }

    @Test("numbers take as few bytes as they can, and only so are they read")
    func numbers() {
        for number in [0, 1, 127, 128, 16_383, 16_384, 1 << 32, Int.max] {
            var bytes: [UInt8] = []
            CompactNumber.append(number, to: &bytes)
            #expect(bytes.count == max(1, (Int.bitWidth - number.leadingZeroBitCount + 6) / 7))
            var rest = bytes[...]
            #expect(CompactNumber.take(from: &rest) == number && rest.isEmpty)
            rest = bytes.dropLast()
            #expect(CompactNumber.take(from: &rest) == nil)
        }
        for bytes: [UInt8] in [[0x80, 0], [], [UInt8](repeating: 0xFF, count: 12)] {
            var rest = bytes[...]
            #expect(CompactNumber.take(from: &rest) == nil)
        }
    }
}
