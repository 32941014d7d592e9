// SPDX-License-Identifier: MIT
// Random changes of notes, merged by us and by git, and proof that the check would notice a wrong merge.

import Glibc
import SyntaxProof
import Testing

@testable import NoteSyntax

@Suite("Any two changes of any note")
struct MergePropertyTests {
    /// From the environment, or as many as take a few seconds in a debug build.
    static let count = environment("NOTEKIT_MERGE_TRIPLES").flatMap { Int($0) } ?? 400
    /// From the environment, or always the same: a run that nobody watches must not turn red by chance.
    static let seed = environment("NOTEKIT_MERGE_SEED").flatMap { UInt64($0) } ?? 1

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The notes of a folder named in the environment, or those that are checked in.
    static func notes() throws -> [[UInt8]] {
        let folder = environment("NOTEKIT_MERGE_NOTES") ?? TestFile.fixtures("merge/notes")
        return try TestFile.paths(below: folder, endings: [".md"]).map { try TestFile.bytes(at: $0) }
            .filter { !$0.isEmpty && $0.count < 20_000 }
    }

    @Test("merge as git does where git is sure, and lose no line of either side anywhere")
    func agreesWithGit() throws {
        let notes = try MergePropertyTests.notes()
        try #require(!notes.isEmpty)
        let git = try GitMerge()
        var tally: [String: Int] = [:]
        let (seed, count) = (MergePropertyTests.seed, MergePropertyTests.count)
        print("Merge: \(count) triples, NOTEKIT_MERGE_SEED=\(seed)")
        for index in 0..<UInt64(count) {
            var random = SeededGenerator(seed: seed &+ index)
            let note = notes[random.below(notes.count)]
            let scope: RandomTriple.Scope = random.oneIn(3) ? .everything : .text
            let triple = RandomTriple(of: note, scope: scope, using: &random)
            let property = MergeProperty(base: triple.base, mine: triple.mine, theirs: triple.theirs)
            do {
                try property.check()
                let outcome = try Outcome(of: property, git)
                tally["\(scope): \(outcome.rawValue)", default: 0] += 1
                if outcome == .lessThanGit || outcome == .otherThanGit && property.merge.refinements.isEmpty {
                    throw MergeProperty.Violation(description: outcome.rawValue)
                }
            } catch {
                Issue.record("NOTEKIT_MERGE_SEED=\(seed &+ index) NOTEKIT_MERGE_TRIPLES=1: \(error)")
                if count == 1 { try MergePropertyTests.keep(triple, property.merge) }
                if count < 5000 { return }
            }
        }
        for (name, number) in tally.sorted(by: { $0.key < $1.key }) { print("Merge: \(name): \(number)") }
    }

    /// Wrong ways to merge, each of which the check must catch.
    enum Mistake: CaseIterable {
        case mineWins, theirsWins, addedLineMissing, deletedLineBack, agreedLineMissing
    }

    @Test("are caught when they are merged wrongly", arguments: Mistake.allCases)
    func catchesMistakes(mistake: Mistake) throws {
        let notes = try MergePropertyTests.notes()
        let isCaught = (0..<500 as Range<UInt64>).contains { seed in
            var random = SeededGenerator(seed: seed)
            let note = notes[random.below(notes.count)]
            let triple = RandomTriple(of: note, scope: .text, using: &random)
            let right = ThreeWayMerge(base: triple.base, mine: triple.mine, theirs: triple.theirs)
            let wrong = ThreeWayMerge(
                bytes: mistake.bytes(right, triple), conflicts: right.conflicts,
                refinements: right.refinements,
                isCoarse: false)
            let property = MergeProperty(
                base: triple.base, mine: triple.mine, theirs: triple.theirs, merge: wrong)
            do {
                try property.checkSides()
                return false
            } catch {
                return true
            }
        }
        #expect(isCaught)
    }

    /// Leaves a failing triple where it can be looked at.
    private static func keep(_ triple: RandomTriple, _ merge: ThreeWayMerge) throws {
        guard let folder = environment("NOTEKIT_MERGE_KEEP") else { return }
        let texts = [
            "base": triple.base, "mine": triple.mine, "theirs": triple.theirs, "merged": merge.bytes,
        ]
        for (name, bytes) in texts {
            guard let file = fopen("\(folder)/\(name)", "w") else { continue }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
    }

    enum Outcome: String {
        case equal = "git is clean, and so are we, byte for byte"
        case otherThanGit = "git is clean, and so are we, but finer"
        case lessThanGit = "git is clean, and we are not"
        case moreThanGit = "git has conflicts, and we are clean"
        case conflicts = "both have conflicts"
        case refused = "git refuses the text"
        case onlyText = "git is clean and differs, but agrees once all lines end alike"

        init(of property: MergeProperty, _ git: GitMerge) throws {
            self = Outcome(
                property.merge, property.merge.bytes,
                try git.merge(base: property.base, mine: property.mine, theirs: property.theirs))
            guard self == .otherThanGit || self == .lessThanGit else { return }
            // For git a line that ends in another way, or has a mark in front, is another line.
            let plain = Outcome(
                property.merge, Outcome.plain(property.merge.bytes),
                try git.merge(
                    base: Outcome.plain(property.base), mine: Outcome.plain(property.mine),
                    theirs: Outcome.plain(property.theirs)))
            if plain == .equal || plain == .moreThanGit || plain == .conflicts { self = .onlyText }
        }

        private init(_ ours: ThreeWayMerge, _ bytes: [UInt8], _ git: GitMerge.Result) {
            switch (git.status, ours.isClean) {
            case (128..., _): self = .refused
            case (0, true): self = bytes == git.bytes ? .equal : .otherThanGit
            case (0, false): self = .lessThanGit
            case (_, true): self = .moreThanGit
            case (_, false): self = .conflicts
            }
        }

        private static func plain(_ file: [UInt8]) -> [UInt8] {
            let text = file.starts(with: TextLines.mark) ? Array(file.dropFirst(3)) : file
            return RandomTriple.lines(of: text).flatMap { $0.filter { $0 != 0x0A && $0 != 0x0D } + [0x0A] }
        }
    }
}

extension MergePropertyTests.Mistake {
    fileprivate func bytes(_ right: ThreeWayMerge, _ triple: RandomTriple) -> [UInt8] {
        let base = RandomTriple.lines(of: triple.base)
        let mine = RandomTriple.lines(of: triple.mine)
        let theirs = RandomTriple.lines(of: triple.theirs)
        var lines = RandomTriple.lines(of: right.bytes)
        switch self {
        case .mineWins: return triple.mine
        case .theirsWins: return triple.theirs
        case .addedLineMissing:
            lines.removeAll { mine.contains($0) && !base.contains($0) && !theirs.contains($0) }
        case .deletedLineBack:
            lines += base.filter { !mine.contains($0) && theirs.contains($0) }
        case .agreedLineMissing:
            lines.removeAll { mine.contains($0) && !base.contains($0) && theirs.contains($0) }
        }
        return lines.flatMap(\.self)
    }
}
