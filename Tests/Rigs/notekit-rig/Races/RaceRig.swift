// SPDX-License-Identifier: MIT
// Outside writers of three kinds against the saver, forced to meet.

internal import Glibc
internal import NoteFiles

/// One kind of outside writer against one way of saving, many times, in one folder.
struct RaceRig {
    let folder: String
    let kind: WriterKind
    let arm: RaceArm
    let races: Int
    let seed: UInt64

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        guard let kind = WriterKind(rawValue: try arguments.text("kind")),
            let arm = RaceArm(rawValue: try arguments.text("arm", else: RaceArm.notekit.rawValue))
        else { throw RigFailure("no such kind or arm") }
        self.kind = kind
        self.arm = arm
        races = try arguments.number("races")
        seed = UInt64(bitPattern: Int64(try arguments.number("seed", else: 1)))
    }

    /// The writer's process.
    static func write(_ arguments: Arguments) throws(RigFailure) {
        let file = Int32(try arguments.number("shared"))
        try OutsideWriter(
            note: try arguments.text("note"),
            seed: UInt64(bitPattern: Int64(try arguments.number("seed"))),
            words: SharedWords(mapping: file)
        ).run()
    }

    /// Runs all races; true when what must come of them came.
    func run() throws(RigFailure) -> Bool {
        let vault = folder + "/vault"
        try OutsideFile.makeFolder(folder)
        try OutsideFile.makeFolder(vault)
        let note = vault + "/note.md"
        var base = RaceText.bytes(.ours, seed: seed, round: 0)
        try OutsideFile.write(base, to: note)
        let shared = try SharedWords.makeFile()
        let words = try SharedWords(mapping: shared)
        let writer = try Companion(arguments: [
            "race-writer", "--note", note, "--seed", "\(Int64(bitPattern: seed))", "--shared", "\(shared)",
        ])
        let timing = SaveTiming(words: words, answersLeases: arm != .withoutLease)
        var tally = RaceTally()
        let began = Clock.now
        for round in 1...UInt64(races) {
            let scene = try race(round, base, vault, words, timing, &tally)
            base = try clean(vault, scene)
        }
        let seconds = Double(Clock.now - began) / 1e9
        words[.quit] = 1
        words[.turn] = UInt64(races) + 1
        try writer.finish()
        return report(tally, seconds)
    }

    private func race(
        _ round: UInt64, _ base: [UInt8], _ vault: String, _ words: SharedWords, _ timing: SaveTiming,
        _ tally: inout RaceTally
    ) throws(RigFailure) -> RaceScene {
        var chance = SeededRandom(seed: seed, round: round)
        let move = kind.moves[Int.random(in: 0..<kind.moves.count, using: &chance)]
        let ours = RaceText.bytes(.ours, seed: seed, round: round)
        let theirs = RaceText.bytes(
            .theirs, seed: seed, round: round, length: move == .mapped ? base.count : nil)
        var disk = NoteDisk(stateFolder: NotePath(folder + "/state"), calls: timing.hooked)
        // Retries off; now and then some patience, which is another way through the code.
        disk.patience = round.isMultiple(of: 64) && move != .heldUntilSaved ? 20_000_000 : 0
        let note = NotePath(vault + "/note.md")
        timing.begin(round, move, &chance)
        let answer = RaceAnswer { () throws(FileError) in
            arm == .checkThenRename
                ? try CheckThenRename(calls: disk.calls).replace(note, with: ours, base: base)
                : RaceAnswer(try disk.replace(note, with: ours, base: base))
        }
        let end = timing.end()
        guard words[.failed] == 0 else { throw RigFailure("the writer failed in round \(round)") }
        let scene = RaceScene(
            move: move, base: base, ours: ours, theirs: theirs, answer: answer,
            files: try contents(of: vault), note: "note.md", exchanging: timing.exchanging,
            published: words[.published])
        let collided = words[.publishing] < end && words[.published] > timing.start
        tally.add(scene, round: round, collided: collided, takenBack: timing.renames > 1)
        return scene
    }

    private func contents(of vault: String) throws(RigFailure) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try OutsideFile.names(in: vault) {
            files[name] = try OutsideFile.bytes(at: vault + "/" + name) ?? []
        }
        return files
    }

    /// Leaves one note for the next round, and answers what is in it.
    private func clean(_ vault: String, _ scene: RaceScene) throws(RigFailure) -> [UInt8] {
        for name in scene.files.keys where name != scene.note { try OutsideFile.remove(vault + "/" + name) }
        if let left = scene.files[scene.note], !left.isEmpty { return left }
        try OutsideFile.write(scene.base, to: vault + "/" + scene.note)
        return scene.base
    }

    private func report(_ tally: RaceTally, _ seconds: Double) -> Bool {
        let rate = Int(Double(tally.races) / seconds)
        say("race \(kind.rawValue), \(arm.rawValue): \(tally.summary)")
        say(
            "  lost bytes: theirs \(tally.lostBytes.theirs), ours \(tally.lostBytes.ours); \(rate) races/s; "
                + "seed \(seed); \(Place(folder))")
        if arm.mustLose(against: kind) {
            if tally.losses == 0 { say("  the control arm lost nothing: the races were too tame") }
            return tally.losses > 0
        }
        for example in tally.examples { say(example) }
        return tally.faultCount == 0
    }
}
