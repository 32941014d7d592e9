// SPDX-License-Identifier: MIT
// Two programs that both save with NoteKit, from the same base, at once.

internal import Glibc
internal import NoteFiles

/// Two savers of one note: one saves, the other is told of a conflict, and no trace stays.
struct SaverRace {
    private let folder: String
    private let rounds: Int
    private let seed: UInt64

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        rounds = try arguments.number("races")
        seed = UInt64(bitPattern: Int64(try arguments.number("seed", else: 1)))
    }

    /// The other saver's process.
    static func save(_ arguments: Arguments) throws(RigFailure) {
        let folder = try arguments.text("folder")
        let seed = UInt64(bitPattern: Int64(try arguments.number("seed")))
        let words = try SharedWords(mapping: Int32(try arguments.number("shared")))
        var disk = NoteDisk(stateFolder: NotePath(folder + "/state"))
        disk.patience = 0
        let note = folder + "/vault/note.md"
        var round: UInt64 = 1
        while true {
            words.wait(for: .turn, toBe: round)
            if words[.quit] == 1 { return }
            let base = try OutsideFile.bytes(at: note) ?? []
            let text = RaceText.bytes(.otherSaver, seed: seed, round: round)
            words[.ready] = round
            words.wait(for: .go, toBe: round)
            Clock.spin(nanoseconds: words[.delay])
            words[.publishing] = Clock.now
            let answer = RaceAnswer { () throws(FileError) in
                RaceAnswer(try disk.replace(NotePath(note), with: text, base: base))
            }
            words[.published] = Clock.now
            words[.move] = answer.number
            words[.done] = round
            round += 1
        }
    }

    func run() throws(RigFailure) -> Bool {
        let vault = folder + "/vault"
        try OutsideFile.makeFolder(folder)
        try OutsideFile.makeFolder(vault)
        try OutsideFile.write(RaceText.bytes(.ours, seed: seed, round: 0), to: vault + "/note.md")
        let shared = try SharedWords.makeFile()
        let words = try SharedWords(mapping: shared)
        let other = try Companion(arguments: [
            "saver-race-other", "--folder", folder, "--seed", "\(Int64(bitPattern: seed))", "--shared",
            "\(shared)",
        ])
        let timing = SaveTiming(words: words, answersLeases: true)
        var counts: [String: Int] = [:]
        var overlapping = 0
        var examples: [String] = []
        let began = Clock.now
        for round in 1...UInt64(rounds) {
            let (what, isRight, met) = try race(round, vault, words, timing)
            counts[what, default: 0] += 1
            if met { overlapping += 1 }
            if !isRight { examples.append("  round \(round): \(what)") }
        }
        let rate = Int(Double(rounds) * 1e9 / Double(Clock.now - began))
        words[.quit] = 1
        words[.turn] = UInt64(rounds) + 1
        try other.finish()
        let ends = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "; ")
        say("two savers: \(rounds) races, \(overlapping) overlapping; \(ends)")
        say("  \(rate) races/s; seed \(seed); \(Place(folder))")
        for example in examples.prefix(12) { say(example) }
        return examples.isEmpty
    }

    private func race(
        _ round: UInt64, _ vault: String, _ words: SharedWords, _ timing: SaveTiming
    ) throws(RigFailure) -> (String, isRight: Bool, met: Bool) {
        var chance = SeededRandom(seed: seed, round: round)
        let note = vault + "/note.md"
        let base = try OutsideFile.bytes(at: note) ?? []
        let ours = RaceText.bytes(.ours, seed: seed, round: round)
        let theirs = RaceText.bytes(.otherSaver, seed: seed, round: round)
        var disk = NoteDisk(stateFolder: NotePath(folder + "/state"), calls: timing.hooked)
        disk.patience = 0
        timing.begin(round, .renameOver, &chance)
        let answer = RaceAnswer { () throws(FileError) in
            RaceAnswer(try disk.replace(NotePath(note), with: ours, base: base))
        }
        let end = timing.end()
        let other = RaceAnswer.name(of: words[.move])
        let names = try OutsideFile.names(in: vault)
        let content = try OutsideFile.bytes(at: note) ?? []
        for name in names where name != "note.md" { try OutsideFile.remove(vault + "/" + name) }
        let met = words[.publishing] < end && words[.published] > timing.start
        let left = names.filter { $0 != "note.md" }
        let who = content == ours ? "ours" : content == theirs ? "theirs" : content == base ? "base" : "torn"
        let what =
            "\(answer.name)/\(other), \(who) at the name"
            + (left.isEmpty ? "" : ", left \(left.count) file(s)")
        // The one that saved has its text at the name. If neither did, both have kept theirs and the base stays.
        let isRight =
            switch (answer.name, other, who) {
            case ("saved", "conflict", "ours"), ("conflict", "saved", "theirs"): left.isEmpty
            default: false
            }
        if who == "torn" { try OutsideFile.write(base, to: note) }
        return (what, isRight, met)
    }
}

extension RaceAnswer {
    /// A word for it.
    var name: String { Self.name(of: number) }

    var number: UInt64 {
        switch self {
        case .saved: 0
        case .unchanged: 1
        case .conflict: 2
        case .failed: 3
        }
    }

    static func name(of number: UInt64) -> String {
        ["saved", "unchanged", "conflict"][safe: Int(number)] ?? "failed"
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
