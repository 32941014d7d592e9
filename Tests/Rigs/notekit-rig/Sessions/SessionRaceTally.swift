// SPDX-License-Identifier: MIT
// What came of all turns together.

/// Counts what was done, what came of it, and what must not come.
struct SessionRaceTally {
    var outsideWrites: UInt64 = 0
    var typed: UInt64 = 0
    var saves = 0
    var refused = 0
    var conflicts = 0
    var choices: [String: Int] = [:]
    var unclear = 0
    var outsideChanges = 0
    private(set) var lostTheirs = 0
    private(set) var lostMine = 0
    private(set) var faults = 0
    private(set) var examples: [String] = []

    var losses: Int { lostTheirs + lostMine }

    mutating func lose(_ tokens: [String], in round: Int) {
        for token in tokens {
            if token.hasPrefix("<o") { lostTheirs += 1 } else { lostMine += 1 }
        }
        guard !tokens.isEmpty else { return }
        example("round \(round): lost \(tokens.sorted().prefix(4).joined(separator: ", "))")
    }

    mutating func fault(_ what: String, in round: Int) {
        faults += 1
        example("round \(round): \(what)")
    }

    private mutating func example(_ line: String) { if examples.count < 12 { examples.append("  " + line) } }

    var summary: String {
        let choices = choices.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return "\(outsideWrites) outside writes, \(typed) typed, \(saves) saves, \(refused) refused, "
            + "\(outsideChanges) outside changes shown, \(conflicts) conflicts "
            + "(\(choices.joined(separator: ", "))); lost: theirs \(lostTheirs), mine \(lostMine); "
            + "other faults \(faults)"
    }
}
