// SPDX-License-Identifier: MIT
// Texts made to hurt: many names and many uses, many columns and many rows, and soups of signs.

extension HostileText {
    static let other: [HostileText] = [
        HostileText("definitions and their uses", fillsTables: true) { count in
            (0..<count / 20).flatMap { Array("[a\($0)]: /u\n".utf8) }
                + (0..<count / 20).flatMap { Array("[a\($0)] ".utf8) }
        },
        HostileText("uses of long labels") { count in
            repeated("[" + String(repeating: "a", count: 990) + "]", count)
        },
        HostileText("labels that are alike", fillsTables: true) { count in
            (0..<count / 24).flatMap { Array("[\(String($0, radix: 2))]: /u\n".utf8) }
        },
        HostileText("many columns and short rows") { count in
            let columns = max(1, count / 8)
            return repeated("|a", columns * 2) + [0x0A] + repeated("|-", columns * 2) + [0x0A]
                + repeated("|\n", columns * 4)
        },
        HostileText("table heads without tables") { count in repeated("|a|b\n|-\n\n", count) },
        HostileText("a soup of signs") { soup($0, Array("*_`[]()<>!#-=~|$%^&:@\\\n\t 1.x\"".utf8)) },
        HostileText("a soup of inline signs") { soup($0, Array("*_`[]()<>!=~$%^a ".utf8)) },
        HostileText("a soup of block signs") { soup($0, Array(">-1. \n\t#|`a".utf8)) },
        HostileText("a soup of brackets") { soup($0, Array("[]()!a\\".utf8)) },
        HostileText("a soup of stars") { soup($0, Array("*_a ".utf8)) },
        HostileText("a soup of bytes") { soup($0, Array(0...255)) },
    ]

    private static func soup(_ count: Int, _ signs: [UInt8]) -> [UInt8] {
        var state: UInt64 = 1
        // A bowl over and over: a larger text is not of another kind by chance.
        let bowl = (0..<min(count, 65_520)).map { _ in
            // Knuth's linear congruential generator; its high bits are good enough for a soup.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return signs[Int(state >> 33) % signs.count]
        }
        return Array(repeatElement(bowl, count: (count + bowl.count - 1) / max(1, bowl.count)).joined())
    }
}
