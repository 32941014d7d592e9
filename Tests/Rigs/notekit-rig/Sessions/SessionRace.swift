// SPDX-License-Identifier: MIT
// One session among outside writers of every kind: nothing that anybody wrote may be lost.

internal import Glibc
internal import NoteKit
internal import Synchronization

/// A session that types, saves and resolves, while another process writes the note.
///
/// In rounds: in each the two meet many times, and after it every token that was typed, that the other
/// process wrote to the end, or that was in the note before is looked for: in the note, beside it, in the
/// version keeper, in the state folder, and in what the other process displaced itself.
@MainActor
struct SessionRace {
    private let folder: String
    private let writes: UInt64
    private let seed: UInt64
    private let isBlind: Bool
    private let isWatching: Bool
    private let turns = 100

    private var vault: String { folder + "/vault" }
    private var outside: String { folder + "/outside" }
    private var note: String { vault + "/note.md" }

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        writes = UInt64(try arguments.number("writes"))
        seed = UInt64(bitPattern: Int64(try arguments.number("seed", else: 1)))
        isBlind = arguments.has("blind")
        isWatching = !arguments.has("unwatched") && !isBlind
    }

    /// Runs until enough was written; true when what must come of it came.
    func run() async throws(RigFailure) -> Bool {
        for path in [folder, vault, outside] { try OutsideFile.makeFolder(path) }
        let shared = try SharedWords.makeFile()
        let words = try SharedWords(mapping: shared)
        let writer = try Companion(arguments: [
            "session-race-writer", "--note", note, "--outside", outside, "--seed",
            "\(Int64(bitPattern: seed))", "--shared", "\(shared)",
        ])
        var stage = SessionRaceStage(
            note: note, options: SessionOptions(stateFolder: NotePath(folder + "/state")), words: words,
            seed: seed, isBlind: isBlind, isWatching: isWatching)
        let began = Clock.now
        var round = 0
        while words[.written] < writes {
            round += 1
            try await play(round, &stage, words)
        }
        let seconds = Double(Clock.now - began) / 1e9
        words[.quit] = 1
        words[.turn] = stage.turn + 1
        try writer.finish()
        return report(stage, round, seconds)
    }

    private func play(
        _ round: Int, _ stage: inout SessionRaceStage, _ words: SharedWords
    ) async throws(RigFailure) {
        let before = try OutsideFile.bytes(at: note) ?? []
        let firstWritten = words[.written]
        let firstTyped = stage.tally.typed
        try await stage.open()
        for _ in 0..<turns { try await stage.play() }
        let end = try await stage.close(round)
        stage.tally.outsideChanges += await stage.outsideChanges.value

        var wanted = Token.all(in: before)
        for number in stride(from: firstWritten + 1, through: words[.written], by: 1) {
            wanted.formUnion(Token.outside(number, seed: seed))
        }
        for number in stride(from: firstTyped + 1, through: stage.tally.typed, by: 1) {
            wanted.insert(Token.typed(number, seed: seed))
        }
        var found = try collect(&stage, round)
        found.formUnion(end.tokens)
        stage.tally.outsideWrites += words[.written] - firstWritten
        stage.tally.lose(wanted.filter { !found.contains($0) }, in: round)
        if try OutsideFile.bytes(at: end.path) != end.bytes {
            stage.tally.fault("the file is not what the session says", in: round)
        }
        try prepare(end)
    }

    /// All tokens outside of the session's memory.
    private func collect(_ stage: inout SessionRaceStage, _ round: Int) throws(RigFailure) -> Set<String> {
        var found = stage.keeper.take()
        for name in try OutsideFile.names(in: vault) {
            if name.hasPrefix("."), name != ".obsidian" {
                stage.tally.fault("'\(name)' was left", in: round)
            }
            found.formUnion(Token.all(in: try OutsideFile.bytes(at: vault + "/" + name) ?? []))
        }
        for path in try filesBelow(folder + "/state") {
            found.formUnion(Token.all(in: try OutsideFile.bytes(at: path) ?? []))
            try OutsideFile.remove(path)
        }
        found.formUnion(Token.all(in: try OutsideFile.bytes(at: outside + "/displaced") ?? []))
        let unclear = try OutsideFile.bytes(at: outside + "/unclear") ?? []
        for line in unclear.split(separator: 0x0A) {
            let numbers = line.split(separator: 0x20).compactMap {
                UInt64(String(decoding: $0, as: UTF8.self))
            }
            stage.tally.unclear += 1
            found.formUnion(Token.outside(numbers[2], seed: seed))
            for bytes in stage.publications.published(from: numbers[0], to: numbers[1]) {
                found.formUnion(Token.all(in: bytes))
            }
        }
        stage.publications.forget()
        for name in ["displaced", "unclear"] where truncate(outside + "/" + name, 0) != 0 {
            throw RigFailure("truncate: \(errno)")
        }
        return found
    }

    private func filesBelow(_ folder: String) throws(RigFailure) -> [String] {
        var facts = stat()
        guard stat(folder, &facts) == 0 else { return [] }
        guard facts.st_mode & S_IFMT == S_IFDIR else { return [folder] }
        var files: [String] = []
        for name in try OutsideFile.names(in: folder) { files += try filesBelow(folder + "/" + name) }
        return files
    }

    /// Leaves one note for the next round.
    private func prepare(_ end: SessionRaceStage.End) throws(RigFailure) {
        if end.path != note, end.bytes != nil, rename(end.path, note) != 0 {
            throw RigFailure("rename: \(errno)")
        }
        for name in try OutsideFile.names(in: vault) where name != "note.md" {
            try OutsideFile.remove(vault + "/" + name)
        }
        guard let bytes = try OutsideFile.bytes(at: note), bytes.count < 30_000 else {
            return try OutsideFile.write([], to: note)
        }
    }

    private func report(_ stage: SessionRaceStage, _ rounds: Int, _ seconds: Double) -> Bool {
        let tally = stage.tally
        let arm = isBlind ? "without the compare" : isWatching ? "watching" : "not watching"
        say("session race, \(arm): \(tally.summary)")
        say(
            "  \(rounds) rounds, \(stage.hits) writes let go during the session's calls, \(tally.unclear) "
                + "displaced at an unclear moment; \(Int(Double(tally.outsideWrites) / seconds)) writes/s; "
                + "seed \(seed); \(Place(folder))")
        for example in tally.examples.prefix(isBlind ? 2 : 12) { say(example) }
        if isBlind {
            if tally.losses == 0 { say("  the control arm lost nothing: the races were too tame") }
            return tally.losses > 0
        }
        return tally.losses == 0 && tally.faults == 0
    }
}
