// SPDX-License-Identifier: MIT
// What is left of a password.

import Testing

@testable import NoteLocking

@Suite("A password")
struct PasswordTests {
    @Test("leaves nothing where it came from", arguments: [0, 1, 8, 5000])
    func source(count: Int) {
        var bytes = [UInt8](repeating: 0x70, count: count)
        let password = Password(wiping: &bytes)
        #expect(bytes == [])
        #expect(password.withBytes { Array($0) } == [UInt8](repeating: 0x70, count: count))
    }

    @Test("is zeros once it is wiped, and keeps its length")
    func wiped() {
        var bytes = Array("open sesame".utf8)
        let password = Password(wiping: &bytes)
        password.wipe()
        #expect(password.withBytes { Array($0) } == [UInt8](repeating: 0, count: 11))
    }
}
