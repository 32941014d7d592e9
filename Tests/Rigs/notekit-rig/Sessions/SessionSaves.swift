// SPDX-License-Identifier: MIT
// A session's own saves are never taken for somebody else's, and somebody else's never for its own.

internal import Glibc
internal import NoteKit
internal import Synchronization

/// Many saves that nobody disturbs, and then many that somebody follows at once.
struct SessionSaves {
    private let folder: String
    private let saves: Int
    private let rounds: Int
    private let seed: UInt64

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        saves = try arguments.number("saves")
        rounds = try arguments.number("rounds")
        seed = UInt64(bitPattern: Int64(try arguments.number("seed", else: 1)))
    }

    /// True when nothing was taken for what it was not.
    func run() async throws(RigFailure) -> Bool {
        for path in [folder, folder + "/vault", folder + "/outside"] { try OutsideFile.makeFolder(path) }
        let began = Clock.now
        let notices = try await saveAlone()
        let rate = Int(Double(saves) / (Double(Clock.now - began) / 1e9))
        say("own saves: \(saves), \(notices) taken for an outside change; \(rate) saves/s; \(Place(folder))")
        let (unseen, near) = try await saveInCompany()
        say("  \(rounds) outside writes at the end of a save, \(near) in its millisecond: \(unseen) not seen")
        return notices == 0 && unseen == 0
    }

    private var options: SessionOptions {
        var options = SessionOptions(stateFolder: NotePath(folder + "/state"))
        options.keeper = TokenKeeper()
        return options
    }

    /// Types and saves alone; answers how many updates speak of another program.
    private func saveAlone() async throws(RigFailure) -> Int {
        let note = folder + "/vault/alone.md"
        try OutsideFile.write([], to: note)
        let session = NoteSession(path: note, options: options)
        let updates = session.updates
        let counting = Task {
            var notices = 0
            for await update in updates {
                switch update {
                case .change, .conflict, .keptBeside, .moved, .notJournalled, .journalled, .recovered:
                    notices += 1
                case .status(let status, _):
                    switch status {
                    case .changedElsewhere, .failed, .missing, .unreadable: notices += 1
                    default: break
                    }
                case .lagged: break
                }
            }
            return notices
        }
        let bytes: [UInt8]
        do throws(SessionError) {
            try await session.open()
            for index in 0..<saves {
                let count = await session.snapshot.text.count
                // Grows, and is cut from time to time: every size comes again and again.
                if count > 200 {
                    try await session.replace(0..<count, with: "")
                } else {
                    try await session.replace(count..<count, with: "\(index % 10)")
                }
                try await session.save()
                if index.isMultiple(of: 64) { try await session.look() }
            }
            try await session.look()
            bytes = await session.snapshot.text.bytes
            try await session.close()
        } catch {
            throw RigFailure("a save alone: \(error)")
        }
        guard try OutsideFile.bytes(at: note) == bytes else { throw RigFailure("the file is another text") }
        return await counting.value
    }

    /// Has another process write right when a save ends; answers how often that was not seen, and how often
    /// it was less than a millisecond later.
    private func saveInCompany() async throws(RigFailure) -> (unseen: Int, near: Int) {
        let note = folder + "/vault/company.md"
        try OutsideFile.write([], to: note)
        let shared = try SharedWords.makeFile()
        let words = try SharedWords(mapping: shared)
        let writer = try Companion(arguments: [
            "session-race-writer", "--note", note, "--outside", folder + "/outside", "--seed",
            "\(Int64(bitPattern: seed))", "--shared", "\(shared)",
        ])
        var calls = HookedCalls()
        let saved = Mutex<UInt64>(0)
        let turn = Mutex<UInt64>(0)
        calls.after = { call, _ in
            // The exchange is done; the writer comes while the rest of the save goes on, or right after it.
            guard call == .renameat2 else { return }
            saved.withLock { $0 = Clock.now }
            words[.go] = turn.withLock { $0 }
        }
        var options = options
        options.calls = calls
        options.patience = .milliseconds(50)
        let session = NoteSession(path: note, options: options)
        var unseen = 0
        var near = 0
        var chance = SeededRandom(seed: seed)
        do {
            try await session.open()
            for round in 1...UInt64(rounds) {
                let moves: [SessionMove] = [.cutAndWrite, .openTruncating, .renameOver, .exchange, .recreate]
                words[.move] = moves[Int.random(in: 0..<moves.count, using: &chance)].rawValue
                words[.count] = 1
                words[.delay] = UInt64.random(in: 0..<300_000, using: &chance)
                turn.withLock { $0 = round }
                words[.turn] = round
                words.wait(for: .ready, toBe: round)
                let text = "mine \(round)\n"
                try await session.setText(text)
                do throws(SessionError) { try await session.save() } catch {
                    // They came while it was being proved.
                }
                words[.go] = round
                words.wait(for: .done, toBe: round)
                if Clock.now - saved.withLock({ $0 }) < 1_000_000 { near += 1 }
                guard words[.failed] == 0 else { throw RigFailure("the writer failed in round \(round)") }
                try await session.look()
                let theirs = Token.text(Token.outside(round, seed: seed))
                if let conflict = await session.conflict {
                    if conflict.theirs != theirs { unseen += 1 }
                    try await session.resolve(.theirs)
                } else if await session.snapshot.text.bytes != theirs {
                    unseen += 1
                }
            }
            try await session.close()
        } catch {
            throw RigFailure("a save in company: \(error)")
        }
        words[.quit] = 1
        words[.turn] = UInt64(rounds) + 1
        try writer.finish()
        return (unseen, near)
    }
}
