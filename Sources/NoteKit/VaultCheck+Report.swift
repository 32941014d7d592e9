// SPDX-License-Identifier: MIT
// What a vault check answers.

public import NoteFiles

extension VaultCheck {
    /// How far a check has come.
    public struct Progress: Hashable, Sendable {
        /// Notes dealt with.
        public let done: Int
        /// Notes in the vault.
        public let total: Int
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
        /// What could not be checked, is no note, or was left by a save that crashed.
        public internal(set) var skipped: [Skipped] = []
        /// How long the check took.
        public internal(set) var seconds = 0.0
        /// How long parsing and styling the notes took, added up over the threads.
        public internal(set) var stylingSeconds = 0.0

        init(vault: NotePath) { self.vault = vault }

        /// The report of another check, which read every note once and proved nothing.
        package init(of vault: NotePath, reading: VaultReader.Report, seconds: Double) {
            self.vault = vault
            notes = reading.notes
            bytes = reading.bytes
            unreadable = reading.unreadable
            skipped = reading.skipped
            self.seconds = seconds
        }
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
        /// A sentence without a full stop: what would change, or which facts moved.
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
        /// Whether it could not be looked at, so that the check says nothing of it. False for what is no
        /// note, is listed under another path, or is a leftover.
        public let isUnseen: Bool
    }
}
