// SPDX-License-Identifier: MIT
// What the two sides of a race tell each other.

/// The shared numbers by name. The first five hold the round that has come so far.
enum RaceWord: Int {
    /// Saver: this round is set up. Writer: I am ready for it.
    case turn, ready
    /// Saver: now. Writer: my bytes are written and my files closed.
    case go, done
    /// Saver: my save has returned.
    case finished
    /// How the writer writes in this round, a `WriterMove`.
    case move
    /// How long it waits after `go`, and between opening and writing, in nanoseconds.
    case delay, gap
    /// When its bytes began to be, and were, where others can see them, on the machine's clock.
    case publishing, published
    /// Saver: no more rounds. Writer: I failed.
    case quit, failed

    // Those of the session races.

    /// How often in a row the writer does its move, a `SessionMove`.
    case count
    /// The number of the last text that the writer has written to the end.
    case written
    /// How many names the session's process has given and taken away, see `PublicationLog`.
    case sequence
}

extension SharedWords {
    subscript(word: RaceWord) -> UInt64 {
        get { self[word.rawValue] }
        nonmutating set { self[word.rawValue] = newValue }
    }

    /// Right before the two sides meet both stay awake, at other times they soon give way.
    func wait(for word: RaceWord, toBe round: UInt64) {
        let isClose = word == .ready || word == .go
        wait(for: word.rawValue, toBe: round, awake: isClose ? 3_000_000 : 100_000)
    }
}
