// SPDX-License-Identifier: MIT
// The digest by which commands and records name a note's bytes (FIPS 180-4, section 6.2).

/// A SHA-256 digest: 32 bytes that name a note's content in commands and in records.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The digest of `content`. Reads each byte once.
    public init(of content: [UInt8]) {
        self = content.withUnsafeBytes { SHA256Digest(of: $0) }
    }

    package init(of content: UnsafeRawBufferPointer) {
        var state = SHA256State()
        state.update(with: content)
        bytes = state.finish()
    }

    /// Takes a digest out of a record; nil for anything but 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits, of either case; nil for anything else.
    public init?(_ text: String) {
        guard let bytes = Hexadecimal.bytes(of: Array(text.utf8)), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// 64 hexadecimal digits in lower case.
    public var description: String { Hexadecimal.text(of: bytes) }
}

/// The running state of the hash.
struct SHA256State {
    private var hash: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )
    private var pending: [UInt8] = []
    private var count = 0

    /// Takes in more bytes.
    mutating func update(with bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        var rest = bytes[...]
        if !pending.isEmpty {
            let taken = rest.prefix(64 - pending.count)
            pending.append(contentsOf: taken)
            rest = rest.dropFirst(taken.count)
            guard pending.count == 64 else { return }
            pending.withUnsafeBytes { block in mix(block) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.count / 64 * 64
        if whole > 0 { mix(UnsafeRawBufferPointer(rebasing: rest.prefix(whole))) }
        pending.append(contentsOf: rest.dropFirst(whole))
    }

    /// Pads, and answers the 32 bytes.
    consuming func finish() -> [UInt8] {
        let bits = UInt64(count) * 8
        var padding: [UInt8] = [0x80]
        let used = (pending.count + 1 + 8) % 64
        padding += [UInt8](repeating: 0, count: used == 0 ? 0 : 64 - used)
        withUnsafeBytes(of: bits.bigEndian) { padding.append(contentsOf: $0) }
        padding.withUnsafeBytes { update(with: $0) }
        let words = [hash.0, hash.1, hash.2, hash.3, hash.4, hash.5, hash.6, hash.7]
        return words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    private mutating func mix(_ blocks: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            SHA256Constants.rounds.withUnsafeBufferPointer { constants in
                var at = 0
                while at < blocks.count {
                    for index in 0..<16 {
                        let word = blocks.loadUnaligned(fromByteOffset: at + index * 4, as: UInt32.self)
                        schedule[index] = UInt32(bigEndian: word)
                    }
                    round(schedule, constants)
                    at += 64
                }
            }
        }
    }

    @inline(__always)
    private mutating func round(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
        for index in 16..<64 {
            let before15 = schedule[index &- 15]
            let before2 = schedule[index &- 2]
            let small0 = rotate(before15, 7) ^ rotate(before15, 18) ^ (before15 >> 3)
            let small1 = rotate(before2, 17) ^ rotate(before2, 19) ^ (before2 >> 10)
            schedule[index] = schedule[index &- 16] &+ small0 &+ schedule[index &- 7] &+ small1
        }
        var (a, b, c, d, e, f, g, h) = hash
        for index in 0..<64 {
            let large1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ large1 &+ choice &+ constants[index] &+ schedule[index]
            let large0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ large0 &+ majority)
        }
        hash = (
            hash.0 &+ a, hash.1 &+ b, hash.2 &+ c, hash.3 &+ d, hash.4 &+ e, hash.5 &+ f, hash.6 &+ g,
            hash.7 &+ h
        )
    }

    @inline(__always)
    private func rotate(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 &- by) }
}

private enum SHA256Constants {
    static let rounds: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
