// SPDX-License-Identifier: MIT
// Texts made to take long: the time stays bounded and grows with the size.

import Glibc
import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("Merging and comparing hostile texts", .serialized)
struct HostileMergeTests {
    struct Texts: CustomTestStringConvertible {
        let testDescription: String
        /// Base, mine and theirs in some size.
        let make: @Sendable (Int) -> (String, String, String)
    }

    private static func lines(_ indices: some Sequence<Int>, _ line: (Int) -> String) -> String {
        indices.map { line($0) + "\n" }.joined()
    }

    static let texts = [
        Texts(testDescription: "one repeated line") { size in
            (
                lines(0..<size) { _ in "same line" }, lines(0..<size + size / 10) { _ in "same line" },
                lines(0..<size - size / 10) { _ in "same line" }
            )
        },
        Texts(testDescription: "unique lines reversed") { size in
            (
                lines(0..<size) { "line \($0)" }, lines((0..<size).reversed()) { "line \($0)" },
                lines((0..<size).map { $0 ^ 1 }) { "line \($0)" }
            )
        },
        Texts(testDescription: "unique lines reversed twice") { size in
            (
                lines(0..<size) { "line \($0)" }, lines((0..<size).reversed()) { "line \($0)" },
                lines((0..<size).reversed()) { "line \($0)" } + "last\n"
            )
        },
        Texts(testDescription: "alternating lines") { size in
            (
                lines(0..<size) { $0 % 2 == 0 ? "a" : "b" }, lines(0..<size) { $0 % 2 == 0 ? "b" : "a" },
                lines(0..<size) { $0 % 3 == 0 ? "b" : "a" }
            )
        },
        Texts(testDescription: "random lines of few kinds") { size in
            var random = SeededGenerator(seed: 7)
            func some() -> String { lines(0..<size) { _ in "\(random.below(8))" } }
            return (some(), some(), some())
        },
        Texts(testDescription: "every line changed by both") { size in
            (
                lines(0..<size) { "some words of line \($0) here" },
                lines(0..<size) { "SOME words of line \($0) here" },
                lines(0..<size) { "some words of line \($0) HERE" }
            )
        },
        Texts(testDescription: "one long line of words changed by both") { size in
            var random = SeededGenerator(seed: 7)
            func some() -> String { (0..<size).map { _ in "w\(random.below(50))" }.joined(separator: " ") }
            return (some(), some(), some())
        },
        Texts(testDescription: "one long line of signs") { size in
            (
                String(repeating: "[[", count: size), String(repeating: "](", count: size),
                String(repeating: "[[](", count: size)
            )
        },
        Texts(testDescription: "empty lines") { size in
            (
                String(repeating: "\n", count: size), String(repeating: "\n", count: size + 7),
                String(repeating: "\r\n", count: size - 7)
            )
        },
        Texts(testDescription: "moved blocks") { size in
            let block = { (start: Int) in lines(start..<start + size / 4) { "line \($0 % 1000)" } }
            return (
                block(0) + block(10) + block(20) + block(30), block(20) + block(30) + block(0) + block(10),
                block(30) + block(10) + block(20) + block(0)
            )
        },
    ]

    /// From the environment; the default takes a few seconds in a debug build.
    static let size = getenv("NOTEKIT_HOSTILE_LINES").flatMap { Int(String(cString: $0)) } ?? 400

    @Test("takes time that grows with the size, and loses nothing", arguments: texts)
    func bounded(texts: Texts) throws {
        let clock = ContinuousClock()
        var times: [Duration] = []
        var size = HostileMergeTests.size
        for _ in 0..<2 {
            let (base, mine, theirs) = texts.make(size)
            let bytes = (Array(base.utf8), Array(mine.utf8), Array(theirs.utf8))
            var merge: ThreeWayMerge?
            times.append(
                clock.measure { merge = ThreeWayMerge(base: bytes.0, mine: bytes.1, theirs: bytes.2) })
            var comparison: TextComparison?
            let time = clock.measure { comparison = TextComparison(from: bytes.1, to: bytes.2) }
            print(
                "Hostile: \(texts.testDescription): \(size): merge \(times.last ?? .zero)\(merge?.isCoarse == true ? ", coarse" : "")",
                "\(merge?.isClean == true ? "clean" : "conflicts: \(merge?.conflicts.count ?? 0)"),",
                "compare \(time)\(comparison?.isCoarse == true ? ", coarse" : "")")
            size *= 2
        }
        // The bound on steps is some seconds of a debug build; below it doubling may cost up to four times.
        #expect(times[1] < times[0] * 6 + .seconds(8))
    }
}
