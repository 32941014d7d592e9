// SPDX-License-Identifier: MIT
// The session's side of the races: who types, saves, resolves, and meets the writer.

internal import Glibc
internal import NoteKit
internal import Synchronization

/// One session after the other on the same note, and one turn after the other.
@MainActor
struct SessionRaceStage {
    /// What a round came to.
    struct End {
        let path: String
        let bytes: [UInt8]?
        let tokens: Set<String>
    }

    let keeper = TokenKeeper()
    let publications: PublicationLog
    var tally = SessionRaceTally()
    private(set) var turn: UInt64 = 0

    private let note: String
    private let options: SessionOptions
    private let words: SharedWords
    private let seed: UInt64
    private let trigger: SessionRaceTrigger
    /// What is put back under a save that is not to compare; nil where it is.
    private let blindness: Blindness?
    private var session: NoteSession
    private var chance = SeededRandom(seed: 0)
    private var deleted: Set<String> = []

    /// The bytes that a save without a compare believes in.
    private final class Blindness: Sendable {
        let base = Mutex<[UInt8]?>(nil)
    }

    /// How many changes by others the session of this round has shown; known when it is closed.
    private(set) var outsideChanges = Task { 0 }

    var hits: Int { trigger.hits }

    init(
        note: String, options: SessionOptions, words: SharedWords, seed: UInt64, isBlind: Bool,
        isWatching: Bool
    ) {
        let (trigger, publications) = (SessionRaceTrigger(words: words), PublicationLog(words: words))
        let blindness = isBlind ? Blindness() : nil
        var calls = HookedCalls()
        calls.writing = { publications.writes($0) }
        calls.before = { call, _ in
            trigger.calls(call)
            switch call {
            case .renameat2, .linkOpenFile, .unlinkat: publications.begins()
            case .faccessat:
                // Only a save asks this, right before it compares.
                if let base = blindness?.base.withLock({ $0 }) { Self.overwrite(note, with: base) }
            default: break
            }
            return nil
        }
        calls.after = { call, _ in
            switch call {
            case .renameat2, .linkOpenFile, .unlinkat: publications.ends()
            default: break
            }
        }
        var options = options
        options.calls = calls
        options.keeper = keeper
        options.isWatching = isWatching
        options.patience = .milliseconds(1)
        options.timing.pause = isBlind ? .seconds(600) : .milliseconds(20)
        options.timing.limit = isBlind ? .seconds(600) : .milliseconds(40)
        options.timing.firstRetry = .milliseconds(5)
        options.timing.lastRetry = .milliseconds(20)
        options.timing.absence = .milliseconds(2)
        (self.note, self.options, self.words, self.seed) = (note, options, words, seed)
        (self.trigger, self.publications, self.blindness) = (trigger, publications, blindness)
        session = NoteSession(path: note, options: options)
    }

    /// What comes of a save that does not compare.
    private nonisolated static func overwrite(_ note: String, with base: [UInt8]) {
        do throws(RigFailure) {
            try OutsideFile.write(base, to: note)
        } catch {
            // The save then finds out by itself what is wrong.
        }
    }

    // MARK: One round

    mutating func open() async throws(RigFailure) {
        chance = SeededRandom(seed: seed ^ 0x7365_7373, round: turn)
        session = NoteSession(path: note, options: options)
        deleted = []
        let updates = session.updates
        outsideChanges = Task {
            var count = 0
            for await update in updates {
                if case .change(let change) = update, change.isOutside { count += 1 }
            }
            return count
        }
        do throws(SessionError) {
            try await session.open()
        } catch {
            throw RigFailure("open: \(error)")
        }
    }

    /// The two sides meet once, or several times in a row.
    mutating func play() async throws(RigFailure) {
        turn += 1
        if one(in: 2) {
            await resolve()
            await save()
        }
        let move = SessionMove.allCases[Int.random(in: 0..<SessionMove.allCases.count, using: &chance)]
        let isBurst = move.comesInBursts && one(in: 3)
        words[.move] = move.rawValue
        words[.count] = isBurst ? UInt64.random(in: 2...12, using: &chance) : 1
        words[.gap] = one(in: 3) ? UInt64.random(in: 0..<200_000, using: &chance) : 0
        words[.delay] = one(in: 2) ? UInt64.random(in: 0..<50_000, using: &chance) : 0
        trigger.begin(turn, &chance)
        words[.turn] = turn
        words.wait(for: .ready, toBe: turn)
        if one(in: 16) { trigger.end() }

        for _ in 0..<Int.random(in: 0...2, using: &chance) { await type() }
        await act()
        trigger.end()
        if one(in: 4) {
            // The writer may still be at it.
            await type()
            await act()
        }
        words[.finished] = turn
        words.wait(for: .done, toBe: turn)
        guard words[.failed] == 0 else { throw RigFailure("the writer failed in turn \(turn)") }
        if !one(in: 3) { await resolve() }
        if one(in: 200) { await deleteAll() }
    }

    /// Ends a round with everything written; answers what the session held.
    mutating func close(_ round: Int) async throws(RigFailure) -> End {
        for _ in 0..<1000 {
            await look()
            await resolve()
            await save()
            let snapshot = await session.snapshot
            guard !snapshot.isUnsaved, await session.conflict == nil else { continue }
            let tokens = Token.all(in: snapshot.text.bytes).union(deleted)
            do throws(SessionError) {
                try await session.close()
            } catch {
                tally.fault("close: \(error)", in: round)
            }
            return End(path: snapshot.path.description, bytes: snapshot.fileBytes, tokens: tokens)
        }
        let snapshot = await session.snapshot
        throw RigFailure("the session does not come to rest: \(snapshot.status)")
    }

    // MARK: What a person does

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &chance) == 0 }

    /// Puts a token on a line of its own.
    private mutating func type() async {
        let number = tally.typed + 1
        let line = Token.typed(number, seed: seed) + "\n"
        for _ in 0..<10 {
            let snapshot = await session.snapshot
            let shown = Array(snapshot.text.text.utf8)
            let starts = [0] + shown.indices.filter { shown[$0] == 0x0A }.map { $0 + 1 }
            let at = starts[Int.random(in: 0..<starts.count, using: &chance)]
            do throws(SessionError) {
                try await session.replace(at..<at, with: line, revision: snapshot.revision)
                tally.typed = number
                return
            } catch {
                // Changed there meanwhile: where the line is to go has to be seen anew.
            }
        }
    }

    private mutating func act() async {
        switch Int.random(in: 0..<32, using: &chance) {
        case 0...1: await look()
        case 2:
            // Saves by itself, after 20 ms.
            if blindness == nil { Clock.spin(nanoseconds: 25_000_000) }
        default: await save()
        }
    }

    private mutating func save() async {
        let base = await session.snapshot.fileBytes
        blindness?.base.withLock { $0 = base }
        do throws(SessionError) {
            try await session.save()
            tally.saves += 1
        } catch {
            tally.refused += 1
        }
    }

    private func look() async {
        do throws(SessionError) {
            try await session.look()
        } catch {
            // It is open until the end of the round.
        }
    }

    private mutating func resolve() async {
        guard let conflict = await session.conflict else { return }
        tally.conflicts += 1
        let choice: ConflictChoice
        let name: String
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: (choice, name) = (.mine, "mine")
        case 1: (choice, name) = (.theirs, "theirs")
        case 2: (choice, name) = (.both, "both")
        default:
            let merged = conflict.merge.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "nothing\n"
            (choice, name) = (.merged(merged), "merged")
        }
        if name == "mine" || name == "both" { blindness?.base.withLock { $0 = conflict.theirs } }
        tally.choices[name, default: 0] += 1
        do throws(SessionError) {
            try await session.resolve(choice)
        } catch {
            // It was over, or it is another one now.
        }
    }

    /// What a person deletes is meant to be gone.
    private mutating func deleteAll() async {
        let snapshot = await session.snapshot
        do throws(SessionError) {
            try await session.replace(0..<snapshot.text.count, with: "", revision: snapshot.revision)
            deleted.formUnion(Token.all(in: snapshot.text.bytes))
        } catch {
            // Changed meanwhile.
        }
    }
}
