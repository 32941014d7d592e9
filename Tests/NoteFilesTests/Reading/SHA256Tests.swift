// SPDX-License-Identifier: MIT
// The digest agrees with the standard's examples and with sha256sum.

import Testing

@testable import NoteFiles

@Suite("A SHA-256 digest")
struct SHA256Tests {
    @Test(
        "agrees with FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func vectors(text: String, digest: String) {
        #expect(SHA256Digest(of: Array(text.utf8)).description == digest)
        #expect(SHA256Digest(digest.uppercased()) == SHA256Digest(of: Array(text.utf8)))
    }

    @Test("is the same however the bytes are handed in", arguments: [1, 55, 56, 63, 64, 65, 119, 200])
    func pieces(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var state = SHA256State()
        for byte in bytes { withUnsafeBytes(of: byte) { state.update(with: $0) } }
        #expect(state.finish() == SHA256Digest(of: bytes).bytes)
    }

    @Test(
        "is not read from anything but 64 digits", arguments: ["", "ab", String(repeating: "g", count: 64)])
    func rejects(text: String) { #expect(SHA256Digest(text) == nil) }
}
