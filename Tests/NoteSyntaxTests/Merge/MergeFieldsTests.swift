// SPDX-License-Identifier: MIT
// Front matter that both sides changed.

import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("Front matter that both sides changed")
struct MergeFieldsTests {
    private func merge(_ base: String, _ mine: String, _ theirs: String) throws -> ThreeWayMerge {
        func note(_ fields: String) -> [UInt8] { Array("---\n\(fields)---\nbody\n".utf8) }
        let property = MergeProperty(base: note(base), mine: note(mine), theirs: note(theirs))
        try property.check()
        return property.merge
    }

    private func fields(_ merge: ThreeWayMerge) -> String {
        String(merge.shown.dropFirst(4).dropLast(9))
    }

    @Test("is merged by key: neighbouring keys do not contradict each other")
    func neighbours() throws {
        let merge = try merge("a: 1\nb: 1\nc: 1\n", "a: 2\nb: 1\nc: 1\n", "a: 1\nb: 2\nc: 1\n")
        #expect(fields(merge) == "a: 2\nb: 2\nc: 1\n")
        #expect(merge.isClean)
    }

    @Test("takes new keys of both sides, in the order of their names where they stand at one place")
    func additions() throws {
        let merge = try merge("a: 1\n", "a: 1\ny: mine\n", "a: 1\nx: theirs\n")
        #expect(fields(merge) == "a: 1\nx: theirs\ny: mine\n")
        #expect(merge.isClean)
    }

    @Test("has a key once that both sides added in different places")
    func agreedAddition() throws {
        let merge = try merge("a: 1\nb: 1\nc: 1\n", "n: 5\na: 1\nb: 1\nc: 1\n", "a: 1\nb: 1\nc: 1\nn: 5\n")
        #expect(fields(merge) == "n: 5\na: 1\nb: 1\nc: 1\n")
    }

    @Test("follows the side that reordered it, with the values of the other")
    func reordered() throws {
        let merge = try merge("a: 1\nb: 1\nc: 1\n", "c: 1\na: 1\nb: 1\n", "a: 1\nb: 1\nc: 2\nd: 1\n")
        #expect(fields(merge) == "c: 2\nd: 1\na: 1\nb: 1\n")
        #expect(merge.isClean)
    }

    @Test("keeps a removed key removed while its neighbour changes")
    func removed() throws {
        #expect(fields(try merge("a: 1\nb: 1\n", "b: 1\n", "a: 1\nb: 2\n")) == "b: 2\n")
    }

    @Test("is in conflict over a key that both set, and only over that")
    func contradiction() throws {
        let merge = try merge("a: 1\nb: 1\n", "a: 2\nb: 2\n", "a: 3\nb: 1\nc: 1\n")
        #expect(fields(merge) == "a: 2\na: 3\nb: 2\nc: 1\n")
        #expect(merge.conflicts == [MergeSpan(merged: 4..<14, base: 4..<9, mine: 4..<9, theirs: 4..<9)])
    }

    @Test("is in conflict over a key that one set and the other removed")
    func removedAndSet() throws {
        let merge = try merge("a: 1\nb: 1\n", "a: 2\nb: 1\n", "b: 1\n")
        #expect(fields(merge) == "a: 2\nb: 1\n")
        #expect(!merge.isClean)
    }

    @Test("does not merge two values into one that nobody wrote")
    func values() throws {
        let merge = try merge("t: one two three\n", "t: 1 two three\n", "t: one two 3\n")
        #expect(fields(merge) == "t: 1 two three\nt: one two 3\n")
        #expect(!merge.isClean)
    }

    @Test(
        "is merged by line where it is anything else than lines of `key: value`",
        arguments: [
            "l:\n- x\n", "# note\n", "t: |\n  x\n", "t: \"x\n", "\n", "a: 1\n", "t: &x 1\n", "- x\n", "x\n",
        ])
    func otherwise(line: String) throws {
        let merge = try merge("a: 1\n\(line)", "a: 1\ny: mine\n\(line)", "a: 1\nx: theirs\n\(line)")
        #expect(fields(merge) == "a: 1\ny: mine\nx: theirs\n\(line)")
        #expect(!merge.isClean)
    }

    @Test("is merged by line where a new fence makes body of fields, and none comes back")
    func fenceInside() throws {
        let property = MergeProperty(
            base: Array("---\na: 1\n---\n\nbody\n".utf8), mine: Array("---\n---\na: 1\n---\nbody\n".utf8),
            theirs: Array("---\na: 2\n---\nx\n\nbody\n".utf8))
        try property.check()
        #expect(!property.merge.shown.contains("a: 1"))
    }

    @Test("leaves the body to be merged by line")
    func body() {
        let merge = ThreeWayMerge(
            base: Array("---\na: 1\n---\nx\ny\n".utf8), mine: Array("---\na: 2\n---\nx\ny\nmine\n".utf8),
            theirs: Array("---\na: 1\nb: 1\n---\ntheirs\nx\ny\n".utf8))
        #expect(merge.shown == "---\na: 2\nb: 1\n---\ntheirs\nx\ny\nmine\n")
    }

    @Test("has every key as a merge of each key by itself has it, for random changes")
    func random() throws {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let base = (0..<random.below(6)).map { (key: "k\($0)", value: random.below(2)) }
            func changed() -> [(key: String, value: Int)] {
                var fields = base
                for _ in 0..<random.below(4) {
                    switch random.below(4) {
                    case 0 where !fields.isEmpty: fields[random.below(fields.count)].value = random.below(4)
                    case 1 where !fields.isEmpty: fields.remove(at: random.below(fields.count))
                    case 2:
                        let key = "n\(random.below(3))"
                        guard !fields.contains(where: { $0.key == key }) else { continue }
                        fields.insert((key, random.below(2)), at: random.below(fields.count + 1))
                    default: break
                    }
                }
                return fields
            }
            let (mine, theirs) = (changed(), changed())
            func text(_ fields: [(key: String, value: Int)]) -> String {
                fields.map { "\($0.key): \($0.value)\n" }.joined()
            }
            let merge = try merge(text(base), text(mine), text(theirs))
            let found = fields(merge).split(separator: "\n").map(String.init)
            var expected: Set<String> = []
            var isClean = true
            for key in Set((base + mine + theirs).map(\.key)) {
                func value(_ fields: [(key: String, value: Int)]) -> Int? {
                    fields.first { $0.key == key }?.value
                }
                let (was, says, otherSays) = (value(base), value(mine), value(theirs))
                let values =
                    says == otherSays || otherSays == was
                    ? [says] : says == was ? [otherSays] : [says, otherSays]
                expected.formUnion(values.compactMap { $0 }.map { "\(key): \($0)" })
                if values.count > 1 { isClean = false }
            }
            #expect(Set(found) == expected && found.count == expected.count, "seed \(seed): \(found)")
            #expect(merge.isClean == isClean, "seed \(seed)")
        }
    }
}
