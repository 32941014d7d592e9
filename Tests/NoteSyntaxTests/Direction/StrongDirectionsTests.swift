// SPDX-License-Identifier: MIT
// The table of strong directions against the Unicode data of the system, code point by code point.

import Foundation
import Testing

@testable import NoteSyntax

@Suite("The table of strong directions")
struct StrongDirectionsTests {
    /// Installed by the Debian package `unicode-data`.
    static let path = "/usr/share/unicode/extracted/DerivedBidiClass.txt"

    @Test("agrees with the Unicode data for every code point")
    func agrees() throws {
        let data = String(decoding: try TestFile.bytes(at: StrongDirectionsTests.path), as: UTF8.self)
        var expected = Array(repeating: TextDirection?.some(.leftToRight), count: 0x110000)
        let names: [Substring: TextDirection] = [
            "L": .leftToRight, "R": .rightToLeft, "AL": .rightToLeft,
            "Left_To_Right": .leftToRight, "Right_To_Left": .rightToLeft, "Arabic_Letter": .rightToLeft,
        ]
        let lines = data.split(separator: "\n")
        let missing = "# @missing: "
        // What is said of unassigned code points comes first, since it gives way to the rest.
        let entries =
            lines.filter { $0.hasPrefix(missing) }.map { $0.dropFirst(missing.count) }
            + lines.filter { !$0.hasPrefix("#") }
        var count = 0
        for entry in entries {
            let fields = entry.prefix { $0 != "#" }.split(separator: ";").map { $0.filter { $0 != " " } }
            guard fields.count == 2 else { continue }
            let ends = fields[0].split(separator: ".").compactMap { Int($0, radix: 16) }
            let (first, last) = (try #require(ends.first), try #require(ends.last))
            for code in first...last { expected[code] = names[fields[1][...]] }
            count += 1
        }
        #expect(count > 1000)
        let wrong = expected.indices.filter { StrongDirections.direction(of: UInt32($0)) != expected[$0] }
        #expect(wrong.isEmpty, "\(wrong.prefix(10).map { String($0, radix: 16) })")
    }
}
