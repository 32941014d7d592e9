// SPDX-License-Identifier: MIT
// When in the course of a save the other side is let go.

internal import Glibc
internal import NoteFiles

/// Follows one save through its calls, and lets the writer go at a chosen one.
final class SaveTiming: @unchecked Sendable {
    // SAFETY: used by the saver's thread alone; the calls that carry it have to be Sendable.

    private let words: SharedWords
    private let answersLeases: Bool
    private var round: UInt64 = 0
    private var calls = 0
    private var releaseAt = 0
    private var exchangeCall = 20
    private var callsOfLastSave = 40
    private var meanLength: UInt64 = 200_000
    private(set) var start: UInt64 = 0
    /// When the last exchange (or rename) was begun.
    private(set) var exchanging: UInt64 = 0
    /// How many renames of any kind the save took: more than one when it was taken back.
    private(set) var renames = 0

    init(words: SharedWords, answersLeases: Bool) {
        self.words = words
        self.answersLeases = answersLeases
    }

    /// The calls for the saver.
    var hooked: HookedCalls {
        var hooked = HookedCalls()
        hooked.before = { [self] call, _ in
            calls += 1
            if calls == releaseAt { words[.go] = round }
            if call == .renameat2 {
                exchanging = Clock.now
                renames += 1
                exchangeCall = calls
            }
            if call == .takeLease, !answersLeases { return -ENOLCK }
            return nil
        }
        return hooked
    }

    /// Draws the moment of this round, and lets the writer get ready for it.
    func begin(_ round: UInt64, _ move: WriterMove, _ chance: inout SeededRandom) {
        self.round = round
        words[.move] = move.rawValue
        words[.gap] =
            UInt64.random(in: 0..<4, using: &chance) == 0 ? UInt64.random(in: 0..<100_000, using: &chance) : 0
        let way = Int.random(in: 0..<4, using: &chance)
        switch way {
        case 0:
            // Any moment on the clock.
            releaseAt = 0
            words[.delay] = UInt64.random(in: 0..<meanLength * 5 / 4, using: &chance)
        case 1:
            releaseAt = Int.random(in: 1...callsOfLastSave + 1, using: &chance)
            words[.delay] = UInt64.random(in: 0..<20_000, using: &chance)
        default:
            // Around the exchange, where it is decided.
            let first = max(1, exchangeCall - 4)
            releaseAt = Int.random(in: first...max(first, callsOfLastSave), using: &chance)
            words[.delay] = Bool.random(using: &chance) ? 0 : UInt64.random(in: 0..<20_000, using: &chance)
        }
        calls = 0
        exchanging = 0
        renames = 0
        words[.turn] = round
        words.wait(for: .ready, toBe: round)
        start = Clock.now
        if releaseAt == 0 { words[.go] = round }
    }

    /// Waits until both sides are done.
    func end() -> UInt64 {
        let end = Clock.now
        words[.go] = round
        words[.finished] = round
        // Not learned from saves that ended early.
        if exchanging != 0 {
            callsOfLastSave = calls
            meanLength = (meanLength * 15 + (end - start)) / 16
        }
        words.wait(for: .done, toBe: round)
        return end
    }
}
