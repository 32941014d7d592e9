// SPDX-License-Identifier: MIT
// What a session's process put where, numbered, for the writer that displaces it.

internal import Glibc
internal import NoteFiles
internal import Synchronization

/// Numbers every call that gives or takes a name, and remembers which bytes came with it.
///
/// The shared word `sequence` is twice the number of such calls, and one more while one is under way. A
/// writer that sees an even word before and the same after has met none; for any other it says between which
/// two numbers it displaced something that it cannot know.
final class PublicationLog: Sendable {
    private struct State {
        var count: UInt64 = 0
        var underWay: UInt64 = 0
        /// What each thread wrote last.
        var written: [pthread_t: [UInt8]] = [:]
        var published: [UInt64: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let words: SharedWords

    init(words: SharedWords) { self.words = words }

    func writes(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { $0.written[pthread_self()] = Array(bytes) }
    }

    func begins() {
        state.withLock { state in
            state.count += 1
            state.underWay += 1
            state.published[state.count] = state.written[pthread_self()]
            words[.sequence] = state.count * 2 + 1
        }
    }

    func ends() {
        state.withLock { state in
            // Another number, so that a call that began and ended in between shows.
            state.count += 1
            state.underWay -= 1
            words[.sequence] = state.count * 2 + (state.underWay > 0 ? 1 : 0)
        }
    }

    /// What was published between two values of the word, and right before.
    func published(from first: UInt64, to last: UInt64) -> [[UInt8]] {
        state.withLock { state in
            // A call that was under way at the first value has a lower number.
            ((first / 2 < 4 ? 0 : first / 2 - 4)...last / 2).compactMap { state.published[$0] }
        }
    }

    func forget() { state.withLock { $0.published = [:] } }
}
