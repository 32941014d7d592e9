// SPDX-License-Identifier: MIT
// A text is found wherever it stands, also where it overlaps itself.

import Testing

@testable import NoteService

@Suite("The search for an exact text")
struct ByteSearchTests {
    @Test("finds what a plain comparison at each place finds")
    func everywhere() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 97...98) }
            let wanted = (0..<Int.random(in: 1...5, using: &random)).map { _ in UInt8.random(in: 97...98) }
            let expected = text.indices.filter { text[$0...].starts(with: wanted) }
            #expect(ByteSearch(for: wanted).places(in: text, most: 100) == expected, "\(wanted) in \(text)")
            #expect(ByteSearch(for: wanted).places(in: text, most: 2) == Array(expected.prefix(2)))
        }
    }
}
